#include "surefoot/serve/ros_control/switching.h"

#include <gmock/gmock.h>

namespace surefoot::serve {
namespace {

using sim::ControllerState;
using testing::HasSubstr;
using Switch = msgs::controller_manager_msgs::SwitchController;
using Names = std::vector<std::string>;

/// Two controllers of the arm's joints (axes 0 and 1), and one of a base (axis 2).
RobotControllers Robot() {
  const auto make = [](const char* name, std::vector<int> axes, ControllerState state) {
    sim::Controller controller;
    controller.info.name = name;
    controller.info.model = "robot";
    controller.info.axes = std::move(axes);
    controller.info.command_interfaces = {std::string(name) + "_joint/position"};
    controller.state = state;
    return controller;
  };
  RobotControllers robot;
  robot.robot = "robot";
  robot.controllers = {make("arm", {0, 1}, ControllerState::kActive),
                       make("forward", {1}, ControllerState::kInactive),
                       make("base", {2}, ControllerState::kUnconfigured),
                       make("spare", {2}, ControllerState::kUnloaded)};
  return robot;
}

Switch::Request Request(Names activate, Names deactivate, int strictness) {
  Switch::Request request;
  request.activate_controllers = std::move(activate);
  request.deactivate_controllers = std::move(deactivate);
  request.strictness = strictness;
  return request;
}
Switch::Request Strict(Names activate, Names deactivate) {
  return Request(std::move(activate), std::move(deactivate), Switch::Request::STRICT);
}
Switch::Request BestEffort(Names activate, Names deactivate) {
  return Request(std::move(activate), std::move(deactivate), Switch::Request::BEST_EFFORT);
}

/// "arm inactive forward active", or "error: " and the message.
std::string Text(const Result<PlannedChange>& plan) {
  if (!plan.ok()) return "error: " + plan.error().message;
  std::string text;
  for (const auto& entry : plan->change.controllers) {
    text += (text.empty() ? "" : " ") + entry.name + " " + ControllerStateName(entry.state);
  }
  return text;
}

TEST(Switching, ExchangesControllersOfAJoint) {
  EXPECT_EQ(Text(PlanSwitch(Robot(), Strict({"forward"}, {"arm"}))), "arm inactive forward active");
  EXPECT_EQ(PlanSwitch(Robot(), Strict({"forward"}, {"arm"}))->message,
            "Successfully switched controllers!");
}

TEST(Switching, RestartsAController) {
  EXPECT_EQ(Text(PlanSwitch(Robot(), Strict({"arm"}, {"arm"}))), "arm inactive arm active");
}

TEST(Switching, StrictRefusesAll) {
  EXPECT_THAT(Text(PlanSwitch(Robot(), Strict({"arm"}, {}))), HasSubstr("is already active"));
  EXPECT_THAT(Text(PlanSwitch(Robot(), Strict({"base"}, {"arm"}))), HasSubstr("'unconfigured'"));
  EXPECT_THAT(Text(PlanSwitch(Robot(), Strict({}, {"arm", "forward"}))),
              HasSubstr("'forward' can not be deactivated since it is not active"));
  EXPECT_THAT(Text(PlanSwitch(Robot(), Strict({"nobody"}, {"arm"}))),
              HasSubstr("'nobody' because no controller with this name exists"));
  EXPECT_THAT(Text(PlanSwitch(Robot(), Strict({"spare"}, {}))), HasSubstr("no controller"))
      << "it is not loaded";
}

TEST(Switching, BestEffortDoesWhatIsPossible) {
  EXPECT_EQ(Text(PlanSwitch(Robot(), BestEffort({"base", "forward"}, {"arm", "forward"}))),
            "arm inactive forward active");
  EXPECT_EQ(Text(PlanSwitch(Robot(), BestEffort({"nobody", "forward"}, {"arm"}))),
            "arm inactive forward active");
  EXPECT_THAT(Text(PlanSwitch(Robot(), BestEffort({"nobody"}, {}))), HasSubstr("'nobody'"));
  const auto nothing = PlanSwitch(Robot(), BestEffort({"arm"}, {}));
  ASSERT_TRUE(nothing.ok());
  EXPECT_TRUE(nothing->change.controllers.empty());
  EXPECT_THAT(nothing->message, HasSubstr("no controllers need to be"));
}

TEST(Switching, AJointHasOneController) {
  for (const auto& request : {Strict({"forward"}, {}), BestEffort({"forward"}, {})}) {
    EXPECT_THAT(Text(PlanSwitch(Robot(), request)), HasSubstr("Resource conflict"));
    EXPECT_THAT(Text(PlanSwitch(Robot(), request)), HasSubstr("'arm'"));
  }
  RobotControllers both = Robot();
  both.controllers[0].state = ControllerState::kInactive;
  EXPECT_THAT(Text(PlanSwitch(both, Strict({"arm", "forward"}, {}))),
              HasSubstr("Resource conflict"));
}

TEST(Switching, LifeCycle) {
  EXPECT_EQ(Text(PlanLoad(Robot(), "spare")), "spare unconfigured");
  EXPECT_THAT(Text(PlanLoad(Robot(), "arm")), HasSubstr("already loaded"));
  EXPECT_THAT(Text(PlanLoad(Robot(), "nobody")), HasSubstr("'type' param was not defined"));
  EXPECT_EQ(Text(PlanConfigure(Robot(), "base")), "base inactive");
  EXPECT_EQ(Text(PlanConfigure(Robot(), "forward")), "forward inactive");
  EXPECT_THAT(Text(PlanConfigure(Robot(), "arm")), HasSubstr("state 'active'"));
  EXPECT_THAT(Text(PlanConfigure(Robot(), "spare")), HasSubstr("no controller"));
  EXPECT_EQ(Text(PlanCleanup(Robot(), "forward")), "forward unconfigured");
  EXPECT_THAT(Text(PlanCleanup(Robot(), "arm")), HasSubstr("state 'active'"));
  EXPECT_EQ(Text(PlanUnload(Robot(), "forward")), "forward unloaded");
  EXPECT_THAT(Text(PlanUnload(Robot(), "arm")), HasSubstr("state 'active'"));
}

// The sequence of calls of a spawner.
TEST(Switching, SpawnersMayAskForWhatRunsAlready) {
  RobotControllers robot = Robot();
  robot.started = {"arm"};
  EXPECT_EQ(Text(PlanLoad(robot, "arm")), "");
  EXPECT_EQ(Text(PlanConfigure(robot, "arm")), "");
  EXPECT_EQ(Text(PlanSwitch(robot, Strict({"arm"}, {}))), "");
  EXPECT_EQ(Text(PlanSwitch(robot, Strict({"arm"}, {"arm"}))), "arm inactive arm active");
}

}  // namespace
}  // namespace surefoot::serve
