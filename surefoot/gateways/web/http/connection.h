#pragma once

/// One connection of the web gateway: TCP, TLS, HTTP and WebSocket, as seen by the server.

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

/// Interface of a connection. All calls on the network thread.
class Connection : public Peer {
 public:
  /// Begins the TLS handshake or reads the first request.
  virtual void Start() = 0;
  /// Ends the connection if one of its time limits has passed; called by the server's sweep.
  virtual void Check(TimePoint now) = 0;
  /// Sends a WebSocket client a close frame, "going away", at the end of the server.
  virtual void CloseGracefully() = 0;
  /// Ends the connection at once.
  virtual void End() = 0;
};

/// What all connections of a server share; it outlives them.
struct ConnectionHost {
  const WebOptions& options;
  Counters& counters;
  Hub& hub;
  graph::Bridge& bridge;
  /// Files of the server; nullptr for none.
  const Files* files;
  boost::asio::io_context& io;
  /// To be called after anything that may have created an earlier deadline in the hub.
  std::function<void()> arm_timer;
  /// Updates the gauges that are measured only when somebody asks for the metrics.
  std::function<void()> update_cpu;
  /// Called when a connection has ended; removes it from the server's table.
  std::function<void(Connection*)> remove;
  /// GatewayHost::trouble.
  std::function<std::string()> trouble = nullptr;
  /// Writes a refused visitor to the audit log; `action` is "connect" or "http".
  std::function<void(const std::string& address, const char* action, std::string_view target,
                     const std::string& reason)>
      refused;
};

/// Makes a connection for an accepted socket, a file descriptor that it takes over. `tls` is
/// nullptr for plain TCP. Returns nullptr after an error; the socket is closed then.
std::shared_ptr<Connection> MakeConnection(ConnectionHost* host, int socket, bool is_v6,
                                           boost::asio::ssl::context* tls);

}  // namespace surefoot::gateways::web
