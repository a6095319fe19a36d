// Steps, kerbs, walls, gaps and falls: a Husky on its tyres on ground that is not a plane.

#include <algorithm>
#include <cmath>

#include "tests/scene/engine_test.h"
#include "tests/scene/ground_trials.h"
#include "tests/scene/measure.h"

namespace surefoot::conformance {
namespace {

class Obstacle : public EngineTest {
 protected:
  LabRun Watch(sim::Simulation* simulation) {
    return LabRun(simulation, "robot::base_link", "/robot/cmd_vel");
  }
};
SUREFOOT_ALL_ENGINES(Obstacle);

constexpr double kPi = 3.14159265358979323846;
constexpr double kRadius = 0.1651;
constexpr double kHalfBase = 0.256;
constexpr double kOuterFlank = 0.2854 + 0.5 * 0.1143;

std::shared_ptr<const world::Model> Husky() { return LoadRobot("model://husky"); }

/// A static box with its top at `top`, from x0 to x1 and y0 to y1.
void AddBlock(const std::string& name, double x0, double x1, double y0, double y1, double top,
              Scene* scene) {
  const Vector3d size(x1 - x0, y1 - y0, 1.0);
  scene->Add(Solid(name, world::Box{size}, "lab"),
             RigidTransform(Vector3d(0.5 * (x0 + x1), 0.5 * (y0 + y1), top - 0.5)), name);
}

/// Angle between its up direction and the world's.
double Tilt(const RigidTransform& X) {
  return std::acos(std::min(1.0, (X.q * Vector3d::UnitZ()).z()));
}

/// Its height when its tyres carry it on a plane. Comes to rest, then drives ahead and is observed.
/// Returns the height at rest.
double DriveFromRest(double speed, double seconds, LabRun* run) {
  run->Drive({}, 1.0);
  const double height = run->pose().p.z();
  run->Watch();
  run->Drive({speed, 0.0}, seconds);
  EXPECT_EQ(run->error(), "");
  return height;
}

TEST_P(Obstacle, ClimbsAStepOfFourCentimetres) {
  for (const bool as_field : {false, true}) {
    Scene scene = OnGround(Hard(0.8, 0.02), WithoutLugs(*LoadRobot("model://husky_75")));
    if (as_field) {
      auto field = std::make_shared<HeightField>();
      field->rows = field->cols = 121;
      field->size_x = field->size_y = 6.0;
      for (int i = 0; i < 121 * 121; ++i) field->heights.push_back(i % 121 < 76 ? 0.0F : 0.04F);
      world::HeightMap map;
      map.field = field;
      scene.spec.models[0].model = Solid("ground", map, "lab");
    } else {
      AddBlock("step", 0.8, 4.0, -2.0, 2.0, 0.04, &scene);
    }
    auto simulation = Run(scene);
    LabRun run = Watch(simulation.get());
    const double height = DriveFromRest(0.5, 4.0, &run);
    EXPECT_NEAR(run.pose().p.z() - height, 0.04, 0.002) << as_field;
    EXPECT_LT(run.watched().acceleration, 60.0) << as_field;
    EXPECT_GT(run.pose().p.x(), 1.3) << as_field;
  }
}

TEST_P(Obstacle, DrivesOffAStep) {
  Scene scene = OnGround(Hard(0.8, 0.02), Husky());
  AddBlock("block", -2.0, 0.6, -2.0, 2.0, 0.1, &scene);
  scene.spec.models[1].X_WM.p.z() += 0.1;
  auto simulation = Run(scene);
  LabRun run = Watch(simulation.get());
  const double height = DriveFromRest(0.5, 4.0, &run);
  EXPECT_NEAR(run.pose().p.z() - height, -0.1, 0.002);
  EXPECT_LT(Tilt(run.pose()), 0.01);
  // Its own speed, and that of a fall of 0.1 m.
  EXPECT_LT(run.watched().fastest, 0.5 + std::sqrt(2.0 * 9.81 * 0.1));
}

TEST_P(Obstacle, AWallStopsIt) {
  Scene scene = OnGround(Hard(0.6, 0.015), Husky());
  AddBlock("wall", 1.0, 1.3, -2.0, 2.0, 0.9, &scene);
  auto simulation = Run(scene);
  LabRun run = Watch(simulation.get());
  run.Drive({0.4, 0.0}, 4.0);
  EXPECT_EQ(run.error(), "");
  // The body's nose, 0.494 m ahead, has the engine's contact.
  EXPECT_NEAR(run.pose().p.x(), 1.0 - 0.494, 0.03);
  EXPECT_LT(Tilt(run.pose()), 0.1);
  EXPECT_LT(run.watched().fastest, 0.6);
}

/// Wheels ahead of the body meet the wall first: only Surefoot's contacts are involved.
TEST_P(Obstacle, AWallStopsWheelsThatAreAheadOfTheBody) {
  auto husky = std::make_shared<world::Model>(*Husky());
  husky->links[0].collisions.clear();
  Scene scene = OnGround(Hard(0.6, 0.015), husky);
  AddBlock("wall", 1.0, 1.3, -2.0, 2.0, 0.9, &scene);
  auto simulation = Run(scene);
  LabRun run = Watch(simulation.get());
  run.Drive({0.4, 0.0}, 3.0);
  EXPECT_EQ(run.error(), "");
  EXPECT_NEAR(run.pose().p.x() + kHalfBase + kRadius, 1.0, 0.03);
}

TEST_P(Obstacle, AKerbAlongTheSideKeepsItOnTheRoad) {
  Scene scene = OnGround(Hard(0.6, 0.015), Husky(), 0.0, 0.06);
  AddBlock("kerb", -2.0, 6.0, 0.45, 1.5, 0.12, &scene);
  auto simulation = Run(scene);
  LabRun run = Watch(simulation.get());
  run.Drive({0.5, 0.0}, 6.0);
  EXPECT_EQ(run.error(), "");
  EXPECT_GT(run.pose().p.x(), 1.5);
  EXPECT_LT(Tilt(run.pose()), 0.05);
  EXPECT_LT(run.pose().p.y() + kOuterFlank, 0.45 + 0.03);
  EXPECT_LT(run.watched().fastest, 0.8);
}

TEST_P(Obstacle, RollsOverTheGapBetweenTwoBoxes) {
  Scene scene = OnGround(Hard(0.8, 0.02), Husky());
  scene.spec.models[0].X_WM.p.z() = -1.0;
  const double gap = 0.15;
  AddBlock("near", -3.0, 0.6, -2.0, 2.0, 0.0, &scene);
  AddBlock("far", 0.6 + gap, 4.0, -2.0, 2.0, 0.0, &scene);
  auto simulation = Run(scene);
  LabRun run = Watch(simulation.get());
  const double height = DriveFromRest(0.3, 5.0, &run);
  EXPECT_GT(run.pose().p.x(), 1.2);
  EXPECT_NEAR(run.pose().p.z(), height, 0.002);
  // A wheel reaches this far into the gap, the base half as far.
  const double dip = kRadius - std::sqrt(kRadius * kRadius - 0.25 * gap * gap);
  EXPECT_NEAR(height - run.watched().lowest, 0.5 * dip, 0.3 * dip);
}

/// Left wheels on a movable plank, right ones on a block; then all of them half on each.
TEST_P(Obstacle, StandsHalfOnWhatMovesAndHalfOnWhatDoesNot) {
  for (const double offset : {0.0, 0.2854, -0.2854}) {
    Scene scene = OnGround(Hard(0.8, 0.02), Husky());
    AddBlock("block", -1.0, 1.0, -2.0, offset, 0.05, &scene);
    world::Surface rough;
    rough.mu = 0.8;
    scene.Add(MakeBody("plank", world::Box{Vector3d(2.0, 2.0, 0.05)}, 40.0, rough),
              RigidTransform(Vector3d(0.0, offset + 1.0, 0.025)));
    scene.spec.models[1].X_WM.p.z() += 0.05;
    auto simulation = Run(scene);
    LabRun run = Watch(simulation.get());
    run.Drive({}, 3.0);
    EXPECT_EQ(run.error(), "");
    EXPECT_LT(run.velocity().v.norm(), 1e-2) << offset;
    EXPECT_LT(Tilt(run.pose()), 0.02) << offset;
    // Every pair is counted once: together they carry its weight.
    double carried = 0.0;
    double weight = 0.0;
    const world::World& world = simulation->world();
    for (const world::Link& link : world.model(world.FindModel("robot")).links) {
      weight += 9.81 * link.inertia.mass;
      carried += ContactForceOn(*simulation, "robot::" + link.name).z();
    }
    EXPECT_NEAR(carried, weight, 0.02 * weight) << offset;
    EXPECT_FALSE(simulation->machine().ground().touches().empty()) << offset;
  }
}

/// Falls with motors at speed zero: the energy only decreases.
TEST_P(Obstacle, FallsWithoutGainingEnergy) {
  for (const double roll : {0.0, 0.3, 0.5 * kPi, 0.6 * kPi}) {
    Scene scene = OnGround(Hard(0.8, 0.02), Husky());
    RigidTransform& X_WM = scene.spec.models[1].X_WM;
    X_WM = RigidTransform(Quaterniond(Eigen::AngleAxisd(roll, Vector3d::UnitX())),
                          Vector3d(0.0, 0.0, 0.5 + 0.35));
    auto simulation = Run(scene);
    LabRun run = Watch(simulation.get());
    const double start = Energy(*simulation);
    double max = start;
    for (int i = 0; i < 4000 && !run.failed(); ++i) {
      run.Wait(0.001);
      max = std::max(max, Energy(*simulation));
    }
    EXPECT_EQ(run.error(), "");
    EXPECT_LT(max, start + 0.002 * std::abs(start)) << roll;
    EXPECT_LT(run.velocity().v.norm(), 0.02) << roll;
    // It lies on its wheels, on its deck with wheels up, or on a flank.
    const double z = run.pose().p.z();
    // Two flanks carry 57 kg and deflect by their 24.4 kN/m.
    const double flank = kOuterFlank - 57.0 * 9.81 / (2.0 * 24.4e3);
    const double off = std::min({std::abs(z - 0.1291), std::abs(z - 0.2275), std::abs(z - flank)});
    EXPECT_LT(off, 0.01) << roll << ": " << z;
  }
}

/// Only the engine's contacts carry it then.
TEST_P(Obstacle, TurnsItsWheelsInTheAirWhenItLiesOnItsDeck) {
  Scene scene = OnGround(Hard(0.8, 0.02), Husky());
  scene.spec.models[1].X_WM =
      RigidTransform(Quaterniond(Eigen::AngleAxisd(kPi, Vector3d::UnitX())), Vector3d(0, 0, 0.228));
  auto simulation = Run(scene);
  LabRun run = Watch(simulation.get());
  run.Drive({}, 1.0);
  const Vector3d start = run.pose().p;
  run.Drive({0.5, 0.5}, 2.0);
  EXPECT_EQ(run.error(), "");
  EXPECT_LT((run.pose().p - start).norm(), 0.01);
  EXPECT_NEAR(run.pose().p.z(), 0.2275, 0.005);
  EXPECT_TRUE(simulation->machine().ground().touches().empty());
}

}  // namespace
}  // namespace surefoot::conformance
