#pragma once

#include <chrono>
#include <cstddef>

namespace surefoot::gateways::web {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;

/// Limits on what clients may use, so that no client can exhaust the server's memory or stop the
/// others. docs/guides/rosbridge.md lists them for users.
struct Limits {
  /// Simultaneous WebSocket clients.
  std::size_t clients = 256;
  /// The next four are per client.
  std::size_t subscriptions = 1000;
  std::size_t advertisements = 1000;
  std::size_t offers = 200;
  std::size_t calls = 1000;
  /// Bytes of an incoming message, whole or reassembled from fragments. 16 MiB hold an uncompressed
  /// full-HD image in base64.
  std::size_t message_bytes = 16u << 20;
  /// Incoming messages per second of one client; reading from faster clients is throttled.
  double rate = 20000.0;
  /// Samples queued for a client; beyond it, its oldest are dropped.
  std::size_t queued_samples = 1024;
  std::size_t queued_sample_bytes = 32u << 20;
  /// Answers and reliable messages queued for a client, which cannot be dropped; beyond it, the
  /// client is closed.
  std::size_t queued_answers = 20000;
  std::size_t queued_answer_bytes = 64u << 20;
  /// Fragmented messages that a client may have incomplete at a time, and how long.
  std::size_t open_fragments = 16;
  std::chrono::seconds fragment_timeout{60};
  /// Time for TLS, the head of an HTTP request and authentication, against clients that open
  /// connections and send slowly or nothing (Slowloris).
  std::chrono::milliseconds head_timeout{10000};
  /// Idle time between two requests on one HTTP connection.
  std::chrono::milliseconds idle_timeout{30000};
  /// A silent WebSocket client is pinged after half of this time and closed after all of it.
  std::chrono::milliseconds ping_timeout{40000};
  /// A client that has accepted no bytes for this time although some are waiting is closed.
  std::chrono::milliseconds stuck_timeout{10000};
};

}  // namespace surefoot::gateways::web
