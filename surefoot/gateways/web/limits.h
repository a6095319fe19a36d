#pragma once

#include <chrono>
#include <cstddef>

namespace surefoot::gateways::web {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;

/// What clients may ask for; docs/guides/rosbridge.md tells them.
struct Limits {
  std::size_t clients = 256;
  /// Of one client.
  std::size_t subscriptions = 1000;
  std::size_t advertisements = 1000;
  std::size_t offers = 200;
  std::size_t calls = 1000;
  /// Bytes of a message that comes in, put together from fragments or not.
  std::size_t message_bytes = 16u << 20;
  /// Messages that come in, in a second; faster clients are read more slowly.
  double rate = 20000.0;
  /// Samples that wait for a client; beyond, its oldest are lost.
  std::size_t queued_samples = 1024;
  std::size_t queued_sample_bytes = 32u << 20;
  /// Answers and commands that wait for a client; beyond, it is closed.
  std::size_t queued_answers = 20000;
  std::size_t queued_answer_bytes = 64u << 20;
  /// Messages in fragments that a client has not finished.
  std::size_t open_fragments = 16;
  std::chrono::seconds fragment_timeout{60};
  /// For the head of an HTTP request, TLS and authentication included.
  std::chrono::milliseconds head_timeout{10000};
  /// Between two requests on one HTTP connection.
  std::chrono::milliseconds idle_timeout{30000};
  /// A silent WebSocket client is pinged after half of it, and closed after all of it.
  std::chrono::milliseconds ping_timeout{40000};
  /// A client that takes nothing for so long is closed.
  std::chrono::milliseconds stuck_timeout{10000};
};

}  // namespace surefoot::gateways::web
