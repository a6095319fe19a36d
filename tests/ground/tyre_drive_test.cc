// Wheels on tyres in the whole step: motion, reports, snapshots and edits.

#include <cmath>

#include "tests/scene/engine_test.h"
#include "tests/scene/wheeled_robot.h"

namespace surefoot::conformance {
namespace {

class TyreDrive : public EngineTest {};
SUREFOOT_ALL_ENGINES(TyreDrive);

double Yaw(const RigidTransform& X) {
  const Vector3d x = X.q * Vector3d::UnitX();
  return std::atan2(x.y(), x.x());
}

TEST_P(TyreDrive, StandsOnItsTyresAndSaysWhere) {
  auto simulation = Run(OnTyres(0.0, 0.0));
  Advance(simulation.get(), 2.0);
  const double sunk = kHeight - PoseOf(*simulation, "robot::base").p.z();
  EXPECT_GT(sunk, 1e-5);
  EXPECT_LT(sunk, 0.1 * kRadius);
  ASSERT_EQ(simulation->report().contacts.size(), 4u);
  double carried = 0.0;
  for (const physics::Contact& contact : simulation->report().contacts) {
    EXPECT_EQ(contact.link_a, 0);
    EXPECT_GT(contact.link_b, 1);
    EXPECT_NEAR(contact.n_W.z(), 1.0, 1e-6);
    EXPECT_NEAR(contact.p_WC.z(), 0.0, 0.02);
    carried += contact.f_B_W.z();
  }
  EXPECT_NEAR(carried, 9.8 * kMass, 0.01 * 9.8 * kMass);
  EXPECT_GT(simulation->stepper().stage_times().Seconds(sim::Stage::kGround), 0.0);
}

TEST_P(TyreDrive, GoesStraightAsFastAsItsWheelsRoll) {
  auto simulation = Run(OnTyres(0.5, 0.5));
  Advance(simulation.get(), 1.0);
  const Vector3d start = PoseOf(*simulation, "robot::base").p;
  Advance(simulation.get(), 4.0);
  const Vector3d way = PoseOf(*simulation, "robot::base").p - start;
  EXPECT_NEAR(way.x(), 2.0, 0.02 * 2.0);
  EXPECT_NEAR(way.y(), 0.0, 2e-3);
}

/// For an isotropic tread, forces along the slip have zero moment at this rate, whatever the
/// friction.
TEST_P(TyreDrive, TurnsOnTheSpotAsTheClosedFormSays) {
  auto simulation = Run(OnTyres(-0.3, 0.3));
  Advance(simulation.get(), 1.0);
  const double start = Yaw(PoseOf(*simulation, "robot::base"));
  Advance(simulation.get(), 2.0);
  const double rate = (Yaw(PoseOf(*simulation, "robot::base")) - start) / 2.0;
  const double track = 2.0 * kHalfTrack;
  const double base = 2.0 * kHalfBase;
  EXPECT_NEAR(rate, 0.6 / (track + base * base / track), 0.05 * rate);
  EXPECT_NEAR(PoseOf(*simulation, "robot::base").p.head<2>().norm(), 0.0, 0.02);
}

TEST_P(TyreDrive, ContinuesFromASnapshotBitForBit) {
  auto simulation = Run(OnTyres(0.2, 0.5));
  Advance(simulation.get(), 0.3);
  const sim::Snapshot snapshot = simulation->machine().Save();
  const std::uint64_t hash = HashAfter(simulation.get(), 0.3);
  Must(simulation->machine().Restore(snapshot));
  EXPECT_EQ(HashAfter(simulation.get(), 0.3), hash);
  auto other = Run(OnTyres(0.2, 0.5));
  Must(other->machine().Restore(snapshot));
  Advance(other.get(), 0.3);
  EXPECT_EQ(other->hash(), hash);
  Must(simulation->machine().Reset());
  Advance(simulation.get(), 0.6);
  EXPECT_EQ(simulation->hash(), hash);
}

TEST_P(TyreDrive, OthersComeAndGoWithoutNotice) {
  auto alone = Run(OnTyres(0.3, 0.4));
  auto simulation = Run(OnTyres(0.3, 0.4));
  Advance(alone.get(), 0.6);
  Advance(simulation.get(), 0.2);
  sim::Spawn spawn;
  spawn.instance = world::ModelInstance{"second", RigidTransform(Vector3d(0, 3, kHeight)),
                                        WheeledRobot(-0.3, 0.3)};
  Must(simulation->Apply(spawn));
  Advance(simulation.get(), 0.2);
  EXPECT_EQ(simulation->machine().ground().touches().size(), 8u);
  Must(simulation->Apply(sim::Remove{"second"}));
  Advance(simulation.get(), 0.2);
  EXPECT_EQ(simulation->machine().ground().touches().size(), 4u);
  const RigidTransform& a = PoseOf(*alone, "robot::base");
  const RigidTransform& b = PoseOf(*simulation, "robot::base");
  EXPECT_LT((a.p - b.p).norm(), 1e-6);
}

TEST_P(TyreDrive, ATeleportForgetsTheTread) {
  auto simulation = Run(OnTyres(0.0, 0.0));
  Advance(simulation.get(), 1.0);
  Must(simulation->Apply(sim::Teleport{"robot", RigidTransform(Vector3d(5, 2, kHeight))}));
  Advance(simulation.get(), 2.0);
  const Vector3d p = PoseOf(*simulation, "robot::base").p;
  EXPECT_NEAR(p.x(), 5.0, 1e-4);
  EXPECT_NEAR(p.y(), 2.0, 1e-4);
  EXPECT_LT(VelocityOf(*simulation, "robot::base").v.norm(), 1e-6);
}

}  // namespace
}  // namespace surefoot::conformance
