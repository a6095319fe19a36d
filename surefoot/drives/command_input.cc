#include "surefoot/drives/command_input.h"

#include <cmath>

#include "surefoot/drives/joints.h"
#include "surefoot/msgs/convert.h"

// Messages are checked when they arrive: a command with a number that is not finite is refused and
// noted, and the drive keeps its last valid one.

namespace surefoot::drives {
namespace {

constexpr double kMaxSeconds = 1e6;

bool IsFinite(const msgs::geometry_msgs::Twist& twist) {
  return std::isfinite(twist.linear.x) && std::isfinite(twist.linear.y) &&
         std::isfinite(twist.angular.z);
}

PlanarTwist PlanarOf(const msgs::geometry_msgs::Twist& twist) {
  return {twist.linear.x, twist.linear.y, twist.angular.z};
}

constexpr const char* kNotFinite = "a velocity is not finite";

}  // namespace

void CommandInput::Note(const std::string& problem) {
  if (problem.empty()) {
    new_ = true;
    return;
  }
  ++refused_.count;
  refused_.last = problem;
}

TwistInput::TwistInput(const DriveArgs& args)
    : timeout_ns_(ToNanoseconds(args.element.Number("cmd_vel_timeout", 0.5, 0.0, kMaxSeconds))) {
  for (const std::string& topic : TopicNames(args, "cmd_topic", "cmd_vel")) {
    input_.Listen<msgs::geometry_msgs::Twist>(
        args, "cmd_topic", topic,
        [this](const msgs::geometry_msgs::Twist& twist, SimTimeNs time_ns) -> std::string {
          if (!IsFinite(twist)) return kNotFinite;
          Set(PlanarOf(twist), time_ns);
          return {};
        });
  }
  for (const std::string& topic : TopicNames(args, "stamped_cmd_topic", "cmd_vel_stamped")) {
    input_.Listen<msgs::geometry_msgs::TwistStamped>(
        args, "stamped_cmd_topic", topic,
        [this](const msgs::geometry_msgs::TwistStamped& stamped, SimTimeNs time_ns) -> std::string {
          if (!IsFinite(stamped.twist)) return kNotFinite;
          SimTimeNs stamp_ns = msgs::FromTime(stamped.header.stamp);
          if (stamp_ns <= 0 || stamp_ns > time_ns) stamp_ns = time_ns;
          if (timeout_ns_ > 0 && time_ns - stamp_ns > timeout_ns_) {
            return "its stamp is older than cmd_vel_timeout";
          }
          Set(PlanarOf(stamped.twist), stamp_ns);
          return {};
        });
  }
}

void TwistInput::Set(const PlanarTwist& command, SimTimeNs time_ns) {
  command_ = command;
  time_ns_ = time_ns;
  is_other_ = false;
}

void TwistInput::SetOther(const PlanarTwist& command, SimTimeNs time_ns) {
  Set(command, time_ns);
  is_other_ = true;
}

}  // namespace surefoot::drives
