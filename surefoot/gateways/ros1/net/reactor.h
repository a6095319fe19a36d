#pragma once

/// TCP servers and connections on one thread (the reactor pattern, over Boost.Asio). Handlers run
/// on the reactor's thread and must not block.

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/gateways/ros1/net/stream.h"

namespace surefoot::gateways::ros1 {

/// Creates the handler of a connection; nullptr closes it.
using MakeHandler = std::function<std::unique_ptr<Handler>(Stream*)>;

/// A listening port.
struct ListenOptions {
  /// "127.0.0.1"; port 0: a free port.
  std::string address = "127.0.0.1";
  int port = 0;
  /// Further connections are closed at once.
  std::size_t max_connections = 256;
  QueueLimits queue;
  /// Whether this address may have another connection: empty, or the reason of the refusal. `leave`
  /// is called at the end of each admitted connection.
  std::function<std::string(const std::string& address)> admit = nullptr;
  std::function<void(const std::string& address)> leave = nullptr;
  MakeHandler accept;
  /// Called for each connection that is refused.
  std::function<void(const std::string& address, const std::string& reason)> refused = nullptr;
};

/// A connection to another program.
struct ConnectOptions {
  /// A name or an address.
  std::string host;
  int port = 0;
  std::chrono::milliseconds timeout{5000};
  MakeHandler connected;
  /// Called once if the connection cannot be made.
  std::function<void(const std::string& reason)> failed;
};

/// A pending task; destroying it cancels the task.
class Timer {
 public:
  virtual ~Timer() = default;
};

/// The thread with its servers and connections.
class Reactor {
 public:
  Reactor();
  ~Reactor();
  Reactor(const Reactor&) = delete;
  Reactor& operator=(const Reactor&) = delete;

  /// Starts a server; returns its port. Call before Start, or on the reactor's thread.
  Result<int> Listen(ListenOptions options);
  /// Call on the reactor's thread. Destroying the result before the connection is made prevents
  /// both callbacks.
  [[nodiscard]] std::unique_ptr<Timer> Connect(ConnectOptions options);
  /// Runs a task once after some time. Call before Start, or on the reactor's thread.
  [[nodiscard]] std::unique_ptr<Timer> After(std::chrono::milliseconds time,
                                             std::function<void()> task);
  /// Runs a task on the reactor's thread soon; any thread.
  void Post(std::function<void()> task);

  void Start();
  /// Closes all connections and ends the thread.
  void Stop();

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace surefoot::gateways::ros1
