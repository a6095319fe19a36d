// A body on four tyres, without any engine.

#include "surefoot/ground/test/rover.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/ground/tyre/tyre_law.h"

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
constexpr double kGravity = 9.81;

world::HardGround Hard(double mu, double resistance, double stiffness = 0.0) {
  world::HardGround hard;
  hard.mu = mu;
  hard.rolling_resistance = resistance;
  hard.slip_stiffness = stiffness;
  return hard;
}

double Moving(const Rover& rover) { return rover.v_W.norm() + rover.w_W.norm(); }

TEST(RoverTest, ParkedOnASlopeItStays) {
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

TEST(RoverTest, SlidesFromTheSlopeWhoseTangentIsTheFriction) {
  const double mu = 0.5;
  for (const double factor : {0.97, 1.03}) {
    const double slope = std::atan(factor * mu);
    const auto terrain = MakeTerrain({MakeSlope(slope)}, Hard(mu, 0.0));
    RoverSpec spec = Husky();
    // A low centre of mass, so that all wheels carry the same load.
    spec.height = 0.02;
    Rover rover(spec, terrain.get());
    rover.Place(Vector3d::Zero(), slope);
    rover.Run(5.0, 0.001);
    const Vector3d p = rover.p_WB;
    const double v = rover.v_W.norm();
    rover.Run(1.0, 0.001);
    if (factor < 1.0) {
      EXPECT_LT((rover.p_WB - p).norm(), 1e-6);
    } else {
      const double pull = kGravity * (std::sin(slope) - mu * std::cos(slope));
      EXPECT_NEAR(rover.v_W.norm() - v, pull, 0.01 * pull);
    }
  }
}

struct Turn {
  double gain = 0.0;
  double load_change = 0.0;
  double height_change = 0.0;
  double acceleration = 0.0;
};

/// Steady turning on the spot, after a jump of the wheels' speed.
Turn TurnOnTheSpot(const RoverSpec& spec, const world::HardGround& hard, double speed, double dt) {
  const auto terrain = MakeTerrain({MakeSlope(0.0)}, hard);
  Rover rover(spec, terrain.get());
  rover.Run(1.0, dt);
  const double z = rover.p_WB.z();
  const double load = rover.forces[0].load;
  rover.Drive(-speed / spec.radius, speed / spec.radius);
  Turn turn;
  rover.Run(4.0, dt);
  const double from = rover.turned;
  const int steps = static_cast<int>(std::lround(4.0 / dt));
  for (int i = 0; i < steps; ++i) {
    rover.Step(dt);
    turn.acceleration = std::max(turn.acceleration, rover.acceleration_W.norm());
    for (const WheelForce& force : rover.forces) {
      turn.load_change = std::max(turn.load_change, std::abs(force.load / load - 1.0));
    }
    turn.height_change = std::max(turn.height_change, std::abs(rover.p_WB.z() - z));
  }
  turn.gain = (rover.turned - from) / 4.0 / (2.0 * speed / spec.track);
  return turn;
}

TEST(RoverTest, TurnsOnTheSpotAsTheRecordedRobots) {
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
    for (const double dt : {0.0005, 0.002}) {
      EXPECT_NEAR(TurnOnTheSpot(Husky(), row.hard, row.speed, dt).gain, turn.gain,
                  0.005 * turn.gain);
    }
  }
}

TEST(RoverTest, ShakesLittleWhenItStartsToTurnOnUnevenGround) {
  world::HardGround hard = Hard(0.8, 0.02);
  hard.roughness = 2e-6;
  const auto terrain = MakeTerrain({MakeSlope(0.0)}, hard);
  Rover rover(Husky(), terrain.get());
  rover.Run(1.0, 0.001);
  rover.Drive(-3.0, 3.0);
  double largest = 0.0;
  for (int i = 0; i < 5000; ++i) {
    rover.Step(0.001);
    largest = std::max(largest, rover.acceleration_W.norm());
  }
  EXPECT_GT(largest, 0.01);
  EXPECT_LT(largest, 3.0);
}

TEST(RoverTest, TurnsAboutTheTrackOfTheClosedForm) {
  // Forces of isotropic tyres point along their slip: B_eff = B + L^2 / B, whatever their
  // stiffness.
  RoverSpec spec = Husky();
  spec.width = 0.0;
  const double closed = spec.track + spec.wheelbase * spec.wheelbase / spec.track;
  for (const double stiffness : {8.0, 40.0}) {
    const Turn turn = TurnOnTheSpot(spec, Hard(0.8, 0.0, 0.8 * stiffness), 0.5, 0.001);
    const double deflection = 1.5 * 0.25 * spec.mass * kGravity / spec.tyre.stiffness;
    const double rolling = (spec.radius - deflection / 3.0) / spec.radius;
    EXPECT_NEAR(spec.track / turn.gain * rolling, closed, 0.005 * closed) << stiffness;
  }
}

TEST(RoverTest, ComesToRestAfterAStop) {
  const auto terrain = MakeTerrain({MakeSlope(0.0)}, Hard(0.8, 0.02, 6.4));
  Rover rover(Husky(), terrain.get());
  rover.Drive(-0.5 / 0.165, 0.5 / 0.165);
  rover.Run(3.0, 0.001);
  rover.Drive(0.0, 0.0);
  rover.Run(1.5, 0.001);
  EXPECT_LT(Moving(rover), 1e-4);
}

