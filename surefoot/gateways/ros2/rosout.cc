#include "surefoot/gateways/ros2/rosout.h"

#include <algorithm>

#include "surefoot/gateways/ros2/wire_names.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/rcl_interfaces.h"
#include "surefoot/msgs/type_hash.h"

namespace surefoot::gateways::ros2 {
namespace {

using LogRecord = msgs::rcl_interfaces::Log;

/// As rclcpp's RosoutQoS.
constexpr int kDepth = 1000;
constexpr std::chrono::seconds kLifespan{10};

}  // namespace

Rosout::Rosout(Core* core) : core_(*core), logger_(core->node.substr(1)) {
  std::replace(logger_.begin(), logger_.end(), '/', '.');
  writer_ = core_.MakeWriter({.topic = TopicOnWire("/rosout"),
                              .type = TypeOnWire(LogRecord::type().name),
                              .qos = {.latched = true, .depth = kDepth, .lifespan = kLifespan},
                              .user_data = HashData(msgs::TypeHash(LogRecord::type()))});
}

Rosout::~Rosout() = default;

void Rosout::Warn(const std::string& text) {
  if (writer_ == nullptr) return;
  LogRecord log;
  log.stamp = msgs::ToTime(core_.bridge->time_ns());
  log.level = LogRecord::WARN;
  log.name = logger_;
  log.msg = text;
  Bytes cdr;
  msgs::Encode(log, &cdr);
  writer_->Write(cdr);
}

}  // namespace surefoot::gateways::ros2
