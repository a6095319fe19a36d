#include "surefoot/physics/islands/composition.h"

#include <gtest/gtest.h>

namespace surefoot::islands {
namespace {

std::shared_ptr<world::Model> Ball(double radius) {
  auto ball = std::make_shared<world::Model>();
  ball->name = "ball";
  world::Link link;
  link.name = "link";
  link.inertia.mass = 1.0;
  link.inertia.I_BBcm_B = Matrix3d::Identity();
  world::Collision collision;
  collision.name = "shape";
  collision.geometry = world::Sphere{radius};
  link.collisions.push_back(collision);
  ball->links.push_back(link);
  return ball;
}

std::shared_ptr<world::Model> Wall() {
  auto wall = Ball(2.0);
  wall->is_static = true;
  return wall;
}

RigidTransform Place(double x) { return RigidTransform(Vector3d(x, 0.0, 0.0)); }

/// ball1, wall, ball2, ball3 and a smaller ball.
world::WorldSpec Spec() {
  world::WorldSpec spec;
  spec.models.push_back({"ball1", Place(1), Ball(0.5)});
  spec.models.push_back({"wall", Place(-9), Wall()});
  spec.models.push_back({"ball2", Place(3), Ball(0.5)});
  spec.models.push_back({"ball3", Place(5), Ball(0.5)});
  spec.models.push_back({"small", Place(7), Ball(0.1)});
  return spec;
}

std::shared_ptr<const world::World> WorldOf(const world::WorldSpec& spec) {
  return world::MakeWorld(spec, nullptr).value();
}

TEST(Compositions, AreTheSameForEqualModels) {
  Compositions compositions(WorldOf(Spec()), std::make_shared<physics::PartCache>());
  EXPECT_EQ(compositions.statics(), std::vector<int>{1});
  EXPECT_EQ(compositions.static_links(), std::vector<int>{1});
  const auto one = compositions.Get({0}).value();
  EXPECT_EQ(compositions.Get({2}).value(), one);
  EXPECT_NE(compositions.Get({4}).value(), one);
  EXPECT_EQ(compositions.Get({0, 3}).value(), compositions.Get({2, 3}).value());
  EXPECT_NE(compositions.Get({0, 4}).value(), compositions.Get({0, 2}).value());
  // Static models come first, at their poses; the others are at the origin.
  EXPECT_EQ(one->model_count(), 2);
  EXPECT_TRUE(one->model(0).is_static);
  EXPECT_EQ(one->instance(0).X_WM.p.x(), -9.0);
  EXPECT_TRUE(one->instance(1).X_WM.IsIdentity());
}

TEST(Compositions, AreTheSameWhateverTheyAreGivenAtTheStart) {
  world::WorldSpec spec = Spec();
  for (const std::size_t model : {0u, 2u}) {
    // A wheel on the ball that turns in alternating directions.
    auto driven = Ball(0.5);
    driven->links.push_back(Ball(0.1)->links[0]);
    driven->links[1].name = "wheel";
    world::Joint joint;
    joint.name = "axle";
    joint.type = world::JointType::kContinuous;
    joint.parent = 0;
    joint.child = 1;
    driven->joints.push_back(joint);
    driven->initial_commands.push_back(
        {0, 0, world::ControlMode::kVelocity, model == 0u ? 1.0 : -1.0});
    spec.models[model].model = driven;
  }
  Compositions compositions(WorldOf(spec), std::make_shared<physics::PartCache>());
  EXPECT_EQ(compositions.Get({0}).value(), compositions.Get({2}).value());
}

TEST(Compositions, AreFoundAgainAfterAnEdit) {
  const auto parts = std::make_shared<physics::PartCache>();
  const auto before = Compositions(WorldOf(Spec()), parts).Get({0}).value();
  world::WorldSpec more = Spec();
  more.models.insert(more.models.begin(), {"ball4", Place(11), Ball(0.5)});
  EXPECT_EQ(Compositions(WorldOf(more), parts).Get({0}).value(), before);
  more.models[2].X_WM = Place(-10);
  EXPECT_NE(Compositions(WorldOf(more), parts).Get({0}).value(), before);
}

TEST(Compositions, KeepAttachmentsAndFiltersAmongTheirModels) {
  world::WorldSpec spec = Spec();
  spec.attachments.push_back({"rod", "ball1", "link", "ball3", "link", Place(4)});
  spec.collision_filters.push_back({"ball2", "", "wall", "link"});
  spec.collision_filters.push_back({"ball2", "", "small", ""});
  Compositions compositions(WorldOf(spec), std::make_shared<physics::PartCache>());
  const auto tied = compositions.Get({0, 3}).value();
  ASSERT_EQ(tied->spec().attachments.size(), 1u);
  EXPECT_EQ(tied->spec().attachments[0].model_a, tied->instance(1).name);
  EXPECT_EQ(tied->spec().attachments[0].model_b, tied->instance(2).name);
  EXPECT_TRUE(tied->spec().collision_filters.empty());
  const auto filtered = compositions.Get({2}).value();
  ASSERT_EQ(filtered->spec().collision_filters.size(), 1u);
  EXPECT_EQ(filtered->spec().collision_filters[0].model_b, filtered->instance(0).name);
  EXPECT_NE(filtered, compositions.Get({3}).value());
}

TEST(Compositions, ReportOfModelsByTheirNames) {
  Compositions compositions(WorldOf(Spec()), std::make_shared<physics::PartCache>());
  const std::string inside = compositions.Get({2, 4}).value()->instance(2).name;
  EXPECT_EQ(compositions.WithNames({2, 4}, "model '" + inside + "' is too small"),
            "model 'small' is too small");
}

}  // namespace
}  // namespace surefoot::islands
