#include "surefoot/gateways/ros/topic_kind.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace surefoot::gateways::ros {
namespace {

constexpr std::array<std::string_view, 5> kLargeTypes = {
    "sensor_msgs/msg/Image", "sensor_msgs/msg/CompressedImage", "sensor_msgs/msg/PointCloud2",
    "nav_msgs/msg/OccupancyGrid", "surefoot_msgs/msg/ViewScene"};

}  // namespace

TopicKind KindOf(const std::string& name, const msgs::TypeInfo& type,
                 const graph::TopicOptions& options) {
  const std::string_view type_name = type.name;
  if (type_name == "rosgraph_msgs/msg/Clock") return TopicKind::kClock;
  if (options.latched) return TopicKind::kLatched;
  if (type_name == "tf2_msgs/msg/TFMessage") {
    return name.ends_with("_static") ? TopicKind::kLatched : TopicKind::kTf;
  }
  if (std::find(kLargeTypes.begin(), kLargeTypes.end(), type_name) != kLargeTypes.end()) {
    return TopicKind::kLargeSensor;
  }
  const bool measured =
      type_name.starts_with("sensor_msgs/") || type_name == "nav_msgs/msg/Odometry";
  return measured && !options.open ? TopicKind::kSensor : TopicKind::kDefault;
}

TopicQos PublisherQos(TopicKind kind) {
  switch (kind) {
    case TopicKind::kDefault:
      return {.depth = 10};
    case TopicKind::kSensor:
      // 0.1 s at 1 kHz, in which a subscriber can ask for a lost message.
      return {.depth = 100};
    case TopicKind::kLargeSensor:
      // Each is up to several MB.
      return {.depth = 5};
    case TopicKind::kLatched:
      return {.latched = true, .depth = 1};
    case TopicKind::kTf:
      return {.depth = 100};
    case TopicKind::kClock:
      return {.depth = 10};
  }
  return {};
}

TopicQos SubscriberQos(TopicKind kind) {
  switch (kind) {
    case TopicKind::kSensor:
    case TopicKind::kLargeSensor:
      return {.reliable = false, .depth = 5};
    case TopicKind::kClock:
      return {.reliable = false, .depth = 1};
    case TopicKind::kLatched:
      // Several publishers may each have one.
      return {.latched = true, .depth = 100};
    case TopicKind::kTf:
      return {.depth = 100};
    case TopicKind::kDefault:
      return {.depth = 10};
  }
  return {};
}

}  // namespace surefoot::gateways::ros
