#include "surefoot/evaluation/recordings/motion/reference_topic.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "surefoot/base/text.h"

namespace surefoot::gap {
namespace {

bool HasOneOf(const std::string& text, const std::initializer_list<std::string_view>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return text.find(part) != std::string::npos; });
}

}  // namespace

ReferenceKind ReferenceKindOf(const std::string& topic) {
  std::string name = topic;
  name = Lower(name);
  const std::string last = name.substr(name.rfind('/') + 1);
  // Odometry of lidars and cameras measures the place; a simulator's truth says so.
  if (HasOneOf(name, {"truth", "lidar", "laser", "icp", "visual", "vio", "mocap", "vicon", "gps",
                      "global", "slam", "map"})) {
    return ReferenceKind::kPlace;
  }
  if (HasOneOf(name, {"odometry/filtered", "filtered_odom", "odom_filtered", "ekf", "ukf"})) {
    return ReferenceKind::kFused;
  }
  if (HasOneOf(name, {"wheel", "encoder", "velocity_controller", "diff_drive", "diffdrive",
                      "dead_reckoning"}) ||
      HasOneOf(last, {"odom"})) {
    return ReferenceKind::kWheels;
  }
  return ReferenceKind::kPlace;
}

Status CheckReferenceTopic(const std::string& file, const std::string& topic) {
  if (ReferenceKindOf(topic) != ReferenceKind::kWheels) return Status();
  return Error{
      file + ": " + topic +
      " is wheel odometry, which cannot tell where the robot really was: it counts turned "
      "wheels, and how they slip is what is to be found out. Choose poses of a tracker, of "
      "localisation in a map, of lidar or satellites. If it is one of these, say so in its "
      "name (.../truth)"};
}

std::string ReferenceNote(const std::string& topic) {
  if (ReferenceKindOf(topic) != ReferenceKind::kFused) return "";
  return topic +
         " is dead reckoning of wheels and gyro by a filter: it drifts, so that errors of position "
         "hold its own, too";
}

}  // namespace surefoot::gap
