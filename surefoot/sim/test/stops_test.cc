// Direct commands of speed 0 hold the position (stops.h).

#include "surefoot/sim/stops.h"

#include <gtest/gtest.h>

#include "surefoot/sim/test/small_world.h"

namespace surefoot::sim {
namespace {

using physics::ControlMode;
using test::MakeRun;
using test::PositionOf;
using test::Steps;

const physics::MotorCommand& MotorOf(const Simulation& simulation, const std::string& joint) {
  const int id = simulation.world().FindJoint(joint);
  return simulation.machine()
      .inputs()
      .motors[static_cast<std::size_t>(simulation.world().joint(id).v)];
}

TEST(Stops, AMotorCommandedToStandHoldsWhereItsJointCameToRest) {
  auto simulation = MakeRun();
  Steps(simulation.get(), 100);
  EXPECT_EQ(MotorOf(*simulation, "motor").mode, ControlMode::kVelocity);
  ASSERT_TRUE(simulation->Apply(JointCommand{"motor", 0, ControlMode::kVelocity, 0.0}).ok());
  // Still fast, then at rest.
  Steps(simulation.get(), 1);
  EXPECT_EQ(MotorOf(*simulation, "motor").mode, ControlMode::kVelocity);
  Steps(simulation.get(), 1);
  EXPECT_EQ(MotorOf(*simulation, "motor").mode, ControlMode::kPosition);
  EXPECT_EQ(MotorOf(*simulation, "motor").target, PositionOf(*simulation, "motor"));
  // Any other command releases it at once.
  ASSERT_TRUE(simulation->Apply(JointCommand{"motor", 0, ControlMode::kVelocity, 0.1}).ok());
  Steps(simulation.get(), 1);
  EXPECT_EQ(MotorOf(*simulation, "motor").mode, ControlMode::kVelocity);
  EXPECT_EQ(MotorOf(*simulation, "motor").target, 0.1);
}

TEST(Stops, AJointThatIsPutElsewhereIsHeldThere) {
  auto simulation = MakeRun();
  ASSERT_TRUE(simulation->Apply(JointCommand{"cardan", 0, ControlMode::kVelocity, 0.0}).ok());
  Steps(simulation.get(), 2);
  ASSERT_TRUE(simulation->Apply(JointReset{"cardan", 0, 0.8}).ok());
  Steps(simulation.get(), 2);
  EXPECT_EQ(PositionOf(*simulation, "cardan", 0), 0.8);
}

TEST(Stops, ComeBackWithASnapshotAndThroughAnEdit) {
  auto simulation = MakeRun();
  ASSERT_TRUE(simulation->Apply(JointReset{"cardan", 0, 0.3}).ok());
  ASSERT_TRUE(simulation->Apply(JointCommand{"cardan", 0, ControlMode::kVelocity, 0.0}).ok());
  Steps(simulation.get(), 2);
  const Snapshot snapshot = simulation->machine().Save();
  ASSERT_TRUE(simulation->Apply(JointCommand{"cardan", 0, ControlMode::kVelocity, 1.0}).ok());
  Steps(simulation.get(), 100);
  ASSERT_TRUE(simulation->machine().Restore(snapshot).ok());
  Steps(simulation.get(), 2);
  EXPECT_EQ(MotorOf(*simulation, "cardan").mode, ControlMode::kPosition);
  EXPECT_EQ(PositionOf(*simulation, "cardan", 0), 0.3);
  Spawn spawn;
  spawn.instance = test::Place("late", test::Pendulum(world::JointType::kRevolute));
  ASSERT_TRUE(simulation->Apply(spawn).ok());
  Steps(simulation.get(), 2);
  EXPECT_EQ(MotorOf(*simulation, "cardan").mode, ControlMode::kPosition);
  EXPECT_EQ(PositionOf(*simulation, "cardan", 0), 0.3);
}

}  // namespace
}  // namespace surefoot::sim
