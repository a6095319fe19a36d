#include "surefoot/session/ros_parameters.h"

#include <gtest/gtest.h>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/world/test/build_model.h"

namespace surefoot {
namespace {

std::shared_ptr<const world::Model> Cart(const std::string& joint) {
  auto model = std::make_shared<world::Model>(world::test::MakeRow(2));
  world::test::Connect(model.get(), world::JointType::kContinuous, 0, 1);
  model->joints[0].name = joint;
  return model;
}

class RosParametersTest : public testing::Test {
 protected:
  RosParameters Read(const std::string& text) {
    folder_.Write("controllers.yaml", text);
    Result<RosParameters> read = RosParameters::Read(folder_.Path("controllers.yaml"));
    EXPECT_TRUE(read.ok());
    return std::move(read).value();
  }

  TempFolder folder_;
  const RosParameters parameters_ = Read(
      "controller_manager:\n"
      "  ros__parameters:\n"
      "    arm: {type: joint_trajectory_controller/JointTrajectoryController}\n"
      "arm: {ros__parameters: {joints: [elbow]}}\n");
};

TEST_F(RosParametersTest, GoToModelsWithTheJoints) {
  const auto arm = Cart("elbow");
  const auto other = Cart("wheel");
  world::WorldSpec spec;
  spec.models = {
      {"a", RigidTransform(), arm}, {"b", RigidTransform(), other}, {"c", RigidTransform(), arm}};
  Problems problems;
  parameters_.AddTo(&spec, &problems);
  EXPECT_TRUE(problems.all().empty());
  ASSERT_EQ(spec.models[0].model->extensions.size(), 1u);
  EXPECT_EQ(spec.models[0].model->extensions[0].name, plugins::kRosParameters);
  EXPECT_EQ(spec.models[1].model, other);
  EXPECT_EQ(spec.models[2].model, spec.models[0].model) << "instances share their description";
  // Once more: they replace each other.
  EXPECT_EQ(parameters_.AddedTo(spec.models[0].model)->extensions.size(), 1u);
  EXPECT_EQ(parameters_.AddedTo(nullptr), nullptr);
}

TEST_F(RosParametersTest, WarnsIfNoRobotHasTheJoints) {
  world::WorldSpec spec;
  spec.models = {{"b", RigidTransform(), Cart("wheel")}};
  Problems problems;
  parameters_.AddTo(&spec, &problems);
  ASSERT_EQ(problems.all().size(), 1u);
  EXPECT_EQ(problems.all()[0].severity, Severity::kWarning);
  EXPECT_FALSE(RosParameters::Read(folder_.Path("none.yaml")).ok());
}

}  // namespace
}  // namespace surefoot
