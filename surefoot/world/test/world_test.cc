#include "surefoot/world/world.h"

#include <gtest/gtest.h>

#include "surefoot/world/test/build_model.h"

namespace surefoot::world {
namespace {

/// Two carts with the same description, and an arm that is fixed to the world.
WorldSpec MakeSpec() {
  const auto cart = std::make_shared<const Model>(test::MakeCart());
  auto arm = std::make_shared<Model>(test::MakeRow(3));
  test::Connect(arm.get(), JointType::kFixed, kWorldLink, 0);
  test::Connect(arm.get(), JointType::kBall, 0, 1);
  test::Connect(arm.get(), JointType::kUniversal, 1, 2);
  arm->joints[2].name = "elbow";
  arm->links[2].name = "cart_a::mast";  // looks like the scoped name of another link
  WorldSpec spec;
  spec.models = {{"cart_a", RigidTransform(), cart},
                 {"arm", RigidTransform(), arm},
                 {"cart_b", RigidTransform(Vector3d(5.0, 0.0, 0.0)), cart}};
  return spec;
}

std::shared_ptr<const World> Make(WorldSpec spec) {
  Problems problems;
  auto world = MakeWorld(std::move(spec), &problems);
  EXPECT_TRUE(world.ok()) << problems.ErrorText();
  return world.ok() ? *world : nullptr;
}

TEST(World, LaysOutModelsOneAfterTheOther) {
  const auto world = Make(MakeSpec());
  EXPECT_EQ(world->model_count(), 3);
  EXPECT_EQ(world->link_count(), 4 + 3 + 4);
  EXPECT_EQ(world->joint_count(), 3 + 3 + 3);
  EXPECT_EQ(world->q_count(), 2 + 6 + 2);  // two wheels; ball 4 + universal 2; two wheels
  EXPECT_EQ(world->v_count(), 2 + 5 + 2);
  const ModelLayout& arm = world->layout(1);
  EXPECT_EQ(arm.links.first, 4);
  EXPECT_EQ(arm.links.count, 3);
  EXPECT_EQ(arm.joints.first, 3);
  EXPECT_EQ(arm.q.first, 2);
  EXPECT_EQ(arm.q.end(), 8);
  EXPECT_EQ(arm.v.first, 2);
  EXPECT_EQ(arm.v.end(), 7);
  const JointLayout& elbow = world->joint(5);
  EXPECT_EQ(elbow.model, 1);
  EXPECT_EQ(elbow.joint, 2);
  EXPECT_EQ(elbow.q, 6);
  EXPECT_EQ(elbow.q_count, 2);
  EXPECT_EQ(elbow.v, 5);
  EXPECT_EQ(elbow.v_count, 2);
  EXPECT_EQ(world->joint(3).q_count, 0);
  EXPECT_EQ(world->joint_spec(5).name, "elbow");
  EXPECT_EQ(world->model_of_link(7), 2);
  EXPECT_EQ(world->link(10).name, "mast");
}

TEST(World, SharesTreesOfTheSameModel) {
  const auto world = Make(MakeSpec());
  EXPECT_EQ(&world->tree(0), &world->tree(2));
  EXPECT_NE(&world->tree(0), &world->tree(1));
  EXPECT_EQ(world->tree(1).bodies.size(), 3u);
}

TEST(World, FindsByName) {
  const auto world = Make(MakeSpec());
  EXPECT_EQ(world->FindModel("arm"), 1);
  EXPECT_EQ(world->FindModel("row"), -1);
  EXPECT_EQ(world->FindLink("cart_b::chassis"), 7);
  EXPECT_EQ(world->FindLink("l1"), 5);
  EXPECT_EQ(world->FindLink("chassis"), -1) << "two models have such a link";
  EXPECT_EQ(world->FindLink("cart_a::mast"), 3) << "the scoped name takes precedence";
  EXPECT_EQ(world->FindLink("arm::cart_a::mast"), 6);
  EXPECT_EQ(world->FindLink("arm::nothing"), -1);
  EXPECT_EQ(world->FindJoint("elbow"), 5);
  EXPECT_EQ(world->FindJoint("cart_b::j1"), 7);
  EXPECT_EQ(world->FindJoint("j1"), -1);
  for (int i = 0; i < world->link_count(); ++i) EXPECT_EQ(world->FindLink(world->LinkName(i)), i);
  for (int i = 0; i < world->joint_count(); ++i) {
    EXPECT_EQ(world->FindJoint(world->JointName(i)), i);
  }
}

TEST(World, EmptyWorldIsFine) {
  const auto world = Make(WorldSpec{});
  EXPECT_EQ(world->link_count(), 0);
  EXPECT_EQ(world->FindLink("x"), -1);
}

TEST(World, ErrorsOfTheDescriptionAreReported) {
  WorldSpec spec = MakeSpec();
  spec.models[2].name = "cart_a";
  Problems problems;
  const auto world = MakeWorld(spec, &problems);
  ASSERT_FALSE(world.ok());
  EXPECT_EQ(problems.error_count(), 1);
  EXPECT_NE(world.error().message.find("more than one model"), std::string::npos);
  EXPECT_FALSE(MakeWorld(spec, nullptr).ok());
}

TEST(World, EarlierProblemsDoNotCount) {
  Problems problems;
  problems.Error(Source{}, "of another file");
  EXPECT_TRUE(MakeWorld(MakeSpec(), &problems).ok());
}

}  // namespace
}  // namespace surefoot::world
