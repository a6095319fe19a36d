#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "surefoot/physics/state.h"
#include "surefoot/session/load.h"
#include "surefoot/world/test/build_model.h"

namespace surefoot {
namespace {

using testing::HasSubstr;

/// Two instances of a cart that stands 1 m up in its keyframe, and a box without any.
world::WorldSpec MakeSpec() {
  auto cart = std::make_shared<world::Model>(world::test::MakeCart());
  world::Keyframe up;
  up.name = "up";
  up.X_MB = RigidTransform(Vector3d(0, 0, 1));
  up.positions = {{0, 0, 0.5}};
  up.commands = {{1, 0, world::ControlMode::kVelocity, 2.0}};
  cart->keyframes = {up};
  cart->initial_positions = {{1, 0, 3.0}};
  world::WorldSpec spec;
  spec.models = {
      {"a", RigidTransform(Vector3d(1, 0, 0)), cart},
      {"b", RigidTransform(), cart},
      {"box", RigidTransform(), std::make_shared<world::Model>(world::test::MakeRow(1))}};
  return spec;
}

TEST(Keyframe, ReplacesTheStart) {
  world::WorldSpec spec = MakeSpec();
  ASSERT_TRUE(StartInKeyframe("up", &spec).ok());
  EXPECT_EQ(spec.models[0].model, spec.models[1].model);
  const auto world = world::MakeWorld(spec, nullptr);
  ASSERT_TRUE(world.ok());
  const physics::State state = physics::MakeInitialState(*world.value());
  EXPECT_EQ(state.X_WL[0].p, Vector3d(1, 0, 1));
  EXPECT_EQ(state.q[0], 0.5);
  EXPECT_EQ(state.q[1], 0.0);
  EXPECT_EQ(spec.models[0].model->initial_commands[0].target, 2.0);
  EXPECT_TRUE(spec.models[2].model->initial_positions.empty());
}

TEST(Keyframe, AnUnknownNameListsTheOthers) {
  world::WorldSpec spec = MakeSpec();
  const Status status = StartInKeyframe("down", &spec);
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message, HasSubstr("there are: up"));
  spec.models.erase(spec.models.begin(), spec.models.begin() + 2);
  EXPECT_THAT(StartInKeyframe("up", &spec).error().message, HasSubstr("has none"));
}

}  // namespace
}  // namespace surefoot
