#pragma once

/// The ops of services, in both directions.

#include <map>
#include <optional>
#include <set>
#include <string>

#include "surefoot/gateways/web/rosbridge/offers.h"
#include "surefoot/gateways/web/rosbridge/rosapi.h"

namespace surefoot::gateways::web {

class Services {
 public:
  explicit Services(Core* core);

  void Call(Client* client, const Request& request, TimePoint now);
  void Advertise(Client* client, const Request& request, TimePoint now);
  void Unadvertise(Client* client, const Request& request) {
    offers_.Unadvertise(client, FullName(request.service));
  }
  /// A client's answer to a call.
  void Respond(Client* client, const Request& request, TimePoint now);
  void Leave(Client* client);

  void OnAnswered(const graph::event::Answered& event);
  void OnCalled(const graph::event::Called& event);
  /// False when the id is no offer of this desk.
  bool OnRefused(const graph::event::Refused& event, TimePoint now) {
    return offers_.OnRefused(event, now);
  }
  /// Offers all again.
  void Restore() { offers_.Restore(); }

  /// Calls that took longer than their client would wait; when the next ones do.
  void Tick(TimePoint now);
  std::optional<TimePoint> next() const;

 private:
  /// A call of a client that the graph has not answered.
  struct Waiting {
    Client* client = nullptr;
    std::string id;
    /// As the client wrote it.
    std::string service;
    const msgs::ServiceInfo* info = nullptr;
    bool png = false;
    std::optional<TimePoint> until;
  };

  void Answer(const Waiting& call, const Result<std::string>& values);

  Core& core_;
  Rosapi rosapi_;
  std::map<std::uint64_t, Waiting> waiting_;
  std::set<std::pair<TimePoint, std::uint64_t>> deadlines_;
  Offers<msgs::ServiceInfo> offers_;
};

/// The text of an error that a client gave as "values".
std::string ErrorText(std::string_view values);

}  // namespace surefoot::gateways::web
