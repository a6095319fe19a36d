#pragma once

/// The rosbridge protocol between clients and a bridge, without sockets and threads: everything
/// happens on the caller's thread, and the caller tells the time.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "surefoot/gateways/web/core.h"
#include "surefoot/gateways/web/http/access.h"
#include "surefoot/gateways/web/rosbridge/actions.h"
#include "surefoot/gateways/web/rosbridge/services.h"
#include "surefoot/gateways/web/rosbridge/topics.h"

namespace surefoot::gateways::web {

class Hub {
 public:
  /// The tokens are the secrets of the op "auth". All of it outlives the hub.
  Hub(graph::Bridge* bridge, const Limits& limits, Counters* counters, const Tokens& tokens);
  ~Hub();

  /// The peer outlives the client. The op "auth" gives a role, or another one.
  Client* Join(Peer* peer, std::optional<graph::Role> role, const std::string& address = "");
  /// The client is gone after it.
  void Leave(Client* client);
  /// One whole message of the client.
  void Receive(Client* client, std::string_view text, TimePoint now);

  /// Takes what the graph has told.
  void Pump(TimePoint now);
  /// Does what is due; when to call it again.
  void Tick(TimePoint now);
  std::optional<TimePoint> next() const;

  const Core& core() const { return core_; }
  /// Outlives the hub; nullptr: nobody wants to know.
  void set_audit(AuditLog* audit) { core_.audit = audit; }
  /// Of all wrong tokens, by this op or otherwise.
  FailureLimit& failures() { return failures_; }

 private:
  using Op = std::function<void(Hub*, Client*, const Request&, TimePoint)>;
  template <typename Desk, typename... Now>
  static Op At(Desk Hub::*desk, void (Desk::*op)(Client*, const Request&, Now...));
  /// What the desks do, by the name of the op.
  static const std::map<std::string, Op>& Ops();
  void Do(Client* client, const Request& request, TimePoint now);
  void Authenticate(Client* client, const Request& request, TimePoint now);
  void NoteAuth(const Client& client, std::optional<graph::Role> role, const char* reason);
  void AddFragment(Client* client, Request request, TimePoint now);
  void OnServices(const graph::event::Services& event);
  void OnRefused(const graph::event::Refused& event, TimePoint now);

  Core core_;
  Authenticator authenticator_;
  FailureLimit failures_;
  Topics topics_;
  Services services_;
  Actions actions_;
  std::map<std::uint32_t, std::unique_ptr<Client>> clients_;
  std::uint32_t next_client_ = 1;
  std::vector<graph::Event> events_;
  bool restore_ = false;
};

}  // namespace surefoot::gateways::web
