// Motion of bodies on joints, against closed forms.

#include <cmath>

#include "tests/conformance/engine_test_case.h"

namespace surefoot::conformance {
namespace {

using physics::ControlMode;
using world::JointType;

class JointMotion : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(JointMotion);

constexpr double kPi = 3.14159265358979323846;

/// One link on one joint at the world's origin, with its centre of mass in the joint.
std::shared_ptr<world::Model> MakeSingle(JointType type, const world::Geometry& shape, double mass,
                                         const Vector3d& axis) {
  auto model = std::make_shared<world::Model>();
  model->name = "single";
  model->links.push_back(MakeLink("link", shape, mass));
  model->links[0].collisions.clear();
  model->joints.push_back(
      MakeJoint("joint", type, *model, world::kWorldLink, 0, Vector3d::Zero(), axis));
  return model;
}

TEST_P(JointMotion, ANutFallsDownItsScrew) {
  auto model = MakeSingle(JointType::kScrew, world::Cylinder{0.1, 0.1}, 1.0, Vector3d::UnitZ());
  model->joints[0].screw_pitch = 0.3;
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  Advance(simulation.get(), 0.5);
  const double k = 0.3 / (2.0 * kPi);
  const double inertia = 0.5 * 0.01;
  const double rate = -9.81 * k / (k * k + inertia) * 0.5;
  EXPECT_TRUE(NearShare("screw.fall", SpeedOf(*simulation, "joint"), rate));
  EXPECT_TRUE(NearShare("screw.fall", VelocityOf(*simulation, "link").v.z(), rate * k));
}

TEST_P(JointMotion, BallMotorsTurnByTheirEffort) {
  Needs({physics::Capability::kEffortControl});
  auto model = MakeSingle(JointType::kBall, world::Sphere{0.2}, 1.0, Vector3d::UnitZ());
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  const Vector3d effort(0.01, -0.02, 0.03);
  for (int i = 0; i < 3; ++i) {
    Must(simulation->Apply(sim::JointCommand{"joint", i, ControlMode::kEffort, effort[i]}));
  }
  Advance(simulation.get(), 0.5);
  const Vector3d ideal = effort / (0.4 * 0.04) * 0.5;
  EXPECT_TRUE(Small("ball.turn_rate", (VelocityOf(*simulation, "link").w - ideal).norm()));
}

TEST_P(JointMotion, BothAxesOfAUniversalJointAreDriven) {
  auto model = MakeSingle(JointType::kUniversal, world::Sphere{0.2}, 1.0, Vector3d::UnitX());
  model->joints[0].axes[1].axis_J = Vector3d::UnitY();
  Scene scene;
  scene.Add(model);
  Needs({physics::Capability::kPositionControl});
  auto simulation = Run(scene);
  Must(simulation->Apply(sim::JointCommand{"joint", 0, ControlMode::kPosition, 0.5}));
  Must(simulation->Apply(sim::JointCommand{"joint", 1, ControlMode::kPosition, -0.3}));
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Near("servo.position", PositionOf(*simulation, "joint", 0), 0.5));
  EXPECT_TRUE(Near("servo.position", PositionOf(*simulation, "joint", 1), -0.3));
  const Quaterniond ideal(Eigen::AngleAxisd(0.5, Vector3d::UnitX()) *
                          Eigen::AngleAxisd(-0.3, Vector3d::UnitY()));
  EXPECT_TRUE(Small("universal.angle", PoseOf(*simulation, "link").q.angularDistance(ideal)));
}

TEST_P(JointMotion, AWeightRestsOnTheStopOfItsSlide) {
  auto model = MakeSingle(JointType::kPrismatic, world::Sphere{0.1}, 5.0, Vector3d::UnitZ());
  model->joints[0].axes[0].lower = -0.2;
  model->joints[0].axes[0].upper = 0.5;
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  double lowest = 0.0;
  for (int i = 0; i < 1500; ++i) {
    Must(simulation->Step());
    lowest = std::min(lowest, PositionOf(*simulation, "joint"));
  }
  EXPECT_TRUE(Near("limit.slide", PositionOf(*simulation, "joint"), -0.2));
  // Hits the stop at 2 m/s.
  EXPECT_TRUE(Near("limit.overshoot", lowest, -0.2));
  EXPECT_TRUE(Near("limit.rest_speed", SpeedOf(*simulation, "joint"), 0.0));
}

TEST_P(JointMotion, AGearFeelsTheInertiaBehindIt) {
  // Two wheels of 1 kg m2; the second rotates twice as fast, so the first one feels 1 + 4 kg m2.
  Needs({physics::Capability::kEffortControl});
  auto model = std::make_shared<world::Model>();
  model->name = "gear";
  for (int i = 0; i < 2; ++i) {
    model->links.push_back(MakeLink("wheel" + std::to_string(i), world::Cylinder{0.5, 0.1}, 8.0));
    model->links.back().X_ML.p = Vector3d(2.0 * i, 0, 0);
    model->links.back().collisions.clear();
    model->joints.push_back(MakeJoint("axle" + std::to_string(i), JointType::kContinuous, *model,
                                      world::kWorldLink, i, Vector3d(2.0 * i, 0, 0),
                                      Vector3d::UnitZ()));
  }
  model->joints[1].mimic = world::Mimic{0, -2.0, 0.0};
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  Must(simulation->Apply(sim::JointCommand{"axle0", 0, ControlMode::kEffort, 3.0}));
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(NearShare("mimic.speed", SpeedOf(*simulation, "axle0"), 3.0 / 5.0));
  EXPECT_TRUE(NearShare("mimic.speed", SpeedOf(*simulation, "axle1"), -6.0 / 5.0));
}

TEST_P(JointMotion, APlanarBodySlidesAndSpinsInItsPlane) {
  // The plane of the joint is tilted: its axes are x and (0, 0.8, 0.6).
  Needs({physics::Capability::kExternalWrench});
  auto model = MakeSingle(JointType::kPlanar, world::Cylinder{0.2, 0.1}, 2.0, Vector3d::UnitX());
  model->joints[0].axes[1].axis_J = Vector3d(0.0, 0.8, 0.6);
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  sim::LinkWrench push;
  push.link = "link";
  push.F_L_W.force = Vector3d(3.0, 0.0, 0.0);
  push.steps = -1;
  Must(simulation->Apply(push));
  Advance(simulation.get(), 0.5);
  EXPECT_TRUE(Near("planar.speed", SpeedOf(*simulation, "joint", 0), 3.0 / 2.0 * 0.5));
  EXPECT_TRUE(Near("planar.speed", SpeedOf(*simulation, "joint", 1), -9.81 * 0.6 * 0.5));
  EXPECT_TRUE(Near("planar.speed", SpeedOf(*simulation, "joint", 2), 0.0));
  EXPECT_TRUE(
      Near("planar.off_plane", PoseOf(*simulation, "link").p.dot(Vector3d(0.0, -0.6, 0.8)), 0.0));
}

TEST_P(JointMotion, DampingSlowsAnAxleExponentially) {
  Needs({physics::Capability::kEffortControl});
  auto model =
      MakeSingle(JointType::kContinuous, world::Cylinder{0.5, 0.1}, 8.0, Vector3d::UnitZ());
  model->joints[0].axes[0].damping = 2.0;
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  Must(simulation->Apply(sim::JointCommand{"joint", 0, ControlMode::kEffort, 4.0}));
  Advance(simulation.get(), 1.0);
  // I = 1: w = T/c (1 - exp(-c t)).
  EXPECT_TRUE(
      NearShare("damping.speed", SpeedOf(*simulation, "joint"), 2.0 * (1.0 - std::exp(-2.0))));
}

TEST_P(JointMotion, StiffDampingAndSpringsStayStable) {
  // Far beyond the stability limit of an explicit scheme: rate 1e5 /s at 1 ms.
  auto model =
      MakeSingle(JointType::kContinuous, world::Cylinder{0.5, 0.1}, 8.0, Vector3d::UnitZ());
  model->joints[0].axes[0].damping = 1e5;
  model->initial_positions.push_back({0, 0, 0.5});
  Scene scene;
  scene.Add(model);
  Needs({physics::Capability::kEffortControl});
  auto simulation = Run(scene);
  Must(simulation->Apply(sim::JointCommand{"joint", 0, ControlMode::kEffort, 4.0}));
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Near("damping.stiff", PositionOf(*simulation, "joint"), 0.5));
}

}  // namespace
}  // namespace surefoot::conformance
