// A four-wheel skid-steer robot of a Husky's size, with the engine's own contacts.

#include <algorithm>
#include <cmath>

#include "tests/conformance/engine_test_case.h"
#include "tests/scene/wheeled_robot.h"

namespace surefoot::conformance {
namespace {

class Vehicle : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(Vehicle);

Scene OnEngineContacts() {
  Scene scene;
  scene.spec.wheel_contact = world::WheelContact::kEngine;
  return scene;
}

Scene RobotOnFloor(double left, double right, double mu) {
  Scene scene = OnEngineContacts();
  scene.Floor(mu).Add(WheeledRobot(left, right), RigidTransform(Vector3d(0, 0, kHeight)));
  return scene;
}

/// Yaw rate at which Coulomb friction at two equally loaded edge points per wheel has no resulting
/// moment about the centre.
double CoulombTurnRate(double rim_speed) {
  auto moment = [&](double omega) {
    double sum = 0.0;
    for (const double x : {-kHalfBase, kHalfBase}) {
      for (const double side : {-1.0, 1.0}) {
        for (const double edge : {-0.5 * kWidth, 0.5 * kWidth}) {
          const double y = side * kHalfTrack + edge;
          // Slip of the tyre over the ground: left wheels rotate backwards and right wheels
          // forwards.
          const Eigen::Vector2d slip(-omega * y + side * rim_speed, omega * x);
          const Eigen::Vector2d force = -slip.normalized();
          sum += x * force.y() - y * force.x();
        }
      }
    }
    return sum;
  };
  double low = 0.0;
  double high = rim_speed / kHalfTrack;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (moment(middle) > 0.0 ? low : high) = middle;
  }
  return low;
}

TEST_P(Vehicle, DrivesStraightAtItsRimSpeed) {
  auto simulation = Run(RobotOnFloor(0.5, 0.5, 0.8));
  Advance(simulation.get(), 1.0);
  const Vector3d start = PoseOf(*simulation, "base").p;
  Advance(simulation.get(), 2.0);
  const Vector3d moved = PoseOf(*simulation, "base").p - start;
  EXPECT_TRUE(Near("vehicle.distance", moved.x(), 1.0));
  EXPECT_TRUE(Near("vehicle.drift", moved.y(), 0.0));
  EXPECT_TRUE(Near("vehicle.rise", moved.z(), 0.0));
}

TEST_P(Vehicle, TurnsInPlaceAsCoulombSaysAndDoesNotHop) {
  for (const double mu : {0.3, 1.0}) {
    const double rim_speed = 0.5 * 0.555 / 2.0;
    auto simulation = Run(RobotOnFloor(-rim_speed, rim_speed, mu));
    Advance(simulation.get(), 1.0);
    double yaw = 0.0;
    double largest_bounce = 0.0;
    double last_vz = VelocityOf(*simulation, "base").v.z();
    for (int i = 0; i < 4000; ++i) {
      ASSERT_TRUE(simulation->Step().ok());
      const Twist& V = VelocityOf(*simulation, "base");
      yaw += V.w.z() * simulation->step_size();
      largest_bounce =
          std::max(largest_bounce, std::abs(V.v.z() - last_vz) / simulation->step_size());
      last_vz = V.v.z();
    }
    EXPECT_TRUE(NearShare("vehicle.turn_rate", yaw / 4.0, CoulombTurnRate(rim_speed)));
    EXPECT_TRUE(Small("vehicle.hop", largest_bounce)) << "at mu " << mu;
  }
}

TEST_P(Vehicle, AFrictionDirectionMattersOnlyWhereFrictionDiffers) {
  // Files of real robots give wheels a friction direction, but equal friction in both directions.
  const double rim_speed = 0.5 * 0.555 / 2.0;
  Scene scene = OnEngineContacts();
  auto robot = std::make_shared<world::Model>(*WheeledRobot(-rim_speed, rim_speed));
  for (int i = 1; i <= 4; ++i) {
    robot->links[static_cast<std::size_t>(i)].collisions[0].surface.friction_direction =
        Vector3d::UnitX();
  }
  scene.Floor(0.8).Add(robot, RigidTransform(Vector3d(0, 0, kHeight)));
  auto simulation = Run(scene);
  Advance(simulation.get(), 1.0);
  double yaw = 0.0;
  for (int i = 0; i < 2000; ++i) {
    ASSERT_TRUE(simulation->Step().ok());
    yaw += VelocityOf(*simulation, "base").w.z() * simulation->step_size();
  }
  EXPECT_TRUE(NearShare("vehicle.turn_rate", yaw / 2.0, CoulombTurnRate(rim_speed)));
}

TEST_P(Vehicle, DrivesOverWavesWithoutHopping) {
  // Waves of 2 cm and 2 m along x, in facets of 5 cm.
  auto field = std::make_shared<HeightField>();
  field->rows = 41;
  field->cols = 161;
  field->size_x = 8.0;
  field->size_y = 2.0;
  for (int row = 0; row < field->rows; ++row) {
    for (int col = 0; col < field->cols; ++col) {
      const double x = 0.05 * col - 4.0;
      field->heights.push_back(static_cast<float>(0.01 * (std::cos(3.14159265358979 * x) - 1.0)));
    }
  }
  world::HeightMap map;
  map.field = field;
  Scene scene = OnEngineContacts();
  scene.Floor(0.8);
  auto ground = std::make_shared<world::Model>(*scene.spec.models[0].model);
  ground->links[0].collisions[0].geometry = map;
  scene.spec.models[0].model = ground;
  scene.Add(WheeledRobot(0.5, 0.5), RigidTransform(Vector3d(-2, 0, kHeight)));
  auto simulation = Run(scene);
  Advance(simulation.get(), 1.0);
  const Vector3d start = PoseOf(*simulation, "base").p;
  double hop = 0.0;
  double last = VelocityOf(*simulation, "base").v.z();
  for (int i = 0; i < 4000; ++i) {
    Must(simulation->Step());
    const double v = VelocityOf(*simulation, "base").v.z();
    hop = std::max(hop, std::abs(v - last));
    last = v;
  }
  const Vector3d moved = PoseOf(*simulation, "base").p - start;
  // A wheel on facets turns on their edges, so its path differs slightly from that over the ground.
  EXPECT_TRUE(Near("waves.distance", moved.x(), 2.0));
  EXPECT_TRUE(Near("waves.drift", moved.y(), 0.0));
  EXPECT_TRUE(Small("waves.hop", hop));
}

TEST_P(Vehicle, ParksOnASlope) {
  Scene scene = OnEngineContacts();
  const double slope = 0.17;
  const Quaterniond q = QuaternionFromRpy(0.0, slope, 0.0);
  scene.Floor(1.0, slope)
      .Add(WheeledRobot(0.0, 0.0), RigidTransform(q, q * Vector3d(0, 0, kHeight)));
  auto simulation = Run(scene);
  Advance(simulation.get(), 1.0);
  const Vector3d start = PoseOf(*simulation, "base").p;
  Advance(simulation.get(), 5.0);
  EXPECT_TRUE(Small("vehicle.parking", (PoseOf(*simulation, "base").p - start).norm()));
}

}  // namespace
}  // namespace surefoot::conformance
