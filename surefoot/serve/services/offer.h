#pragma once

#include <memory>
#include <string>
#include <utility>

#include "surefoot/base/check.h"
#include "surefoot/graph/graph.h"
#include "surefoot/msgs/simulation_interfaces.h"

namespace surefoot::serve {

/// A service that answers at once: handler(const Request&, Response*).
template <typename S, typename F>
void Offer(graph::Graph* graph, const std::string& name, F handler) {
  const Status status = graph->AdvertiseService(
      name, S::service(), [handler = std::move(handler)](const void* request, void* response) {
        handler(*static_cast<const typename S::Request*>(request),
                static_cast<typename S::Response*>(response));
        return Status();
      });
  SUREFOOT_CHECK(status.ok(), "service " + name);
}

/// One that wants to know who calls, or answers later: handler(const Request&, shared_ptr<Call>).
template <typename S, typename F>
void OfferCalls(graph::Graph* graph, const std::string& name, F handler) {
  const Status status = graph->AdvertiseCalls(
      name, S::service(), [handler = std::move(handler)](std::shared_ptr<graph::Call> call) {
        const auto& request = *static_cast<const typename S::Request*>(call->request());
        handler(request, std::move(call));
      });
  SUREFOOT_CHECK(status.ok(), "service " + name);
}

/// One that answers at once and wants to know who calls: handler(const Request&, const std::string&
/// client, Response*).
template <typename S, typename F>
void OfferFrom(graph::Graph* graph, const std::string& name, F handler) {
  OfferCalls<S>(graph, name,
                [handler = std::move(handler)](const auto& request,
                                               const std::shared_ptr<graph::Call>& call) {
                  typename S::Response response;
                  handler(request, call->client(), &response);
                  call->Respond(&response);
                });
}

using ResultMessage = msgs::simulation_interfaces::Result;

/// The result of a service of simulation_interfaces.
inline ResultMessage MakeResult(std::uint8_t code, const std::string& message = "") {
  ResultMessage result;
  result.result = code;
  result.error_message = message;
  return result;
}

inline ResultMessage MakeResult(const Status& status) {
  return status.ok() ? MakeResult(ResultMessage::RESULT_OK)
                     : MakeResult(ResultMessage::RESULT_OPERATION_FAILED, status.error().message);
}

/// `success` and `message` of our own services.
template <typename Response>
void Tell(const Status& status, Response* response) {
  response->success = status.ok();
  if (!status.ok()) response->message = status.error().message;
}

}  // namespace surefoot::serve
