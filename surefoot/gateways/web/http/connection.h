#pragma once

/// One connection: HTTP, TLS and WebSocket below the hub.

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "surefoot/gateways/files.h"
#include "surefoot/gateways/web/hub.h"
#include "surefoot/gateways/web/web_options.h"

namespace boost::asio {
class io_context;
namespace ssl {
class context;
}
}  // namespace boost::asio

namespace surefoot::gateways::web {

class Connection : public Peer {
 public:
  virtual void Start() = 0;
  /// Ends it when it has taken too long for something.
  virtual void Check(TimePoint now) = 0;
  /// Tells a WebSocket client that this is the end.
  virtual void SayGoodbye() = 0;
  virtual void End() = 0;
};

/// What connections share; it outlives them.
struct ConnectionHost {
  const WebOptions& options;
  Counters& counters;
  Hub& hub;
  graph::Bridge& bridge;
  /// nullptr: there are none.
  const Files* files;
  boost::asio::io_context& io;
  /// After anything that may have made something due.
  std::function<void()> arm_timer;
  std::function<void()> update_cpu;
  /// It has ended.
  std::function<void(Connection*)> remove;
  /// GatewayHost::trouble.
  std::function<std::string()> trouble = nullptr;
  /// A visitor was refused: from where, what it wanted ("connect", "http"), the target, why.
  std::function<void(const std::string& address, const char* action, std::string_view target,
                     const std::string& reason)>
      refused;
};

/// Takes the socket, which is a descriptor of the system. nullptr for `tls`: without.
std::shared_ptr<Connection> MakeConnection(ConnectionHost* host, int socket, bool is_v6,
                                           boost::asio::ssl::context* tls);

}  // namespace surefoot::gateways::web
