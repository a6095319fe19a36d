#include "surefoot/serve/recordings/recorded_drive.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "surefoot/record/message_reader.h"

// Recorded velocities are sent to a robot at their times in simulated time, as a client would.

namespace surefoot::serve {
namespace {

using msgs::geometry_msgs::Twist;
using msgs::geometry_msgs::TwistStamped;

/// Five hours of commands at 100 Hz.
constexpr std::size_t kMaxCommands = 2000000;

/// The sum is finite only if all parts are; a recording of another program may contain anything.
bool IsFinite(const Twist& twist) {
  return std::isfinite(twist.linear.x + twist.linear.y + twist.linear.z) &&
         std::isfinite(twist.angular.x + twist.angular.y + twist.angular.z);
}

const Twist* TwistOf(const record::TypedMessage& message) {
  if (const auto* twist = message.As<Twist>()) return twist;
  const auto* stamped = message.As<TwistStamped>();
  return stamped != nullptr ? &stamped->twist : nullptr;
}

/// Whether a topic's name is that of commands sent to a drive. Drives republish their commands on
/// other topics, which are less suitable.
bool IsCommand(const std::string& topic) {
  const std::string name = topic.substr(topic.rfind('/') + 1);
  return name == "cmd_vel" || name == "cmd_vel_stamped";
}

using ByTopic = std::map<std::string, std::vector<RecordedCommands::Command>>;

ByTopic::iterator Best(ByTopic* all) {
  return std::max_element(all->begin(), all->end(), [](const auto& a, const auto& b) {
    return std::pair(IsCommand(a.first), a.second.size()) <
           std::pair(IsCommand(b.first), b.second.size());
  });
}

}  // namespace

Result<RecordedCommands> ReadRecordedCommands(const std::string& path, const std::string& topic,
                                              double begin, double end,
                                              const std::atomic<bool>& stop) {
  auto reader = record::MessageReader::Open(path);
  if (!reader.ok()) return reader.error();
  ByTopic found;
  std::size_t count = 0;
  record::TypedMessage message;
  while (!stop && count < kMaxCommands && reader.value()->Next(&message)) {
    const double time = ToSeconds(message.time_ns());
    if ((!topic.empty() && message.topic() != topic) || time < begin || time > end) continue;
    const Twist* twist = TwistOf(message);
    if (twist == nullptr || !IsFinite(*twist)) continue;
    found[message.topic()].push_back({time - begin, *twist});
    ++count;
  }
  if (found.empty()) {
    return Error{(topic.empty() ? "the recording has no commands"
                                : "the recording has no commands on '" + topic + "'") +
                 std::string(" of the types Twist and TwistStamped, so it cannot drive the robot")};
  }
  const auto best = Best(&found);
  RecordedCommands commands{best->first, std::move(best->second), end - begin};
  std::stable_sort(commands.commands.begin(), commands.commands.end(),
                   [](const auto& a, const auto& b) { return a.time < b.time; });
  return commands;
}

Status RecordedDrive::Start(const std::string& robot, RecordedCommands commands, Claims* claims,
                            const Session& session) {
  std::string topic;
  for (const std::string& candidate : claims->commands()) {
    const graph::Topic* known = session.simulation().graph().FindTopic(candidate);
    const bool fits = known != nullptr && known->type == &Twist::type();
    if (!fits || claims->RobotOf(candidate) != robot) continue;
    // If the drive has several inputs, the recorded one is preferred.
    if (topic.empty() || candidate == commands.topic) topic = candidate;
  }
  if (topic.empty()) return Error{"'" + robot + "' has no drive that takes velocities (Twist)"};
  const auto taken = claims->RequestControl(robot, kClient, true, Claims::Clock::now());
  if (!taken.ok()) return taken.error();
  robot_ = robot;
  topic_ = topic;
  recorded_ = std::move(commands);
  next_ = 0;
  start_ns_ = last_ns_ = session.simulation().time_ns();
  return Status();
}

void RecordedDrive::Stop(Claims* claims) {
  if (!active()) return;
  if (claims->OwnerOf(robot_) == kClient) claims->Release(kClient);
  robot_.clear();
  recorded_ = {};
}

bool RecordedDrive::Update(Claims* claims, Session* session) {
  if (!active()) return true;
  const SimTimeNs now_ns = session->simulation().time_ns();
  const double elapsed = ToSeconds(now_ns - start_ns_);
  // A client took the robot, time was set back, or the recording is over.
  if (claims->OwnerOf(robot_) != kClient || now_ns < last_ns_ || elapsed > recorded_.duration) {
    Stop(claims);
    return false;
  }
  last_ns_ = now_ns;
  for (; next_ < recorded_.commands.size() && recorded_.commands[next_].time <= elapsed; ++next_) {
    // The topic belongs to a drive of this world, which counts what it refuses.
    const Status status = session->Publish(topic_, recorded_.commands[next_].twist);
    static_cast<void>(status);
  }
  return true;
}

}  // namespace surefoot::serve
