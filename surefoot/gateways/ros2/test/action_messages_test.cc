#include "surefoot/gateways/ros2/action_messages.h"

#include <gtest/gtest.h>

#include "surefoot/msgs/cdr.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/msgs/std_srvs.h"

namespace surefoot::gateways::ros2 {
namespace {

using SimulateSteps = msgs::simulation_interfaces::SimulateSteps;

GoalUuid SomeUuid() {
  GoalUuid uuid;
  for (std::uint8_t i = 0; i < uuid.size(); ++i) uuid[i] = static_cast<std::uint8_t>(i + 1);
  return uuid;
}

TEST(ActionMessages, AGoalIsReadBehindItsId) {
  Bytes cdr;
  msgs::CdrWriter writer(&cdr);
  writer.Write(SomeUuid());
  writer.Write(SimulateSteps::Goal{.steps = 12345678901234});
  const std::optional<SendGoalRequest> request = ReadSendGoal(cdr);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->uuid, SomeUuid());
  SimulateSteps::Goal goal;
  ASSERT_TRUE(msgs::Decode(request->goal, &goal));
  EXPECT_EQ(goal.steps, 12345678901234u);
}

TEST(ActionMessages, TooFewBytesAreNoRequest) {
  EXPECT_FALSE(ReadSendGoal({}));
  EXPECT_FALSE(ReadSendGoal({0, 1, 0, 0, 1, 2, 3}));
  EXPECT_FALSE(ReadGetResult({0, 1, 0, 0}));
  EXPECT_FALSE(ReadGetResult(Bytes(20, 7)));
}

TEST(ActionMessages, TheAnswerToAGoal) {
  const Bytes cdr = SendGoalResponse(true, {.sec = 3, .nanosec = 4});
  // A bool, three octets of padding, two numbers.
  EXPECT_EQ(cdr, (Bytes{0, 1, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0}));
}

/// What the writer makes of a struct of a status and a result, as a ROS node would.
template <typename Result>
Bytes Expected(std::int8_t status, const Result& result) {
  Bytes cdr;
  msgs::CdrWriter writer(&cdr);
  writer.Write(status);
  writer.Write(result);
  return cdr;
}

TEST(ActionMessages, AResultIsAlignedBehindTheStatus) {
  SimulateSteps::Result steps;
  steps.result.result = 1;
  steps.result.error_message = "no";
  EXPECT_EQ(GetResultResponse(4, SimulateSteps::Result::type(), &steps), Expected(4, steps));
  // Every kind of field: numbers of 8 octets, texts, arrays of fixed and of other length, messages.
  msgs::sensor_msgs::Imu imu;
  imu.header.frame_id = "imu_link";
  imu.orientation.w = 0.5;
  imu.orientation_covariance[8] = 2.0;
  EXPECT_EQ(GetResultResponse(5, msgs::sensor_msgs::Imu::type(), &imu), Expected(5, imu));
  msgs::sensor_msgs::JointState joints;
  joints.name = {"a", "wheel"};
  joints.position = {1.0, 2.0};
  EXPECT_EQ(GetResultResponse(6, msgs::sensor_msgs::JointState::type(), &joints),
            Expected(6, joints));
  const msgs::std_srvs::Empty::Request empty;
  EXPECT_EQ(GetResultResponse(6, msgs::std_srvs::Empty::Request::type(), &empty),
            Expected(6, empty));
}

TEST(ActionMessages, FeedbackFollowsTheId) {
  SimulateSteps::Feedback feedback;
  feedback.completed_steps = 7;
  feedback.remaining_steps = 9;
  Bytes own;
  msgs::Encode(feedback, &own);
  Bytes expected;
  msgs::CdrWriter writer(&expected);
  writer.Write(SomeUuid());
  writer.Write(feedback);
  EXPECT_EQ(FeedbackMessage(SomeUuid(), own), expected);
}

}  // namespace
}  // namespace surefoot::gateways::ros2
