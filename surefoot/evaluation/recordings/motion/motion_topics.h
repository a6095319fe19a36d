#pragma once

/// Which topics of a recording tell where a robot was and what it was told. Private to this folder
/// and its tests.

#include <map>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/motion/motion_log.h"

namespace surefoot::gap {

/// What a topic of poses says about where the robot really was.
enum class ReferenceKind {
  /// A tracker, localisation in a map, a simulator's own truth: as far as its name tells.
  kPlace,
  /// Dead reckoning of wheels and gyro that was fused by a filter: it drifts, and must be said so.
  kFused,
  /// Turned wheels and nothing else.
  kWheels,
};
ReferenceKind ReferenceKindOf(const std::string& topic);

/// An error for wheel odometry: its slip is what is to be found out, and it has the same.
Status CheckReferenceTopic(const std::string& file, const std::string& topic);
/// A sentence of caution for fused odometry; else empty.
std::string ReferenceNote(const std::string& topic);

struct TopicOfLog {
  /// "nav_msgs/msg/Odometry".
  std::string type;
  std::size_t messages = 0;
};
using TopicsOfLog = std::map<std::string, TopicOfLog>;

bool HasPoses(const std::string& type);
bool HasTwists(const std::string& type);

/// The named one, or the best: the run's own truth, trackers, localisation in a map. Wheel odometry
/// is never chosen. An error lists those with poses, to choose from.
Result<std::string> ChoosePoseTopic(const std::string& file, const TopicsOfLog& topics,
                                    const MotionNames& names);

/// The named one; or the Twists that the controller got: as the simulated robot's are named, or as
/// on robots of Clearpath; or speeds of wheels (`wheel_topic`, empty when there are none).
Result<std::string> ChooseCommandTopic(const std::string& file, const TopicsOfLog& topics,
                                       const std::string& wheel_topic, const MotionNames& names);

}  // namespace surefoot::gap
