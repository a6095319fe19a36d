#include "surefoot/gateways/ros1/node/action_messages.h"

#include <cstring>

namespace surefoot::gateways::ros1 {
namespace {

using msgs::TypeInfo;
using msgs::actionlib_msgs::GoalID;
using msgs::actionlib_msgs::GoalStatus;
using msgs::std_msgs::Header;

/// "simulation_interfaces/SimulateSteps" of "simulation_interfaces/action/SimulateSteps".
std::string NameOf(const msgs::ActionInfo& action) {
  const std::string name = action.name;
  return name.substr(0, name.find('/')) + name.substr(name.rfind('/'));
}

}  // namespace

ActionTypes MakeActionTypes(const msgs::ActionInfo& action) {
  const std::string name = NameOf(action) + "Action";
  const auto with_status = [&](const char* part, const char* field, const TypeInfo& type) {
    return msgs::MakeRos1Type(
        name + part,
        {{"header", &Header::type()}, {"status", &GoalStatus::type()}, {field, &type}});
  };
  ActionTypes types;
  types.goal = msgs::MakeRos1Type(
      name + "Goal",
      {{"header", &Header::type()}, {"goal_id", &GoalID::type()}, {"goal", action.goal}});
  types.feedback = with_status("Feedback", "feedback", *action.feedback);
  types.result = with_status("Result", "result", *action.result);
  return types;
}

bool ReadActionGoal(const Bytes& bytes, ActionGoal* goal) {
  ByteReader reader(bytes);
  const auto time = [&](msgs::builtin_interfaces::Time* stamp) {
    stamp->sec = static_cast<std::int32_t>(reader.Get<std::uint32_t>());
    stamp->nanosec = reader.Get<std::uint32_t>();
  };
  // seq
  reader.Get<std::uint32_t>();
  time(&goal->header.stamp);
  goal->header.frame_id = reader.GetString();
  time(&goal->goal_id.stamp);
  goal->goal_id.id = reader.GetString();
  if (!reader.ok()) return false;
  goal->goal.assign(bytes.end() - static_cast<std::ptrdiff_t>(reader.left()), bytes.end());
  return true;
}

Chunk ActionFrame(const msgs::builtin_interfaces::Time& stamp, std::uint32_t seq,
                  const GoalStatus& status, const Bytes& content) {
  Header header;
  header.stamp = stamp;
  auto frame = std::make_shared<Bytes>(sizeof(std::uint32_t));
  msgs::AppendRos1(Header::type(), &header, seq, frame.get());
  msgs::AppendRos1(GoalStatus::type(), &status, seq, frame.get());
  frame->insert(frame->end(), content.begin(), content.end());
  const auto size = static_cast<std::uint32_t>(frame->size() - sizeof(std::uint32_t));
  std::memcpy(frame->data(), &size, sizeof size);
  return frame;
}

}  // namespace surefoot::gateways::ros1
