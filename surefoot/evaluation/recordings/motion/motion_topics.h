#pragma once

/// Chooses the topics of a recording with the reference poses and the commands. Private to this
/// folder and its tests.

#include <map>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/motion/motion_log.h"

namespace surefoot::gap {

/// Whether a topic of poses can serve as reference, judged by its name.
enum class ReferenceKind {
  /// A tracker, localisation in a map, or the ground truth of a simulator.
  kPlace,
  /// Wheels and gyro fused by a filter: it drifts, so the report has a note of caution.
  kFused,
  /// Wheel odometry only.
  kWheels,
};
ReferenceKind ReferenceKindOf(const std::string& topic);

/// An error for wheel odometry: it contains the wheel slip that is to be measured, so it cannot be
/// the reference.
Status CheckReferenceTopic(const std::string& file, const std::string& topic);
/// A note of caution for fused odometry; otherwise empty.
std::string ReferenceNote(const std::string& topic);

struct TopicOfLog {
  /// "nav_msgs/msg/Odometry".
  std::string type;
  std::size_t messages = 0;
};
using TopicsOfLog = std::map<std::string, TopicOfLog>;

bool HasPoses(const std::string& type);
bool HasTwists(const std::string& type);

/// The named topic, or the best one: ground truth of a run, trackers, localisation in a map. Wheel
/// odometry is never chosen. The error lists the topics with poses.
Result<std::string> ChoosePoseTopic(const std::string& file, const TopicsOfLog& topics,
                                    const MotionNames& names);

/// The named topic; or the Twists that the controller received, by the names of the simulated robot
/// or of Clearpath's robots; or wheel speeds (`wheel_topic`, empty when there are none).
Result<std::string> ChooseCommandTopic(const std::string& file, const TopicsOfLog& topics,
                                       const std::string& wheel_topic, const MotionNames& names);

}  // namespace surefoot::gap
