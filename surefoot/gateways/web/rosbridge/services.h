#pragma once

/// The ops of services (rosbridge protocol, sections 3.4.6 and following): clients call the graph's
/// services and offer services to the graph.

#include <map>
#include <optional>
#include <set>
#include <string>

#include "surefoot/gateways/web/rosbridge/offers.h"
#include "surefoot/gateways/web/rosbridge/rosapi.h"

namespace surefoot::gateways::web {

/// Handles the ops of services for all clients. Answers arrive in any order, by id; a slow service
/// does not hold up other calls. Owned by the Hub; network thread only.
class Services {
 public:
  explicit Services(Core* core);

  void Call(Client* client, const Request& request, TimePoint now);
  void Advertise(Client* client, const Request& request, TimePoint now);
  void Unadvertise(Client* client, const Request& request) {
    offers_.Unadvertise(client, FullName(request.service));
  }
  /// A client's response to a call of its service.
  void Respond(Client* client, const Request& request, TimePoint now);
  void Leave(Client* client);

  void OnAnswered(const graph::event::Answered& event);
  void OnCalled(const graph::event::Called& event);
  /// False if the id does not belong to an offer of a service.
  bool OnRefused(const graph::event::Refused& event, TimePoint now) {
    return offers_.OnRefused(event, now);
  }
  /// Offers all services again, in a new graph.
  void Restore() { offers_.Restore(); }

  /// Fails the calls whose timeout has passed; next() is when to call it again.
  void Tick(TimePoint now);
  std::optional<TimePoint> next() const;

 private:
  /// A call of a client that the graph has not answered yet.
  struct Waiting {
    Client* client = nullptr;
    std::string id;
    /// Spelled as by the client, which compares it with the answer.
    std::string service;
    const msgs::ServiceInfo* info = nullptr;
    bool png = false;
    std::optional<TimePoint> until;
  };

  void Answer(const Waiting& call, const Result<std::string>& values);
  void CallRosapi(const Waiting& call, const std::string& name, std::string_view args);

  Core& core_;
  Rosapi rosapi_;
  /// Calls by the id given to the bridge, and their deadlines, earliest first.
  std::map<std::uint64_t, Waiting> waiting_;
  std::set<std::pair<TimePoint, std::uint64_t>> deadlines_;
  Offers<msgs::ServiceInfo> offers_;
};

/// The error text of a failed response, whose "values" should be a string.
std::string ErrorText(std::string_view values);

}  // namespace surefoot::gateways::web
