#pragma once

/// A TCP connection as the protocols see it. Everything runs on the reactor's thread.

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "surefoot/gateways/ros1/net/send_queue.h"

namespace surefoot::gateways::ros1 {

/// The network's side of a connection. It exists as long as its handler.
class Stream {
 public:
  virtual ~Stream() = default;
  /// The other end: "127.0.0.1", and its port.
  virtual const std::string& address() const = 0;
  virtual int port() const = 0;

  /// Sends bytes in order. Answers are never dropped; samples are dropped when the peer is slow.
  virtual void Answer(Chunk bytes) = 0;
  virtual void Sample(Chunk bytes) = 0;
  /// Limits of the samples that wait; until then those of the port.
  virtual void SetQueue(const QueueLimits& limits) = 0;
  /// Whether everything was passed to the system.
  virtual bool idle() const = 0;
  virtual std::uint64_t dropped() const = 0;
  virtual std::uint64_t sent_bytes() const = 0;

  /// Closes the connection. The handler is destroyed afterwards, not within this call.
  virtual void Close() = 0;
  /// The same once everything queued so far was sent.
  virtual void CloseWhenSent() = 0;
  /// Continues reading if the handler wants bytes again.
  virtual void Resume() = 0;
  /// Closes the connection after this time; replaces the previous deadline. 0: no deadline.
  virtual void SetDeadline(std::chrono::milliseconds time) = 0;
};

/// A protocol's side of a connection; destroyed when the connection ends.
class Handler {
 public:
  virtual ~Handler() = default;
  virtual void OnBytes(std::string_view bytes) = 0;
  /// While false, nothing is read from the connection.
  virtual bool WantsBytes() const { return true; }
  /// Called when everything that was queued has been sent.
  virtual void OnSent() {}
};

/// "127.0.0.1:4711".
std::string EndpointText(const Stream& stream);

}  // namespace surefoot::gateways::ros1
