#include "surefoot/gateways/dds/vendors.h"
#include "surefoot/gateways/ros2/test/gateway_fixture.h"
#include "surefoot/msgs/action_msgs.h"
#include "surefoot/msgs/cdr.h"
#include "surefoot/msgs/simulation_interfaces.h"

namespace surefoot::gateways::ros2 {
namespace {

using msgs::action_msgs::CancelGoal;
using msgs::action_msgs::GoalStatus;
using msgs::action_msgs::GoalStatusArray;
using SimulateSteps = msgs::simulation_interfaces::SimulateSteps;
using Uuid = std::array<std::uint8_t, 16>;

constexpr const char* kStatus = "/simulate_steps/_action/status";
constexpr const char* kFeedback = "/simulate_steps/_action/feedback";
constexpr const char* kType = "simulation_interfaces/action/SimulateSteps";

/// The protocol of actions from the side of a client, written field by field.
class Ros2Actions : public Ros2GatewayTest {
 protected:
  std::optional<bool> SendGoal(const Uuid& uuid, std::uint64_t steps) {
    Bytes cdr;
    msgs::CdrWriter writer(&cdr);
    writer.Write(uuid);
    writer.Write(SimulateSteps::Goal{.steps = steps});
    const auto answer =
        Call("/simulate_steps/_action/send_goal", kType + std::string("_SendGoal"), cdr);
    if (!answer) return std::nullopt;
    msgs::CdrReader reader(answer->data(), answer->size());
    bool accepted = false;
    msgs::builtin_interfaces::Time stamp;
    reader.Read(&accepted);
    reader.Read(&stamp);
    if (!reader.ok()) return std::nullopt;
    return accepted;
  }

  struct Ended {
    std::int8_t status = 0;
    SimulateSteps::Result result;
  };
  std::optional<Ended> GetResult(const Uuid& uuid) {
    Bytes cdr;
    msgs::CdrWriter writer(&cdr);
    writer.Write(uuid);
    const auto answer =
        Call("/simulate_steps/_action/get_result", kType + std::string("_GetResult"), cdr);
    if (!answer) return std::nullopt;
    msgs::CdrReader reader(answer->data(), answer->size());
    Ended ended;
    reader.Read(&ended.status);
    reader.Read(&ended.result);
    if (!reader.ok()) return std::nullopt;
    return ended;
  }

  std::optional<CancelGoal::Response> Cancel(const Uuid& uuid) {
    CancelGoal::Request request;
    request.goal_info.goal_id.uuid = uuid;
    return Call<CancelGoal>("/simulate_steps/_action/cancel_goal", request);
  }
};

constexpr Uuid kFirst = {1, 2, 3};
constexpr Uuid kSecond = {4, 5, 6};

TEST_P(Ros2Actions, AGoalGivesFeedbackAndAResult) {
  Start();
  peer_->Subscribe(kStatus, "action_msgs/msg/GoalStatusArray", {.latched = true, .depth = 1});
  peer_->Subscribe(kFeedback, kType + std::string("_FeedbackMessage"));
  ASSERT_TRUE(Until([&] { return peer_->MatchedWriters(kFeedback) > 0; }));
  EXPECT_EQ(SendGoal(kFirst, 500), true);
  const auto ended = GetResult(kFirst);
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->status, GoalStatus::STATUS_SUCCEEDED);
  EXPECT_EQ(ended->result.result.result, msgs::simulation_interfaces::Result::RESULT_OK);
  const std::vector<Bytes> feedback = peer_->Received(kFeedback);
  ASSERT_FALSE(feedback.empty());
  msgs::CdrReader reader(feedback.back().data(), feedback.back().size());
  Uuid uuid{};
  SimulateSteps::Feedback last;
  reader.Read(&uuid);
  reader.Read(&last);
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(uuid, kFirst);
  EXPECT_EQ(last.completed_steps, 1u);
  EXPECT_TRUE(Until([&] {
    const auto status = peer_->Last<GoalStatusArray>(kStatus);
    return status && status->status_list.size() == 1 &&
           status->status_list[0].status == GoalStatus::STATUS_SUCCEEDED;
  }));
}

TEST_P(Ros2Actions, ResultsCanBeFetchedLater) {
  Start();
  ASSERT_EQ(SendGoal(kFirst, 2), true);
  ASSERT_TRUE(GetResult(kFirst));
  const auto again = GetResult(kFirst);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->status, GoalStatus::STATUS_SUCCEEDED);
  const auto unknown = GetResult(kSecond);
  ASSERT_TRUE(unknown);
  EXPECT_EQ(unknown->status, GoalStatus::STATUS_UNKNOWN);
}

TEST_P(Ros2Actions, AGoalWithTheSameIdIsRejected) {
  Start();
  ASSERT_EQ(SendGoal(kFirst, 2), true);
  EXPECT_EQ(SendGoal(kFirst, 2), false);
}

TEST_P(Ros2Actions, AGoalCanBeCanceled) {
  Start();
  ASSERT_EQ(SendGoal(kFirst, 1000000000), true);
  const auto unknown = Cancel(kSecond);
  ASSERT_TRUE(unknown);
  EXPECT_EQ(unknown->return_code, CancelGoal::Response::ERROR_UNKNOWN_GOAL_ID);
  const auto canceled = Cancel(kFirst);
  ASSERT_TRUE(canceled);
  EXPECT_EQ(canceled->return_code, CancelGoal::Response::ERROR_NONE);
  ASSERT_EQ(canceled->goals_canceling.size(), 1u);
  EXPECT_EQ(canceled->goals_canceling[0].goal_id.uuid, kFirst);
  const auto ended = GetResult(kFirst);
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->status, GoalStatus::STATUS_CANCELED);
  const auto again = Cancel(kFirst);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->return_code, CancelGoal::Response::ERROR_GOAL_TERMINATED);
}

TEST_P(Ros2Actions, WithoutAnIdAllGoalsAreCanceled) {
  Start();
  ASSERT_EQ(SendGoal(kFirst, 1000000000), true);
  const auto canceled = Cancel(Uuid{});
  ASSERT_TRUE(canceled);
  EXPECT_EQ(canceled->goals_canceling.size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Vendors, Ros2Actions, testing::ValuesIn(dds::Vendors()),
                         [](const auto& vendor) { return vendor.param; });

}  // namespace
}  // namespace surefoot::gateways::ros2
