#pragma once

/// How topics are delivered in ROS, by what they carry.

#include <cstdint>
#include <string>

#include "surefoot/graph/graph.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::gateways::ros {

enum class TopicKind : std::uint8_t {
  kDefault,
  /// Small measurements, up to 1 kHz: IMU, joint states, odometry.
  kSensor,
  /// Large measurements: images, point clouds, maps of the ground.
  kLargeSensor,
  /// The last message is kept for later subscribers: maps, descriptions, tf_static.
  kLatched,
  kTf,
  kClock,
};

/// `name` is the topic's name in the graph.
TopicKind KindOf(const std::string& name, const msgs::TypeInfo& type,
                 const graph::TopicOptions& options);

/// Quality of service. ROS 1 has the depth (its queue_size) and `latched`.
struct TopicQos {
  /// Lost messages are sent again, while they are among the last `depth` ones.
  bool reliable = true;
  /// ROS 2: durability TRANSIENT_LOCAL instead of VOLATILE.
  bool latched = false;
  /// ROS 2: KEEP_LAST with this depth.
  int depth = 10;
};

/// What publishers offer. Always reliable: that serves subscribers of both kinds, and those that
/// ask for best effort cause no repetitions.
TopicQos PublisherQos(TopicKind kind);
/// What subscribers request.
TopicQos SubscriberQos(TopicKind kind);

}  // namespace surefoot::gateways::ros
