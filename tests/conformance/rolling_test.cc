// Rolling bodies, compared with closed-form solutions.

#include <cmath>

#include "tests/conformance/engine_test_case.h"

namespace surefoot::conformance {
namespace {

class Rolling : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(Rolling);

constexpr double kRadius = 0.15;

/// A cylinder on a slope (down towards +x), with its axis across the slope.
RigidTransform OnSlope(double slope, bool lying) {
  const Quaterniond q = QuaternionFromRpy(0.0, slope, 0.0);
  const Quaterniond q_lying =
      lying ? Quaterniond(q * QuaternionFromRpy(-1.5707963267948966, 0, 0)) : q;
  return RigidTransform(q_lying, q * Vector3d(0.0, 0.0, kRadius));
}

/// Its speed after rolling down for a second.
double SpeedAfterASecond(sim::Simulation* simulation) {
  Advance(simulation, 0.2);
  const double v0 = VelocityOf(*simulation, "body::link").v.norm();
  Advance(simulation, 1.0);
  return VelocityOf(*simulation, "body::link").v.norm() - v0;
}

TEST_P(Rolling, SphereRollsDownAtFiveSevenths) {
  const double slope = 0.2;
  Scene scene;
  scene.Floor(0.8, slope).Add(MakeBody("body", world::Sphere{kRadius}, 2.0), OnSlope(slope, false));
  auto simulation = Run(scene);
  const double speed = SpeedAfterASecond(simulation.get());
  EXPECT_TRUE(NearShare("rolling.sphere", speed, 5.0 / 7.0 * 9.81 * std::sin(slope)));
  const Twist& V = VelocityOf(*simulation, "body::link");
  EXPECT_TRUE(NearShare("rolling.no_slip", V.w.y() * kRadius, V.v.norm()));
}

TEST_P(Rolling, CylinderRollsDownAtTwoThirds) {
  const double slope = 0.2;
  Scene scene;
  scene.Floor(0.8, slope)
      .Add(MakeBody("body", world::Cylinder{kRadius, 0.2}, 2.0), OnSlope(slope, true));
  auto simulation = Run(scene);
  const double speed = SpeedAfterASecond(simulation.get());
  EXPECT_TRUE(NearShare("rolling.cylinder", speed, 2.0 / 3.0 * 9.81 * std::sin(slope)));
  const Twist& V = VelocityOf(*simulation, "body::link");
  EXPECT_TRUE(NearShare("rolling.no_slip", V.w.y() * kRadius, V.v.norm()));
  EXPECT_TRUE(Near("rolling.drift", PoseOf(*simulation, "body::link").p.y(), 0.0));
}

TEST_P(Rolling, SphereSlidesOnASlopeTooSteepToRoll) {
  // Rolling requires mu >= 2/7 tan(slope); below, friction is mu m g cos(slope).
  const double slope = 0.6;
  const double mu = 0.1;
  Scene scene;
  scene.Floor(mu, slope).Add(MakeBody("body", world::Sphere{kRadius}, 2.0), OnSlope(slope, false));
  auto simulation = Run(scene);
  const double speed = SpeedAfterASecond(simulation.get());
  EXPECT_TRUE(
      NearShare("rolling.sliding_sphere", speed, 9.81 * (std::sin(slope) - mu * std::cos(slope))));
  const double spin = 2.5 * mu * 9.81 * std::cos(slope) / kRadius * 1.2;
  EXPECT_TRUE(NearShare("rolling.sliding_spin", VelocityOf(*simulation, "body::link").w.y(), spin));
}

TEST_P(Rolling, ASlidingSphereComesToRollAtFiveSevenths) {
  Needs({physics::Capability::kExternalWrench});
  Scene scene;
  scene.Floor(0.3).Add(MakeBody("body", world::Sphere{kRadius}, 2.0),
                       RigidTransform(Vector3d(0, 0, kRadius)));
  auto simulation = Run(scene);
  Advance(simulation.get(), 0.2);
  sim::LinkWrench kick;
  kick.link = "body::link";
  kick.F_L_W.force = Vector3d(2.0 * 2.0 / 0.001, 0, 0);
  kick.steps = 1;
  Must(simulation->Apply(kick));
  Advance(simulation.get(), 0.6);  // rolls after 2 v0 / (7 mu g) = 0.19 s
  // Whatever the friction was, the angular momentum about the ground is conserved.
  EXPECT_TRUE(
      NearShare("rolling.from_sliding", VelocityOf(*simulation, "body::link").v.x(), 10.0 / 7.0));
  const double speed = VelocityOf(*simulation, "body::link").v.x();
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(NearShare("rolling.kept", VelocityOf(*simulation, "body::link").v.x(), speed));
}

TEST_P(Rolling, RollingFrictionStopsAWheel) {
  // Rolling friction is a torque of at most r_f N: a = g r_f / R / (1 + 2/5) for a sphere.
  Needs({physics::Capability::kExternalWrench});
  world::Surface surface;
  surface.rolling_friction = 0.005;
  Scene scene;
  scene.Floor(1.0).Add(MakeBody("body", world::Sphere{kRadius}, 2.0, surface),
                       RigidTransform(Vector3d(0, 0, kRadius)));
  auto simulation = Run(scene);
  sim::LinkWrench push;
  push.link = "body::link";
  push.F_L_W.force = Vector3d(20.0, 0, 0);
  push.steps = 100;
  Must(simulation->Apply(push));
  Advance(simulation.get(), 0.2);
  const double v0 = VelocityOf(*simulation, "body::link").v.x();
  ASSERT_GT(v0, 0.3);
  Advance(simulation.get(), 0.5);
  const double slowed = v0 - VelocityOf(*simulation, "body::link").v.x();
  EXPECT_TRUE(NearShare("rolling.friction", slowed, 0.5 * 9.81 * 0.005 / kRadius / 1.4));
}

TEST_P(Rolling, TorsionalFrictionStopsASpin) {
  // Torsional friction is a torque of at most r_t N: 5/2 r_t g / R^2 for a sphere.
  Needs({physics::Capability::kExternalWrench});
  world::Surface surface;
  surface.torsional_friction = 0.01;
  Scene scene;
  scene.Floor(1.0).Add(MakeBody("body", world::Sphere{kRadius}, 2.0, surface),
                       RigidTransform(Vector3d(0, 0, kRadius)));
  auto simulation = Run(scene);
  Advance(simulation.get(), 0.2);
  sim::LinkWrench twist;
  twist.link = "body::link";
  twist.F_L_W.torque = Vector3d(0, 0, 0.4 * 2.0 * kRadius * kRadius * 20.0 / 0.1);
  twist.steps = 100;
  Must(simulation->Apply(twist));
  Advance(simulation.get(), 0.1);
  const double w0 = VelocityOf(*simulation, "body::link").w.z();
  ASSERT_GT(w0, 10.0);
  Advance(simulation.get(), 0.5);
  const double slowed = w0 - VelocityOf(*simulation, "body::link").w.z();
  EXPECT_TRUE(NearShare("rolling.torsion", slowed, 0.5 * 2.5 * 0.01 * 9.81 / (kRadius * kRadius)));
  Advance(simulation.get(), 2.0);
  EXPECT_TRUE(Near("rolling.torsion_rest", VelocityOf(*simulation, "body::link").w.z(), 0.0));
}

}  // namespace
}  // namespace surefoot::conformance
