#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/gateways/metrics.h"
#include "surefoot/gateways/ros1/net/stream.h"
#include "surefoot/gateways/ros1/tcpros/header.h"
#include "surefoot/gateways/ros1/tcpros/topic_type.h"

namespace surefoot::gateways::ros1 {

/// A topic that this node publishes, with its subscribers. A message is encoded once and its bytes
/// are shared by all subscribers; a slow one loses its oldest.
///
///   Publication imu("/husky/imu/data", type, {.latched = false}, "/surefoot");
///   imu.wanted = [&](bool any) { any ? bridge.Subscribe(...) : bridge.Unsubscribe(...); };
///   if (imu.has_subscribers()) imu.Publish(frame);
class Publication {
 public:
  struct Options {
    /// A new subscriber gets the last message.
    bool latched = false;
    /// Messages that wait for a subscriber; beyond these limits it loses the oldest. Not a
    /// disconnection: until the subscriber is back it would lose the newest, too.
    QueueLimits queue = {};
  };

  /// `node`: the name of this node, which outlives this; it may change until nodes connect.
  Publication(std::string topic, TopicType type, Options options, const std::string* node);
  /// Closes the connections of all subscribers.
  ~Publication();
  Publication(const Publication&) = delete;
  Publication& operator=(const Publication&) = delete;

  /// Called when the first subscriber has come and when the last one has left. May be absent.
  std::function<void(bool any)> wanted;

  /// Counts connections now and dropped messages there; both outlive this.
  void set_counters(Metrics::Value* subscribers, Metrics::Value* dropped) {
    subscribers_count_ = subscribers;
    dropped_count_ = dropped;
  }

  const std::string& topic() const { return topic_; }
  const TopicType& type() const { return type_; }
  bool has_subscribers() const { return !links_.empty(); }

  /// Checks a subscriber's header and answers it. The error is ROS 1's text. `id`: number of the
  /// connection, for statistics.
  Result<std::unique_ptr<Handler>> Accept(const Fields& fields, Stream* stream, int id);

  /// Sends a message: its length (uint32, little-endian) and its bytes. A latched topic keeps it.
  void Publish(Chunk frame);
  /// Forgets the message of a latched topic.
  void Forget() { kept_ = nullptr; }
  const Chunk& kept() const { return kept_; }

  /// A subscriber, for statistics.
  struct Subscriber {
    int id = 0;
    std::string node;
    std::uint64_t bytes = 0;
    std::uint64_t messages = 0;
    std::uint64_t dropped = 0;
    /// "127.0.0.1:4711".
    std::string endpoint;
  };
  std::vector<Subscriber> subscribers() const;
  std::uint64_t bytes() const { return bytes_; }

 private:
  class Link;

  std::string topic_;
  TopicType type_;
  Options options_;
  const std::string& node_;
  std::set<Link*> links_;
  Chunk kept_;
  std::uint64_t bytes_ = 0;
  Metrics::Value* subscribers_count_ = nullptr;
  Metrics::Value* dropped_count_ = nullptr;
};

}  // namespace surefoot::gateways::ros1
