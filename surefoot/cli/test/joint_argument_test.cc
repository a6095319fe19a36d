#include <gtest/gtest.h>

#include "surefoot/cli/commands/run_arguments.h"
#include "surefoot/cli/test/test_world.h"

namespace surefoot::cli {
namespace {

using physics::ControlMode;
using world::JointType;

std::shared_ptr<const world::World> MakeRobots(const std::vector<std::string>& names) {
  const auto model = test::MakeBalls({"base", "wheel", "odd", "mast", "head"});
  test::Connect("wheel", JointType::kContinuous, 0, 1, model.get());
  test::Connect("wheel.1", JointType::kContinuous, 0, 2, model.get());
  test::Connect("mast", JointType::kFixed, 0, 3, model.get());
  test::Connect("neck", JointType::kUniversal, 0, 4, model.get());
  return test::MakeWorldOf(model, names);
}

sim::JointCommand Resolved(const std::string& text) {
  const Result<JointTarget> argument = ParseJointArgument(text);
  EXPECT_TRUE(argument.ok()) << argument.error().message;
  const Result<sim::JointCommand> command = ResolveJoint(argument.value(), *MakeRobots({"robot"}));
  EXPECT_TRUE(command.ok()) << command.error().message;
  return command.value();
}

std::string ResolveError(const std::string& text, const world::World& world) {
  const Result<sim::JointCommand> command = ResolveJoint(ParseJointArgument(text).value(), world);
  return command.ok() ? "" : command.error().message;
}

TEST(JointArgument, ModeAndValue) {
  const sim::JointCommand velocity = Resolved("wheel=velocity:3.5");
  EXPECT_EQ(velocity.joint, "wheel");
  EXPECT_EQ(velocity.axis, 0);
  EXPECT_EQ(velocity.mode, ControlMode::kVelocity);
  EXPECT_EQ(velocity.target, 3.5);
  EXPECT_EQ(Resolved("wheel=effort:-1e-3").target, -1e-3);
  EXPECT_EQ(Resolved("wheel=effort:1").mode, ControlMode::kEffort);
  EXPECT_EQ(Resolved("wheel=position:1").mode, ControlMode::kPosition);
}

TEST(JointArgument, ScopedNameKeepsItsColons) {
  EXPECT_EQ(Resolved("robot::wheel=velocity:1").joint, "robot::wheel");
}

TEST(JointArgument, AxisAfterADotUnlessItIsPartOfTheName) {
  EXPECT_EQ(Resolved("neck.1=position:0.5").joint, "neck");
  EXPECT_EQ(Resolved("neck.1=position:0.5").axis, 1);
  EXPECT_EQ(Resolved("wheel.1=velocity:2").joint, "wheel.1");
  EXPECT_EQ(Resolved("wheel.1=velocity:2").axis, 0);
}

TEST(JointArgument, WrongTextIsExplained) {
  const std::pair<const char*, const char*> cases[] = {
      {"wheel", "no '='"},
      {"=velocity:1", "joint is missing"},
      {"wheel=velocity", "no ':'"},
      {"wheel=fast:1", "'fast' is not a mode (velocity, position or effort)"},
      {"wheel=velocity:", "'' is not a finite number"},
      {"wheel=velocity:1x", "'1x' is not a finite number"},
      {"wheel=velocity:inf", "'inf' is not a finite number"},
  };
  for (const auto& [text, expected] : cases) {
    const Result<JointTarget> argument = ParseJointArgument(text);
    ASSERT_FALSE(argument.ok()) << text;
    EXPECT_NE(argument.error().message.find(expected), std::string::npos)
        << argument.error().message;
    EXPECT_NE(argument.error().message.find("JOINT[.AXIS]=MODE:VALUE"), std::string::npos);
  }
}

TEST(JointArgument, UnknownJointGetsAdvice) {
  const auto one = MakeRobots({"robot"});
  EXPECT_EQ(ResolveError("weel=velocity:1", *one),
            "there is no joint 'weel'; did you mean 'wheel'?");
  EXPECT_EQ(ResolveError("antenna=velocity:1", *one),
            "there is no joint 'antenna'; the world has robot::wheel, robot::wheel.1, robot::neck");
  EXPECT_EQ(ResolveError("wheel=velocity:1", *MakeRobots({"anna", "bob"})),
            "several models have a joint 'wheel'; write for example anna::wheel");
}

}  // namespace
}  // namespace surefoot::cli