TEST(RoverTest, VeryStiffTreadStaysStable) {
  for (const double stiffness : {5e3, 5e5}) {
    const auto terrain = MakeTerrain({MakeSlope(0.0)}, Hard(0.8, 0.02, stiffness));
    Rover rover(Husky(), terrain.get());
    rover.Drive(-3.0, 3.0);
    rover.Run(3.0, 0.001);
    EXPECT_LT(Moving(rover), 3.0);
    rover.Drive(0.0, 0.0);
    rover.Run(3.0, 0.001);
    EXPECT_LT(Moving(rover), 1e-3);
    EXPECT_EQ(rover.tyres[0]->softened_steps() > 0, stiffness > 1e4) << "and it is counted";
  }
}

/// Robots of any size, with default tyres.
RoverSpec AnySize(double mass, double radius, double wheel_inertia) {
  RoverSpec spec;
  const double scale = radius / 0.165;
  spec.mass = mass;
  spec.radius = radius;
  spec.width = 0.114 * scale;
  spec.wheelbase *= scale;
  spec.track *= scale;
  spec.height *= scale;
  spec.inertia *= mass / 75.0 * scale * scale;
  spec.wheel_inertia = wheel_inertia;
  spec.motor_torque = 0.5 * mass * kGravity * radius;
  return spec;
}

TEST(RoverTest, SmallAndLargeRobotsDriveAndStandAtAnyStep) {
  const RoverSpec specs[] = {AnySize(1.0, 0.033, 2e-5), AnySize(12.0, 0.06, 1e-3),
                             AnySize(500.0, 0.3, 0.8)};
  for (const RoverSpec& spec : specs) {
    for (const double dt : {0.0005, 0.001, 0.002, 0.005}) {
      const auto terrain = MakeTerrain({MakeSlope(0.1)}, Hard(0.8, 0.015));
      Rover rover(spec, terrain.get());
      rover.Place(Vector3d::Zero(), 0.1, 0.5);
      rover.Run(2.0, dt);
      const double speed = 0.3 / spec.radius;
      rover.Drive(speed, speed);
      rover.Run(3.0, dt);
      EXPECT_NEAR(rover.v_W.norm(), 0.3, 0.03) << spec.mass << " kg, " << dt;
      rover.Drive(-speed, speed);
      rover.Run(2.0, dt);
      EXPECT_GT(rover.w_W.z(), 0.3 * 0.6 / spec.track) << spec.mass << " kg, " << dt;
      rover.Drive(0.0, 0.0);
      rover.Run(5.0, dt);
      const Vector3d p = rover.p_WB;
      rover.Run(10.0, dt);
      EXPECT_LT((rover.p_WB - p).norm(), 1e-6) << spec.mass << " kg, " << dt;
    }
  }
}

TEST(RoverTest, ClimbsAStep) {
  for (const bool as_field : {false, true}) {
    std::vector<world::Collision> shapes = {MakeSlope(0.0)};
    if (as_field) {
      auto field = std::make_shared<HeightField>();
      field->rows = field->cols = 81;
      field->size_x = field->size_y = 4.0;
      for (int i = 0; i < 81 * 81; ++i) field->heights.push_back(i % 81 < 50 ? 0.0F : 0.04F);
      world::HeightMap map;
      map.field = field;
      shapes = {MakeShape(map)};
    } else {
      shapes.push_back(
          MakeShape(world::Box{Vector3d(2.0, 4.0, 0.08)}, RigidTransform(Vector3d(1.5, 0.0, 0.0))));
    }
    const auto terrain = MakeTerrain(shapes, Hard(0.8, 0.015));
    Rover rover(Husky(), terrain.get());
    rover.Run(0.5, 0.001);
    const double before = rover.p_WB.z();
    rover.Drive(0.5 / 0.165, 0.5 / 0.165);
    double largest = 0.0;
    for (int i = 0; i < 2800; ++i) {
      rover.Step(0.001);
      largest = std::max(largest, rover.acceleration_W.norm());
    }
    EXPECT_NEAR(rover.p_WB.z() - before, 0.04, 0.002) << as_field;
    EXPECT_LT(largest, 60.0) << as_field;
  }
}

TEST(RoverTest, AWallStopsItFromAheadAndFromTheSide) {
  const auto terrain = MakeTerrain(
      {MakeSlope(0.0),
       MakeShape(world::Box{Vector3d(0.2, 4.0, 2.0)}, RigidTransform(Vector3d(1.1, 0.0, 0.0)))},
      Hard(0.6, 0.015));
  Rover rover(Husky(), terrain.get());
  rover.Drive(0.4 / 0.165, 0.4 / 0.165);
  double furthest = 0.0;
  for (int i = 0; i < 4000; ++i) {
    rover.Step(0.001);
    furthest = std::max(furthest, rover.p_WB.x());
  }
  EXPECT_LT(furthest + 0.256 + 0.165, 1.0 + 0.03);
  // Pushed against it with the flank.
  rover.Place(Vector3d(0.5, 0.0, 0.0), 0.0, -0.5 * kPi);
  rover.Drive(0.0, 0.0);
  rover.gravity_W = Vector3d(8.0, 0.0, -9.81);
  rover.Run(2.0, 0.001);
  EXPECT_NEAR(rover.p_WB.x() + 0.5 * 0.571 + 0.5 * 0.114, 1.0, 0.02);
  EXPECT_LT(Moving(rover), 1e-2);
}

}  // namespace
}  // namespace surefoot::ground
