#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "surefoot/base/check.h"
#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/serve/run.h"

namespace surefoot::serve {

/// Helpers to offer services whose handlers are plain functions. A handler receives the parts of
/// the server it needs, the request, and what else it declares.
///
///   Status SetPace(TimeControl* time, const SetPace::Request& request);
///   Offer<SetPace>(graph, "/surefoot/set_pace", SetPace, time);

using ResultMessage = msgs::simulation_interfaces::Result;

/// The result of a service of simulation_interfaces.
inline ResultMessage MakeResult(std::uint8_t code, const std::string& message = "") {
  return {.result = code, .error_message = message};
}

inline ResultMessage MakeResult(const Status& status) {
  return status.ok() ? MakeResult(ResultMessage::RESULT_OK)
                     : MakeResult(ResultMessage::RESULT_OPERATION_FAILED, status.error().message);
}

inline bool IsOk(const ResultMessage& result) { return result.result == ResultMessage::RESULT_OK; }

/// The answer of services of simulation_interfaces that need a world while none is loaded.
inline ResultMessage NoWorldResult() {
  return MakeResult(ResultMessage::RESULT_INCORRECT_STATE, NoWorld().message);
}

/// Sets `success` and `message` of Surefoot's own services.
template <typename Response>
void SetResult(const Status& status, Response* response) {
  response->success = status.ok();
  if (!status.ok()) response->message = status.error().message;
}

/// Sets `result` of services of simulation_interfaces.
template <typename Response>
void SetResult(const ResultMessage& result, Response* response) {
  response->result = result;
}

/// Calls a handler with `parts`, the request and, if its parameters include them, the client's name
/// and the response. The handler's result, a Status or a ResultMessage, is written to the response.
template <typename F, typename Request, typename Response, typename... Parts>
void Handle(const F& handler, const Request& request, const std::string& client, Response* response,
            Parts*... parts) {
  const auto handle = [&] {
    if constexpr (std::is_invocable_v<F, Parts*..., const Request&, const std::string&,
                                      Response*>) {
      return handler(parts..., request, client, response);
    } else if constexpr (std::is_invocable_v<F, Parts*..., const Request&, const std::string&>) {
      return handler(parts..., request, client);
    } else if constexpr (std::is_invocable_v<F, Parts*..., const Request&, Response*>) {
      return handler(parts..., request, response);
    } else {
      return handler(parts..., request);
    }
  };
  if constexpr (std::is_void_v<decltype(handle())>) {
    handle();
  } else {
    SetResult(handle(), response);
  }
}

/// Offers a service. The handler is called as by Handle and answers at once; or it takes `parts`,
/// the request and the call, and answers the call now or later. Called on the server thread;
/// `parts` outlive the graph.
template <typename S, typename F, typename... Parts>
void Offer(graph::Graph* graph, const std::string& name, F handler, Parts*... parts) {
  const auto answer = [=](std::shared_ptr<graph::Call> call) {
    using Request = typename S::Request;
    const auto& request = *static_cast<const Request*>(call->request());
    if constexpr (std::is_invocable_v<F, Parts*..., const Request&, std::shared_ptr<graph::Call>>) {
      handler(parts..., request, std::move(call));
    } else {
      typename S::Response response;
      Handle(handler, request, call->client(), &response, parts...);
      call->Respond(&response);
    }
  };
  const Status status = graph->AdvertiseCalls(name, S::service(), answer);
  SUREFOOT_CHECK(status.ok(), "service " + name);
}

/// The same for a handler that needs a world: it receives the session before `parts`. If no world
/// is loaded, the handler is not called and the response says so.
template <typename S, typename F, typename... Parts>
void OfferInWorld(Run* run, const std::string& name, F handler, Parts*... parts) {
  using Response = typename S::Response;
  Offer<S>(&run->graph(), name,
           [=](const typename S::Request& request, const std::string& client, Response* response) {
             Session* session = run->session();
             if (session != nullptr) {
               Handle(handler, request, client, response, session, parts...);
             } else if constexpr (requires { response->success; }) {
               SetResult(Status(NoWorld()), response);
             } else {
               SetResult(NoWorldResult(), response);
             }
           });
}

}  // namespace surefoot::serve
