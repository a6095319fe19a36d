#pragma once

/// TCP servers on one thread.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "surefoot/base/result.h"
#include "surefoot/gateways/usarsim/net/first_bytes.h"

namespace surefoot::gateways::usarsim {

/// A client, as its handler sees it.
class Connection {
 public:
  virtual ~Connection() = default;
  /// "127.0.0.1".
  virtual const std::string& address() const = 0;
  /// Sends; answers are never lost, samples are when the client is slow.
  virtual void Answer(std::string bytes) = 0;
  virtual void Sample(std::string bytes) = 0;
  /// Bytes of answers that wait.
  virtual std::size_t waiting() const = 0;
  /// Whether all has been handed to the system.
  virtual bool idle() const = 0;
  virtual std::uint64_t lost() const = 0;
  /// Looks again whether the handler wants bytes.
  virtual void Resume() = 0;
};

/// What a server does with a client; goes when the connection does.
class Handler {
 public:
  virtual ~Handler() = default;
  virtual void OnBytes(std::string_view bytes) = 0;
  /// Nothing is read while it does not.
  virtual bool WantsBytes() const { return true; }
  /// All that waited has been sent.
  virtual void OnSent() {}
};

struct ServerOptions {
  /// Where it listens; port 0: a free one.
  std::string address = "127.0.0.1";
  int port = 0;
  /// More are closed at once.
  int most_connections = 64;
  std::size_t most_sample_bytes = std::size_t{256} << 10;
  /// Of one connection, in a second; faster ones are read more slowly. 0: no limit.
  double max_byte_rate = 0.0;
  double max_line_rate = 0.0;
  /// Whether the client speaks the protocol; the handler sees nothing before. Absent: it does.
  std::function<FirstBytes(std::string_view bytes)> judge = nullptr;
  /// Whether this address may have one more connection: empty, or the reason why not. `leave` is
  /// called at the end of those that may.
  std::function<std::string(const std::string& address)> admit = nullptr;
  std::function<void(const std::string& address)> leave = nullptr;
  /// nullptr closes the connection.
  std::function<std::unique_ptr<Handler>(Connection*)> accept;
  /// A connection that was closed unheard.
  std::function<void(const std::string& address, const std::string& reason)> refused;
};

class Reactor {
 public:
  Reactor();
  ~Reactor();
  Reactor(const Reactor&) = delete;
  Reactor& operator=(const Reactor&) = delete;

  /// The port it listens at. Before Start, or on the reactor's thread.
  Result<int> Listen(ServerOptions options);
  /// Ends what listens at this port, and its connections. On the reactor's thread.
  void Unlisten(int port);
  void Start();
  /// Ends all connections and the thread.
  void Stop();

  /// Runs it on the reactor's thread. Any thread.
  void Post(std::function<void()> task);
  /// On the reactor's thread, later.
  void After(std::chrono::milliseconds time, std::function<void()> task);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace surefoot::gateways::usarsim
