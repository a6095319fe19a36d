#include "surefoot/world/base_link.h"

#include <gtest/gtest.h>

#include "surefoot/world/test/build_model.h"

namespace surefoot::world {
namespace {

/// Name of the link that represents the second of two models; empty if there is none.
std::string BaseOf(const Model& model) {
  WorldSpec spec;
  spec.models = {{"first", {}, std::make_shared<Model>(test::MakeRow(1))},
                 {"second", RigidTransform(Vector3d(0, 5, 0)), std::make_shared<Model>(model)}};
  const auto world = MakeWorld(spec, nullptr);
  EXPECT_TRUE(world.ok()) << world.error().message;
  const int link = BaseLink(**world, 1);
  return link < 0 ? "" : (*world)->LinkName(link);
}

TEST(BaseLink, IsTheRootOfTheFirstFreeBody) {
  Model robot = test::MakeRow(3);
  test::Connect(&robot, JointType::kContinuous, 1, 0);
  test::Connect(&robot, JointType::kFixed, 1, 2);
  EXPECT_EQ(BaseOf(robot), "second::l1");
}

TEST(BaseLink, IsTheFirstThatMovesOfAnArm) {
  Model arm = test::MakeRow(3);
  test::Connect(&arm, JointType::kFixed, kWorldLink, 0);
  test::Connect(&arm, JointType::kRevolute, 0, 1);
  test::Connect(&arm, JointType::kRevolute, 1, 2);
  EXPECT_EQ(BaseOf(arm), "second::l1");
}

TEST(BaseLink, IsNoneForStaticModels) {
  Model wall = test::MakeRow(1);
  wall.is_static = true;
  EXPECT_EQ(BaseOf(wall), "");
}

}  // namespace
}  // namespace surefoot::world
