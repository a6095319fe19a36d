#include "surefoot/ground/tyre_law.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/ground/test/rover.h"

namespace surefoot::ground {
namespace {

using test::Husky;
using test::MakeShape;
using test::MakeSlope;
using test::MakeTerrain;
using test::Rover;
using test::RoverSpec;

constexpr double kPi = 3.14159265358979323846;
constexpr double kDegree = kPi / 180.0;

world::HardGround Hard(double mu, double resistance, double stiffness = 0.0) {
  world::HardGround hard;
  hard.mu = mu;
  hard.rolling_resistance = resistance;
  hard.slip_stiffness = stiffness;
  return hard;
}

TEST(TyreLawTest, ParkedOnASlopeItStays) {
  for (const double slope : {5.0, 10.0, 20.0}) {
    for (const double dt : {0.0005, 0.001, 0.002}) {
      const auto terrain = MakeTerrain({MakeSlope(slope * kDegree)}, Hard(0.6, 0.015));
      Rover rover(Husky(), terrain.get());
      rover.Place(Vector3d::Zero(), slope * kDegree, 0.3);
      rover.Run(10.0, dt);
      const Vector3d p = rover.p_WB;
      const Quaterniond q = rover.q_WB;
      rover.Run(60.0, dt);
      EXPECT_LT((rover.p_WB - p).norm(), 1e-6) << slope << " " << dt;
      EXPECT_LT(rover.q_WB.angularDistance(q), 1e-6) << slope << " " << dt;
    }
  }
}

struct Turn {
  double gain = 0.0;
  double load_change = 0.0;
  double height_change = 0.0;
  double acceleration = 0.0;
};

Turn TurnOnTheSpot(const RoverSpec& spec, const world::HardGround& hard, double speed, double dt) {
  const auto terrain = MakeTerrain({MakeSlope(0.0)}, hard);
  Rover rover(spec, terrain.get());
  rover.Run(1.0, dt);
  const double z = rover.p_WB.z();
  const double load = rover.forces[0].load;
  const double spin = speed / spec.radius;
  Turn turn;
  // A ramp of 0.2 s.
  const int ramp = static_cast<int>(0.2 / dt);
  const int steps = static_cast<int>(8.0 / dt);
  double from = 0.0;
  for (int i = 0; i < steps; ++i) {
    const double now = spin * std::min(1.0, static_cast<double>(i) / ramp);
    rover.Drive(-now, now);
    rover.Step(dt);
    turn.acceleration = std::max(turn.acceleration, rover.acceleration_W.norm());
    if (i == steps / 2) from = rover.turned;
    if (i < steps / 2) continue;
    for (const WheelForce& force : rover.forces) {
      turn.load_change = std::max(turn.load_change, std::abs(force.load / load - 1.0));
    }
    turn.height_change = std::max(turn.height_change, std::abs(rover.p_WB.z() - z));
  }
  turn.gain = (rover.turned - from) / (steps - steps / 2 - 1) / dt / (2.0 * speed / spec.track);
  return turn;
}

TEST(TyreLawTest, TurnsOnTheSpotAsMuchAsTheRealRobot) {
  const struct {
    world::HardGround hard;
    double speed, gain;
  } rows[] = {{Hard(0.8, 0.02), 0.5, 0.538},
              {Hard(0.307, 0.104, 2.29), 0.7, 0.419},
              {Hard(0.6, 0.1), 0.3, 0.486}};
  for (const auto& row : rows) {
    const Turn turn = TurnOnTheSpot(Husky(), row.hard, row.speed, 0.001);
    EXPECT_NEAR(turn.gain, row.gain, 0.008);
    EXPECT_LT(turn.load_change, 0.01) << "no hop";
    EXPECT_LT(turn.height_change, 1e-4) << "no hop";
    EXPECT_LT(turn.acceleration, 3.0);
  }
}

}  // namespace
}  // namespace surefoot::ground
