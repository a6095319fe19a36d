// A rover of 310 kg on six wheels in the soft soil of a slope, at the gravity of Mars: the slip at
// which it climbs, standing, and snapshots.

#include <algorithm>
#include <cmath>

#include "tests/scene/engine_test.h"

namespace surefoot::conformance {
namespace {

class SoilRover : public EngineTest {};
SUREFOOT_ALL_ENGINES(SoilRover);

constexpr double kDeg = 3.14159265358979323846 / 180.0;
constexpr double kGravity = 3.71;
constexpr double kRadius = 0.1425;
constexpr double kWidth = 0.12;
constexpr double kWheelMass = 5.0;
constexpr double kBodyMass = 310.0 - 6.0 * kWheelMass;
/// Height of the model's frame when the wheels just touch: that of the axles.
constexpr double kHeight = kRadius;

/// Wheels flatten at 14.6 kPa. The body's mass is low, so that loads do not depend on the slope.
std::shared_ptr<world::Model> Rover(double speed) {
  auto rover = std::make_shared<world::Model>();
  rover->name = "rover";
  rover->links.push_back(MakeLink("base", world::Box{Vector3d(1.2, 0.8, 0.1)}, kBodyMass));
  rover->links[0].inertia.p_BBcm = Vector3d(0.0, 0.0, -kRadius * 310.0 / kBodyMass + 0.02);
  rover->links[0].collisions[0].X_LG.p = Vector3d(0.0, 0.0, 0.2);
  world::Element tyre;
  tyre.name = "surefoot:tyre";
  tyre.attributes = {{"flattening_pressure", "14600"}};
  for (int i = 0; i < 6; ++i) {
    rover->links.push_back(
        MakeLink("wheel" + std::to_string(i), world::Cylinder{kRadius, kWidth}, kWheelMass));
    const Vector3d p(0.675 * (1 - i / 2), i % 2 == 0 ? 0.6 : -0.6, 0.0);
    rover->links.back().X_ML = RigidTransform(QuaternionFromRpy(-1.5707963267948966, 0, 0), p);
    rover->links.back().extensions.push_back(tyre);
    rover->joints.push_back(MakeJoint("axle" + std::to_string(i), world::JointType::kContinuous,
                                      *rover, 0, i + 1, p, Vector3d::UnitY()));
    rover->joints.back().axes[0].effort = 200.0;
    rover->initial_commands.push_back(
        world::InitialCommand{i, 0, world::ControlMode::kVelocity, speed / kRadius});
  }
  return rover;
}

world::GroundMaterial Drift() {
  world::GroundMaterial ground;
  ground.name = "drift";
  ground.has_soil = true;
  ground.soil.cohesion = 530.0;
  ground.soil.friction_angle = 26.4 * kDeg;
  ground.soil.cohesive_modulus = 1400.0;
  ground.soil.frictional_modulus = 820000.0;
  ground.soil.shear_modulus_x = ground.soil.shear_modulus_y = 0.016;
  ground.soil.density = 1150.0;
  return ground;
}

/// Uphill is +x.
Scene OnSlope(double speed, double slope, const world::GroundMaterial& ground = Drift()) {
  Scene scene;
  const Quaterniond q_WM(Eigen::AngleAxisd(-slope, Vector3d::UnitY()));
  scene.Add(Solid("floor", world::Plane(), ground.name), RigidTransform(q_WM, Vector3d::Zero()))
      .Add(Rover(speed), RigidTransform(q_WM, q_WM * Vector3d(0, 0, kHeight)), "rover")
      .Gravity(Vector3d(0.0, 0.0, -kGravity));
  scene.spec.grounds.push_back(ground);
  scene.spec.wheel_contact = world::WheelContact::kSoil;
  return scene;
}

double Slip(const sim::Simulation& simulation) {
  const Vector3d x_W = PoseOf(simulation, "rover::base").q * Vector3d::UnitX();
  const double v = x_W.dot(VelocityOf(simulation, "rover::base").v);
  double tread = 0.0;
  for (int i = 0; i < 6; ++i) {
    tread += kRadius * SpeedOf(simulation, "rover::axle" + std::to_string(i)) / 6.0;
  }
  return tread >= v ? (tread - v) / tread : tread / v - 1.0;
}

/// The slips given by statics and the integrals of the contact (ground/test/soil_wheel_cases.h).
TEST_P(SoilRover, ClimbsAtTheSlipOfTheIntegrals) {
  const double cases[][2] = {{0.0, -0.0286}, {10.0, 0.0935}, {18.0, 0.3517}, {-10.0, -0.1030}};
  for (const auto& [slope_deg, expected] : cases) {
    auto simulation = Run(OnSlope(0.1, slope_deg * kDeg));
    Advance(simulation.get(), 12.0);
    EXPECT_NEAR(Slip(*simulation), expected, 0.01) << slope_deg << " deg";
    const auto& touches = simulation->machine().ground().touches();
    ASSERT_EQ(touches.size(), 6u);
    double load = 0.0;
    for (const auto& touch : touches) {
      EXPECT_NEAR(touch.force.sinkage, 0.017555, 1e-4);
      load += touch.force.load;
    }
    EXPECT_NEAR(load, 310.0 * kGravity * std::cos(slope_deg * kDeg), 1.0);
  }
}

TEST_P(SoilRover, StandsOnTwentyDegrees) {
  auto simulation = Run(OnSlope(0.0, 20.0 * kDeg));
  Advance(simulation.get(), 10.0);
  const Vector3d start = PoseOf(*simulation, "rover::base").p;
  Advance(simulation.get(), 10.0);
  EXPECT_LT((PoseOf(*simulation, "rover::base").p - start).norm(), 1e-6);
}

TEST_P(SoilRover, RutsAreEasierToClimb) {
  world::GroundMaterial ground = Drift();
  ground.soil.ruts = true;
  auto simulation = Run(OnSlope(0.2, 20.0 * kDeg, ground));
  Advance(simulation.get(), 12.0);
  // 0.5237 without ruts: for four of six wheels a tenth of the soil is left to compact.
  EXPECT_NEAR(Slip(*simulation), 0.43, 0.03);
}

TEST_P(SoilRover, LaterWheelsRollInTheRutsOfTheFirst) {
  world::GroundMaterial ground = Drift();
  ground.soil.ruts = true;
  auto simulation = Run(OnSlope(0.2, 0.0, ground));
  Advance(simulation.get(), 10.0);
  std::vector<double> sinkage(6, 0.0);
  for (const auto& touch : simulation->machine().ground().touches()) {
    sinkage[static_cast<std::size_t>(touch.wheel)] = touch.force.sinkage;
  }
  EXPECT_NEAR(sinkage[0], 0.01756, 1e-3);
  // Wheels that flatten need no further depth on soil that has carried as much before.
  EXPECT_NEAR(sinkage[4], sinkage[0], 1e-3);
  const sim::Snapshot snapshot = simulation->machine().Save();
  const std::uint64_t hash = HashAfter(simulation.get(), 0.3);
  Must(simulation->machine().Restore(snapshot));
  EXPECT_EQ(HashAfter(simulation.get(), 0.3), hash);
}

}  // namespace
}  // namespace surefoot::conformance
