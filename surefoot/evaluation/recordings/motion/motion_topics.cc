#include "surefoot/evaluation/recordings/motion/motion_topics.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"

namespace surefoot::gap {
namespace {

constexpr std::array<std::string_view, 5> kPoseTypes = {
    "nav_msgs/msg/Odometry", "geometry_msgs/msg/PoseStamped",
    "geometry_msgs/msg/PoseWithCovarianceStamped", "tf2_msgs/msg/TFMessage",
    "surefoot_msgs/msg/BodyStates"};
constexpr std::array<std::string_view, 2> kTwistTypes = {"geometry_msgs/msg/Twist",
                                                         "geometry_msgs/msg/TwistStamped"};

/// Input topics of controllers come before those of operators: twist_mux is between them, and only
/// what it forwards reaches the wheels.
constexpr std::array<std::string_view, 9> kCommandNames = {
    "husky_velocity_controller/cmd_vel",
    "warthog_velocity_controller/cmd_vel",
    "jackal_velocity_controller/cmd_vel",
    "platform_velocity_controller/cmd_vel",
    "platform_velocity_controller/cmd_vel_unstamped",
    "velocity_controller/cmd_vel",
    "platform/cmd_vel_unstamped",
    "platform/cmd_vel",
    "cmd_vel"};

/// Words in the names of topics with measured places, the most reliable first.
constexpr std::array<std::string_view, 13> kPlaceWords = {
    "ground_truth", "groundtruth", "mocap", "vicon",        "optitrack", "vrpn",   "qualisys",
    "truth",        "icp",         "slam",  "localization", "amcl",      "tracked"};

template <std::size_t kCount>
bool IsOneOf(const std::string& text, const std::array<std::string_view, kCount>& all) {
  return std::find(all.begin(), all.end(), text) != all.end();
}

template <typename Filter>
std::vector<std::string> Named(const TopicsOfLog& topics, Filter filter) {
  std::vector<std::string> names;
  for (const auto& [name, topic] : topics) {
    if (topic.messages > 1 && filter(topic.type)) names.push_back(name);
  }
  return names;
}

std::string Listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMax = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMax); ++i) {
    text += (text.empty() ? "" : ", ") + names[i];
  }
  return names.size() > kMax ? text + ", ..." : text;
}

/// Lower is better; negative: not a reference.
int RankOf(const std::string& topic, const std::string& type, const MotionNames& names) {
  if (ReferenceKindOf(topic) != ReferenceKind::kPlace) return -1;
  const std::string name = Lower(topic);
  const bool is_own = !names.robot.empty() && name.find(Lower(names.robot)) != std::string::npos;
  for (std::size_t i = 0; i < kPlaceWords.size(); ++i) {
    if (name.find(kPlaceWords[i]) != std::string::npos) {
      return static_cast<int>(2 * i) + (is_own ? 0 : 1);
    }
  }
  constexpr int kAfterWords = 100;
  if (type == "surefoot_msgs/msg/BodyStates") return kAfterWords;
  if (type == "geometry_msgs/msg/PoseStamped") return kAfterWords + 1;
  if (type == "geometry_msgs/msg/PoseWithCovarianceStamped") return kAfterWords + 2;
  return -1;
}

Status CheckNamed(const std::string& file, const std::string& option, const std::string& name,
                  const TopicsOfLog& topics, const std::vector<std::string>& fitting) {
  const auto found = topics.find(name);
  const std::string others =
      fitting.empty() ? "the recording has none" : "there are: " + Listed(fitting);
  if (found == topics.end()) {
    return Error{file + ": " + option + ": no topic " + name + "; " + others};
  }
  if (std::find(fitting.begin(), fitting.end(), name) == fitting.end()) {
    return Error{file + ": " + option + ": " + name + " has " +
                 std::to_string(found->second.messages) + " messages of type " +
                 found->second.type + "; " + others};
  }
  return Status();
}

bool HasOneOf(const std::string& text, const std::initializer_list<std::string_view>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return text.find(part) != std::string::npos; });
}

}  // namespace

bool HasPoses(const std::string& type) { return IsOneOf(type, kPoseTypes); }
bool HasTwists(const std::string& type) { return IsOneOf(type, kTwistTypes); }

Result<std::string> ChoosePoseTopic(const std::string& file, const TopicsOfLog& topics,
                                    const MotionNames& names) {
  const std::vector<std::string> fitting = Named(topics, HasPoses);
  if (!names.truth.empty()) {
    SUREFOOT_TRY(CheckNamed(file, "--truth", names.truth, topics, fitting));
    return names.truth;
  }
  std::string best;
  int best_rank = -1;
  for (const std::string& name : fitting) {
    const int rank = RankOf(name, topics.at(name).type, names);
    if (rank < 0 || (best_rank >= 0 && rank >= best_rank)) continue;
    best = name;
    best_rank = rank;
  }
  if (best_rank >= 0) return best;
  if (fitting.empty()) {
    return Error{file +
                 ": The recording has no pose topic of a supported type: nav_msgs/Odometry, "
                 "geometry_msgs/PoseStamped, PoseWithCovarianceStamped or tf2_msgs/TFMessage."};
  }
  // Only odometry: report why it cannot be the reference.
  for (const std::string& name : fitting) {
    const Status wheels = CheckReferenceTopic(file, name);
    if (!wheels.ok() && fitting.size() == 1) return wheels.error();
  }
  return Error{file +
               ": The recording has no pose topic with a known name. Choose one (--truth): " +
               Listed(fitting)};
}

Result<std::string> ChooseCommandTopic(const std::string& file, const TopicsOfLog& topics,
                                       const std::string& wheel_topic, const MotionNames& names) {
  std::vector<std::string> fitting = Named(topics, HasTwists);
  if (!names.commands.empty()) {
    if (!wheel_topic.empty()) fitting.push_back(wheel_topic);
    SUREFOOT_TRY(CheckNamed(file, "--commands", names.commands, topics, fitting));
    return names.commands;
  }
  for (const std::string& name : names.listened) {
    if (std::find(fitting.begin(), fitting.end(), name) != fitting.end()) return name;
  }
  for (std::string_view known : kCommandNames) {
    for (const std::string& name : fitting) {
      if (name == known || name.ends_with("/" + std::string(known))) return name;
    }
  }
  if (!wheel_topic.empty()) return wheel_topic;
  return Error{file +
               ": no commands of the robot were recorded: neither geometry_msgs/Twist "
               "messages on a topic like cmd_vel nor speeds of its wheels in "
               "sensor_msgs/JointState" +
               (fitting.empty() ? "." : ". Choose one (--commands): " + Listed(fitting))};
}

ReferenceKind ReferenceKindOf(const std::string& topic) {
  std::string name = topic;
  name = Lower(name);
  const std::string last = name.substr(name.rfind('/') + 1);
  // Lidar and visual odometry measure the place; the truth of a simulator has it in its name.
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
  return Error{file + ": " + topic +
               " is wheel odometry, which does not contain the slip of the wheels, so it cannot "
               "serve as reference. Choose poses of a tracker, of localisation in a map, of lidar "
               "or satellites. If the topic contains such poses, rename it to .../truth"};
}

std::string ReferenceNote(const std::string& topic) {
  if (ReferenceKindOf(topic) != ReferenceKind::kFused) return "";
  return topic +
         " is dead reckoning of wheels and gyroscope by a filter: it drifts, so position errors "
         "include its drift";
}

}  // namespace surefoot::gap
