#pragma once

/// The messages of an action in ROS 2, in CDR: each wraps one of the action's own messages
/// (https://design.ros2.org/articles/actions.html).

#include <array>
#include <cstdint>
#include <optional>

#include "surefoot/base/bytes.h"
#include "surefoot/msgs/builtin_interfaces.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::gateways::ros2 {

using GoalUuid = std::array<std::uint8_t, 16>;

/// SendGoal_Request: the id, and the goal in CDR. Absent if the bytes are too few.
struct SendGoalRequest {
  GoalUuid uuid = {};
  Bytes goal;
};
std::optional<SendGoalRequest> ReadSendGoal(const Bytes& cdr);
Bytes SendGoalResponse(bool accepted, const msgs::builtin_interfaces::Time& stamp);

/// GetResult_Request: the id.
std::optional<GoalUuid> ReadGetResult(const Bytes& cdr);
/// `result`: a message of the action's result type.
Bytes GetResultResponse(std::int8_t status, const msgs::TypeInfo& type, const void* result);

/// FeedbackMessage of the action's feedback in CDR.
Bytes FeedbackMessage(const GoalUuid& uuid, const Bytes& feedback);

}  // namespace surefoot::gateways::ros2
