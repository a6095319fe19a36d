#pragma once

/// The rosbridge v2 protocol between clients and a bridge, without sockets, threads and clocks:
/// everything happens on the caller's thread, and the caller passes the time, so tests can drive
/// it.

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

/// Owns the clients and dispatches their messages to Topics, Services and Actions.
///
///   Client* client = hub.Join(&peer, graph::Role::kDriver, "127.0.0.1");
///   hub.Receive(client, R"({"op":"subscribe","topic":"/clock"})", now);
///   hub.Pump(now);  // when the bridge wakes the gateway
///   while (FramePtr frame = client->Next()) Write(*frame);
class Hub {
 public:
  /// `tokens` are the secrets of the op "auth". All arguments outlive the hub.
  Hub(graph::Bridge* bridge, const Limits& limits, Counters* counters, const Tokens& tokens);
  ~Hub();

  /// Adds a client. The peer outlives it. The op "auth" can set or change the role later.
  Client* Join(Peer* peer, std::optional<graph::Role> role, const std::string& address = "");
  /// Removes and destroys the client.
  void Leave(Client* client);
  /// Processes one complete message of the client.
  void Receive(Client* client, std::string_view text, TimePoint now);

  /// Processes the bridge's events.
  void Pump(TimePoint now);
  /// Sends throttled samples and times calls out; next() is when to call it again.
  void Tick(TimePoint now);
  std::optional<TimePoint> next() const;

  const Core& core() const { return core_; }
  /// The audit log outlives the hub; nullptr for none.
  void set_audit(AuditLog* audit) { core_.audit = audit; }
  /// The limit on wrong tokens, shared by the op "auth" and the HTTP requests.
  FailureLimit& failures() { return failures_; }

 private:
  using Op = std::function<void(Hub*, Client*, const Request&, TimePoint)>;
  template <typename Desk, typename... Now>
  static Op At(Desk Hub::*desk, void (Desk::*op)(Client*, const Request&, Now...));
  /// The handlers by the names of their ops.
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
  /// The graph has changed and its names are not complete yet.
  bool restore_ = false;
};

}  // namespace surefoot::gateways::web
