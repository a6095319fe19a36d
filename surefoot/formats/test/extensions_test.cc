#include "surefoot/formats/extensions.h"

#include <gtest/gtest.h>

namespace surefoot::formats {
namespace {

using world::Element;

Element Make(const std::string& name, std::vector<std::pair<std::string, std::string>> attributes) {
  Element element;
  element.name = name;
  element.attributes = std::move(attributes);
  element.source = Source{"a.sdf", 12, name};
  return element;
}

/// A model with the joint "wheel" and, from a nested model, "arm::elbow".
world::Model MakeModel() {
  world::Model model;
  model.name = "robot";
  model.joints.resize(2);
  model.joints[0].name = "wheel";
  model.joints[1].name = "arm::elbow";
  return model;
}

TEST(Extensions, CommandsAndPositions) {
  world::Model model = MakeModel();
  Problems problems;
  EXPECT_TRUE(ApplyModelExtension(
      Make("surefoot:command",
           {{"joint", "wheel"}, {"axis", "0"}, {"mode", "velocity"}, {"value", "3.5"}}),
      "", &model, &problems));
  EXPECT_TRUE(ApplyModelExtension(
      Make("surefoot:position", {{"joint", "elbow"}, {"axis", "1"}, {"value", "-0.5"}}),
      "arm::", &model, &problems));
  EXPECT_TRUE(problems.all().empty()) << problems.ErrorText();
  ASSERT_EQ(model.initial_commands.size(), 1u);
  EXPECT_EQ(model.initial_commands[0].joint, 0);
  EXPECT_EQ(model.initial_commands[0].mode, world::ControlMode::kVelocity);
  EXPECT_EQ(model.initial_commands[0].target, 3.5);
  ASSERT_EQ(model.initial_positions.size(), 1u);
  EXPECT_EQ(model.initial_positions[0].joint, 1);
  EXPECT_EQ(model.initial_positions[0].axis, 1);
  EXPECT_EQ(model.initial_positions[0].position, -0.5);
}

TEST(Extensions, AScopeHidesOtherJoints) {
  world::Model model = MakeModel();
  Problems problems;
  EXPECT_TRUE(ApplyModelExtension(Make("surefoot:position", {{"joint", "wheel"}, {"value", "1"}}),
                                  "arm::", &model, &problems));
  EXPECT_TRUE(model.initial_positions.empty());
  ASSERT_EQ(problems.error_count(), 1);
  EXPECT_EQ(problems.all()[0].source.line, 12);
  EXPECT_EQ(problems.all()[0].advice, "accepted: elbow");
}

TEST(Extensions, InsideAJointItsNameIsNotNeeded) {
  world::Model model = MakeModel();
  Problems problems;
  EXPECT_TRUE(ApplyJointExtension(Make("surefoot:command", {{"mode", "effort"}, {"value", "2"}}), 1,
                                  &model, &problems));
  EXPECT_TRUE(problems.all().empty()) << problems.ErrorText();
  EXPECT_EQ(model.initial_commands.at(0).joint, 1);
}

TEST(Extensions, OthersAreLeftToTheirOwner) {
  world::Model model = MakeModel();
  world::Collision collision;
  Problems problems;
  EXPECT_FALSE(ApplyModelExtension(Make("surefoot:drive", {}), "", &model, &problems));
  EXPECT_FALSE(ApplyModelExtension(Make("comand", {}), "", &model, &problems));
  EXPECT_FALSE(ApplyCollisionExtension(Make("surefoot:tyre", {}), &collision, &problems));
  EXPECT_TRUE(problems.all().empty());
  EXPECT_FALSE(ApplyModelExtension(Make("surefoot:postion", {}), "", &model, &problems));
  ASSERT_EQ(problems.all().size(), 1u);
  EXPECT_EQ(problems.all()[0].advice, "did you mean \"surefoot:position\"?");
}

TEST(Extensions, SurfaceNames) {
  world::Collision collision;
  Problems problems;
  EXPECT_TRUE(
      ApplyCollisionExtension(Make("surefoot:surface", {{"name", "ice"}}), &collision, &problems));
  EXPECT_EQ(collision.surface.name, "ice");
  EXPECT_TRUE(problems.all().empty());
  EXPECT_TRUE(ApplyCollisionExtension(Make("surefoot:surface", {}), &collision, &problems));
  EXPECT_EQ(problems.error_count(), 1);
}

TEST(Extensions, KeyframesHoldPositionsCommandsAndAPose) {
  world::Model model = MakeModel();
  Problems problems;
  Element keyframe = Make("surefoot:keyframe", {{"name", "home"}});
  keyframe.children = {
      Make("surefoot:pose", {}), Make("surefoot:position", {{"joint", "wheel"}, {"value", "0.5"}}),
      Make("surefoot:command", {{"joint", "wheel"}, {"mode", "position"}, {"value", "0.75"}})};
  keyframe.children[0].text = "1 2 3 2 0 0 0";
  EXPECT_TRUE(ApplyModelExtension(keyframe, "", &model, &problems));
  EXPECT_TRUE(problems.all().empty()) << problems.ErrorText();
  ASSERT_EQ(model.keyframes.size(), 1u);
  EXPECT_EQ(model.keyframes[0].name, "home");
  EXPECT_EQ(model.keyframes[0].X_MB->p, Vector3d(1, 2, 3));
  EXPECT_EQ(model.keyframes[0].X_MB->q.w(), 1.0);
  EXPECT_EQ(model.keyframes[0].positions[0].position, 0.5);
  EXPECT_EQ(model.keyframes[0].commands[0].target, 0.75);
  EXPECT_TRUE(model.initial_positions.empty());
  keyframe.children[0].text = "1 2 3";
  EXPECT_TRUE(ApplyModelExtension(keyframe, "", &model, &problems));
  EXPECT_EQ(problems.error_count(), 1);
}

TEST(Extensions, Armature) {
  world::Model model = MakeModel();
  Problems problems;
  EXPECT_TRUE(ApplyJointExtension(Make("surefoot:armature", {{"axis", "1"}, {"value", "0.02"}}), 0,
                                  &model, &problems));
  EXPECT_TRUE(problems.all().empty()) << problems.ErrorText();
  EXPECT_EQ(model.joints[0].axes[1].armature, 0.02);
  EXPECT_TRUE(ApplyJointExtension(Make("surefoot:armature", {{"axis", "2"}, {"value", "1"}}), 0,
                                  &model, &problems));
  EXPECT_EQ(problems.error_count(), 1);
}

}  // namespace
}  // namespace surefoot::formats
