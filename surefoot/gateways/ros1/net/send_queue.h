#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "surefoot/base/bytes.h"

namespace surefoot::gateways::ros1 {

/// Bytes that do not change any more, shared by all connections that they are sent on.
using Chunk = std::shared_ptr<const Bytes>;

/// Limits of the messages that wait for a slow subscriber. Beyond them the oldest are dropped, as
/// ROS 1's publishers do with their queue_size.
struct QueueLimits {
  std::size_t count = 1000;
  std::size_t bytes = std::size_t{32} << 20;
};

/// What waits to be sent on one connection, in order. Answers are always kept; messages (samples)
/// are dropped beyond the limits, the oldest first, but never the newest.
class SendQueue {
 public:
  explicit SendQueue(const QueueLimits& limits) : limits_(limits) {}
  /// Takes effect with the next sample.
  void set_limits(const QueueLimits& limits) { limits_ = limits; }

  void AddAnswer(Chunk chunk) { items_.push_back({false, std::move(chunk)}); }
  void AddSample(Chunk chunk);
  /// Moves chunks of about so many bytes to `out`, at least one if any waits.
  void Take(std::size_t about, std::vector<Chunk>* out);

  bool empty() const { return items_.empty(); }
  /// Number of dropped messages.
  std::uint64_t dropped() const { return dropped_; }

 private:
  struct Item {
    bool is_sample = false;
    Chunk chunk;
  };

  void DropOldest();

  QueueLimits limits_;
  std::deque<Item> items_;
  /// Of samples only.
  std::size_t count_ = 0;
  std::size_t bytes_ = 0;
  std::uint64_t dropped_ = 0;
};

}  // namespace surefoot::gateways::ros1
