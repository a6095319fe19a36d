#include "surefoot/sim/run_state.h"

#include <gtest/gtest.h>

#include "surefoot/base/random.h"
#include "surefoot/math/test/random_pose.h"
#include "surefoot/sim/test/small_world.h"

namespace surefoot::sim {
namespace {

using surefoot::test::RandomVector;
using test::MakeWorld;
using test::SmallSpec;

/// With vectors of the World's sizes, as ArchiveRunState requires.
RunState EmptyState(const world::World& world) {
  RunState state;
  state.physics = physics::MakeInitialState(world);
  state.inputs.motors.resize(static_cast<std::size_t>(world.v_count()));
  return state;
}

RunState RandomState(const world::World& world, std::uint64_t seed) {
  RandomStream random(seed, "run state");
  RunState state = EmptyState(world);
  state.step = 12345;
  state.time_ns = 12345000000;
  state.hash = random.NextBits();
  state.inputs.gravity_W = RandomVector(&random, 10.0);
  int mode = 0;
  for (physics::MotorCommand& motor : state.inputs.motors) {
    motor.mode = static_cast<physics::ControlMode>(mode++ % 4);
    motor.target = random.Normal();
    if (mode % 2 == 0) motor.limit = random.Uniform();
  }
  for (double& effort : state.physics.effort) effort = random.Normal();
  for (int link : {3, 0, 5}) {
    HeldWrench held;
    held.wrench.link = link;
    held.wrench.F_L_W = Wrench{RandomVector(&random), RandomVector(&random)};
    held.steps_left = link == 0 ? -1 : 7 * link;
    state.held_wrenches.push_back(held);
  }
  return state;
}

Bytes Saved(const world::World& world, RunState state) {
  Bytes bytes;
  ByteWriter writer(&bytes);
  StateArchive archive(&writer);
  ArchiveRunState(world, &archive, &state);
  return bytes;
}

bool Restores(const world::World& world, ByteReader* reader, RunState* state) {
  StateArchive archive(reader);
  ArchiveRunState(world, &archive, state);
  return archive.ok();
}

TEST(RunState, ComesBackWhole) {
  const auto world = MakeWorld(SmallSpec());
  const RunState state = RandomState(*world, 1);
  const Bytes bytes = Saved(*world, state);
  RunState restored = EmptyState(*world);
  ByteReader reader(bytes);
  ASSERT_TRUE(Restores(*world, &reader, &restored));
  EXPECT_EQ(reader.left(), 0u);
  EXPECT_EQ(restored.step, 12345);
  EXPECT_EQ(restored.time_ns, 12345000000);
  EXPECT_EQ(restored.hash, state.hash);
  EXPECT_EQ(restored.inputs.gravity_W, state.inputs.gravity_W);
  EXPECT_EQ(restored.physics.effort, state.physics.effort);
  for (std::size_t i = 0; i < state.inputs.motors.size(); ++i) {
    EXPECT_EQ(restored.inputs.motors[i].mode, state.inputs.motors[i].mode);
    EXPECT_EQ(restored.inputs.motors[i].target, state.inputs.motors[i].target);
    EXPECT_EQ(restored.inputs.motors[i].limit, state.inputs.motors[i].limit);
  }
  ASSERT_EQ(restored.held_wrenches.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const HeldWrench& a = restored.held_wrenches[i];
    const HeldWrench& b = state.held_wrenches[i];
    EXPECT_EQ(a.wrench.link, b.wrench.link);
    EXPECT_EQ(a.wrench.F_L_W.force, b.wrench.F_L_W.force);
    EXPECT_EQ(a.wrench.F_L_W.torque, b.wrench.F_L_W.torque);
    EXPECT_EQ(a.steps_left, b.steps_left);
  }
}

TEST(RunState, IsRefusedWhenCutOffAnywhere) {
  const auto world = MakeWorld(SmallSpec());
  const Bytes whole = Saved(*world, RandomState(*world, 2));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes prefix(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    RunState restored = EmptyState(*world);
    ByteReader reader(prefix);
    EXPECT_FALSE(Restores(*world, &reader, &restored)) << size;
  }
}

TEST(RunState, IsNeverReadAsSomethingElse) {
  // Whatever bit is wrong: the snapshot is rejected, or it is another valid state and saves as
  // such.
  const auto world = MakeWorld(SmallSpec());
  Bytes bytes = Saved(*world, RandomState(*world, 3));
  int refused = 0;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] ^= static_cast<std::uint8_t>(1u << (bit % 8));
    RunState restored = EmptyState(*world);
    ByteReader reader(bytes);
    if (Restores(*world, &reader, &restored) && reader.left() == 0) {
      EXPECT_EQ(Saved(*world, restored), bytes) << bit;
    } else {
      ++refused;
    }
    bytes[bit / 8] ^= static_cast<std::uint8_t>(1u << (bit % 8));
  }
  // Three counts of 64 bits, and the high bits of modes and link ids, cannot be anything else.
  EXPECT_GT(refused, 3 * 62 + 30 * static_cast<int>(world->v_count()) + 3 * 28);
}

TEST(RunState, OfAnotherWorldIsRefused) {
  const auto world = MakeWorld(SmallSpec());
  world::WorldSpec spec = SmallSpec();
  spec.models.pop_back();
  const auto smaller = MakeWorld(spec);
  const Bytes bytes = Saved(*world, RandomState(*world, 4));
  RunState restored = EmptyState(*smaller);
  ByteReader reader(bytes);
  EXPECT_FALSE(Restores(*smaller, &reader, &restored));
}

/// Whether a snapshot may contain this.
bool IsTaken(const world::World& world, const RunState& state) {
  const Bytes bytes = Saved(world, state);
  ByteReader reader(bytes);
  StateArchive archive(&reader);
  archive.set_now_ns(0);
  RunState restored = EmptyState(world);
  ArchiveRunState(world, &archive, &restored);
  return archive.ok();
}

// The axis of a moving joint used to be an index that was not checked against the joint.
TEST(RunState, WaysAreThoseOfTheWorld) {
  const auto world = MakeWorld(SmallSpec());
  ASSERT_GT(world->joint_count(), 0);
  RunState state = EmptyState(*world);
  JointTransition way;
  way.joint = world->JointName(0);
  state.motions.joints.push_back(way);
  EXPECT_TRUE(IsTaken(*world, state));
  for (const int axis : {-1, world->joint(0).v_count, 1000000}) {
    state.motions.joints[0].axis = axis;
    EXPECT_FALSE(IsTaken(*world, state)) << axis;
  }
  state = EmptyState(*world);
  state.motions.models.push_back(ModelTransition{"ball", {}, {}});
  EXPECT_TRUE(IsTaken(*world, state));
  state.motions.models[0].X_to.q.coeffs() *= 2.0;
  EXPECT_FALSE(IsTaken(*world, state));
}

TEST(RunState, TimesAreWithinReason) {
  const auto world = MakeWorld(SmallSpec());
  RunState state = EmptyState(*world);
  for (const SimTimeNs time_ns : {SimTimeNs{-1}, SimTimeNs{2000000000000000000}}) {
    state.time_ns = time_ns;
    EXPECT_FALSE(IsTaken(*world, state)) << time_ns;
  }
  state.time_ns = 0;
  EXPECT_TRUE(IsTaken(*world, state));
  state.step = -1;
  EXPECT_FALSE(IsTaken(*world, state));
}

}  // namespace
}  // namespace surefoot::sim
