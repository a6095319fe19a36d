#pragma once

/// The messages of actionlib that contain those of an action. ROS 1 generates a type for each
/// action; here they are put together from their parts.

#include <cstdint>
#include <string>

#include "surefoot/gateways/ros1/net/send_queue.h"
#include "surefoot/msgs/actionlib_msgs.h"
#include "surefoot/msgs/ros1.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::gateways::ros1 {

/// "pkg/NameActionGoal" and so on.
struct ActionTypes {
  msgs::Ros1Type goal;
  msgs::Ros1Type feedback;
  msgs::Ros1Type result;
};

ActionTypes MakeActionTypes(const msgs::ActionInfo& action);

/// An ActionGoal, with the action's own goal as its bytes.
struct ActionGoal {
  msgs::std_msgs::Header header;
  msgs::actionlib_msgs::GoalID goal_id;
  Bytes goal;
};

/// False if the bytes do not fit.
bool ReadActionGoal(const Bytes& bytes, ActionGoal* goal);

/// An ActionFeedback or ActionResult with its length before it; `content`: the bytes of the
/// action's own feedback or result.
Chunk ActionFrame(const msgs::builtin_interfaces::Time& stamp, std::uint32_t seq,
                  const msgs::actionlib_msgs::GoalStatus& status, const Bytes& content);

}  // namespace surefoot::gateways::ros1
