#pragma once

/// TCP servers on one thread (the reactor pattern, over Boost.Asio). Handlers run on the reactor's
/// thread and must not block.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "surefoot/base/result.h"
#include "surefoot/gateways/usarsim/net/first_bytes.h"

namespace surefoot::gateways::usarsim {

/// A connection to a client, as its handler sees it.
class Connection {
 public:
  virtual ~Connection() = default;
  /// "127.0.0.1".
  virtual const std::string& address() const = 0;
  /// Sends bytes in order. Answers are never dropped; samples are dropped when the client is slow.
  virtual void Answer(std::string bytes) = 0;
  virtual void Sample(std::string bytes) = 0;
  /// Bytes of queued answers.
  virtual std::size_t waiting() const = 0;
  /// Whether everything was passed to the system.
  virtual bool idle() const = 0;
  /// Number of dropped samples.
  virtual std::uint64_t lost() const = 0;
  /// Continues reading if the handler wants bytes again.
  virtual void Resume() = 0;
};

/// The server's side of a connection; destroyed when the connection closes.
class Handler {
 public:
  virtual ~Handler() = default;
  virtual void OnBytes(std::string_view bytes) = 0;
  /// While false, nothing is read from the connection.
  virtual bool AcceptsBytes() const { return true; }
  /// Called when everything that was queued has been sent.
  virtual void OnSent() {}
};

/// Options of a TCP server.
struct ServerOptions {
  /// Address and port; port 0: a free port.
  std::string address = "127.0.0.1";
  int port = 0;
  /// Further connections are closed at once.
  int max_connections = 64;
  std::size_t max_sample_bytes = std::size_t{256} << 10;
  /// Bytes and lines per second of one connection; faster ones are read more slowly. 0: no limit.
  double max_byte_rate = 0.0;
  double max_line_rate = 0.0;
  /// Recognizes the protocol from the first bytes, before the handler gets any. Absent: no check.
  std::function<FirstBytes(std::string_view bytes)> judge = nullptr;
  /// Whether this address may have another connection: empty, or the reason of the refusal. `leave`
  /// is called at the end of each admitted connection.
  std::function<std::string(const std::string& address)> admit = nullptr;
  std::function<void(const std::string& address)> leave = nullptr;
  /// Creates the handler of a connection; nullptr closes it.
  std::function<std::unique_ptr<Handler>(Connection*)> accept;
  /// Called for each refused connection.
  std::function<void(const std::string& address, const std::string& reason)> refused;
};

/// The thread with its servers.
class Reactor {
 public:
  Reactor();
  ~Reactor();
  Reactor(const Reactor&) = delete;
  Reactor& operator=(const Reactor&) = delete;

  /// Starts a server; returns its port. Call before Start, or on the reactor's thread.
  Result<int> Listen(ServerOptions options);
  /// Closes the server of this port and its connections. Call on the reactor's thread.
  void Unlisten(int port);
  void Start();
  /// Closes all connections and ends the thread.
  void Stop();

  /// Runs a task on the reactor's thread; may be called on any thread.
  void Post(std::function<void()> task);
  /// Runs a task on the reactor's thread after some time; call on that thread.
  void After(std::chrono::milliseconds time, std::function<void()> task);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace surefoot::gateways::usarsim
