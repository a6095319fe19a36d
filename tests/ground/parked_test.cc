// Robots parked on slopes as users park them, on every engine.

#include <cmath>

#include "tests/scene/engine_test.h"
#include "tests/scene/ground_trials.h"

namespace surefoot::conformance {
namespace {

class ParkedRobot : public EngineTest {
 protected:
  /// Neither moves nor rotates by 1e-6.
  void ExpectStays(const Scene& scene, const Parking& parking) {
    const Parked parked = Park(engine(), scene, parking);
    EXPECT_EQ(parked.error, "");
    EXPECT_LT(parked.moved, 1e-6) << parking.slope;
    EXPECT_LT(parked.turned, 1e-6) << parking.slope;
  }
};
SUREFOOT_ALL_ENGINES(ParkedRobot);

constexpr double kDegree = 3.14159265358979323846 / 180.0;

Parking On(double slope_deg, double rest, ParkedBy by = ParkedBy::kDrive) {
  Parking parking;
  parking.slope = slope_deg * kDegree;
  parking.rest = rest;
  parking.by = by;
  return parking;
}

TEST_P(ParkedRobot, AHuskyStaysForAMinuteWithCmdVelZero) {
  const auto husky = LoadRobot("model://husky_75");
  for (const double slope : {5.0, 10.0, 20.0}) {
    const Parking parking = On(slope, slope == 20.0 ? 60.0 : 10.0);
    ExpectStays(OnGround(Hard(0.6, 0.015), husky, parking.slope, parking.heading), parking);
  }
}

TEST_P(ParkedRobot, AHuskyStaysWhenItsMotorsAreCommandedToStand) {
  const auto husky = LoadRobot("model://husky");
  for (const double slope : {5.0, 20.0}) {
    const Parking parking = On(slope, 10.0, ParkedBy::kMotors);
    ExpectStays(OnGround(Hard(0.6, 0.015), husky, parking.slope, parking.heading), parking);
  }
}

TEST_P(ParkedRobot, AHuskyStaysAtOtherSteps) {
  const auto husky = LoadRobot("model://husky_75");
  for (const double step : {0.0005, 0.002}) {
    Parking parking = On(20.0, 3.0);
    parking.step = step;
    ExpectStays(OnGround(Hard(0.6, 0.015), husky, parking.slope, parking.heading), parking);
  }
}

/// The motors have 33 N m each. With 3 N m they cannot hold 75 kg: 75 * 9.81 * sin(20 deg) * 0.165
/// / 4 = 10.4 N m would be needed.
TEST_P(ParkedRobot, MotorsThatAreTooWeakLetItRoll) {
  for (const ParkedBy by : {ParkedBy::kDrive, ParkedBy::kMotors}) {
    // Lugs dissipate energy, which the closed form does not include.
    auto husky = std::make_shared<world::Model>(*WithoutLugs(*LoadRobot("model://husky_75")));
    for (world::Joint& joint : husky->joints) joint.axes[0].effort = 3.0;
    const double slope = 20.0 * kDegree;
    auto simulation = Run(OnGround(Hard(0.8, 0.02), husky, slope));
    LabRun run(simulation.get(), "robot::base_link", "/robot/cmd_vel");
    if (by == ParkedBy::kMotors) CommandWheels(simulation.get(), 0.0, 0.0);
    const auto stand = [&](double seconds) {
      by == ParkedBy::kMotors ? run.Wait(seconds) : run.Drive({}, seconds);
    };
    stand(1.0);
    const double before = run.velocity().v.norm();
    stand(0.5);
    const double gained = (run.velocity().v.norm() - before) / 0.5;
    // Weight against rolling resistance, the motors and their damping; rolling wheels add inertia.
    const double spin = run.velocity().v.norm() / 0.165;
    const double pull = 75.0 * 9.81 * (std::sin(slope) - 0.02 * std::cos(slope)) -
                        4.0 * (3.0 + 0.1 * (spin - 0.25 * gained / 0.165)) / 0.164;
    EXPECT_NEAR(gained, pull / (75.0 + 4.0 * 0.04411 / (0.164 * 0.164)), 0.03 * gained);
    EXPECT_LT(run.velocity().v.x(), 0.0) << "down the slope";
  }
}

TEST_P(ParkedRobot, StartsWithoutAJerkAndGoesAsBefore) {
  const auto husky = WithoutLugs(*LoadRobot("model://husky_75"));
  auto simulation = Run(OnGround(Hard(0.8, 0.02), husky, 10.0 * kDegree));
  LabRun run(simulation.get(), "robot::base_link", "/robot/cmd_vel");
  run.Drive({}, 3.0);
  run.Watch();
  run.Drive({0.02, 0.0}, 1.0);
  // The commanded wheel speed changes by no more than 3 m/s2 in steps of 20 ms.
  EXPECT_LT(run.watched().acceleration, 3.0);
  const Vector3d from = run.pose().p;
  run.Drive({0.02, 0.0}, 2.0);
  // On 10 degrees the tread slips by 0.2 / (8 * 0.8) of the way; its radius is a little less.
  EXPECT_NEAR((run.pose().p - from).norm() / 2.0, 0.02 * (1.0 - 0.031 - 0.006), 0.01 * 0.02);
}

TEST_P(ParkedRobot, ContinuesFromASnapshotBitForBit) {
  const auto husky = LoadRobot("model://husky_75");
  auto simulation = Run(OnGround(Hard(0.6, 0.015), husky, 10.0 * kDegree));
  CommandWheels(simulation.get(), 0.0, 0.0);
  Advance(simulation.get(), 1.0);
  const sim::Snapshot snapshot = simulation->machine().Save();
  CommandWheels(simulation.get(), 1.0, 1.0);
  Advance(simulation.get(), 0.3);
  Must(simulation->machine().Restore(snapshot));
  Advance(simulation.get(), 0.3);
  const std::uint64_t hash = simulation->hash();
  auto other = Run(OnGround(Hard(0.6, 0.015), husky, 10.0 * kDegree));
  Must(other->machine().Restore(snapshot));
  Advance(other.get(), 0.3);
  EXPECT_EQ(other->hash(), hash);
}

}  // namespace
}  // namespace surefoot::conformance
