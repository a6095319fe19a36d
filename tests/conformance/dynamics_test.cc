// Motion without contact, compared with closed-form solutions.

#include <cmath>

#include "tests/conformance/engine_test_case.h"

namespace surefoot::conformance {
namespace {

using world::JointType;

constexpr double kPi = 3.14159265358979323846;

class Dynamics : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(Dynamics);

/// A slim rod that swings about y at the world's origin, with its centre below.
std::shared_ptr<world::Model> MakePendulum(double length, double mass) {
  auto model = std::make_shared<world::Model>();
  model->name = "pendulum";
  model->links.push_back(MakeLink("rod", world::Box{Vector3d(0.02, 0.02, length)}, mass));
  model->links[0].collisions.clear();
  model->links[0].X_ML.p = Vector3d(0.0, 0.0, -length / 2.0);
  model->joints.push_back(MakeJoint("pivot", JointType::kContinuous, *model, world::kWorldLink, 0,
                                    Vector3d::Zero(), Vector3d::UnitY()));
  return model;
}

TEST_P(Dynamics, FreeFallFollowsTheParabola) {
  Scene scene;
  scene.Add(MakeBody("ball", world::Sphere{0.1}, 2.0), RigidTransform(Vector3d(0, 0, 100)));
  auto simulation = Run(scene);
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(
      Near("free_fall.position", PoseOf(*simulation, "ball::link").p.z(), 100.0 - 0.5 * 9.81));
  EXPECT_TRUE(Near("free_fall.speed", VelocityOf(*simulation, "ball::link").v.z(), -9.81));
}

TEST_P(Dynamics, AThrownBoxFollowsItsParabolaWhileItTurns) {
  Needs({physics::Capability::kExternalWrench});
  Scene scene;
  scene.Add(MakeBody("box", world::Box{Vector3d(0.2, 0.2, 0.2)}, 2.0));
  auto simulation = Run(scene);
  sim::LinkWrench push;  // 30 N for 0.1 s give 1.5 m/s; a cube rotates steadily about any axis
  push.link = "link";
  push.F_L_W.force = Vector3d(30.0, 10.0, 2.0 * 9.81 + 40.0);
  push.F_L_W.torque = Vector3d(0.1, 0.2, 0.3);
  push.steps = 100;
  Must(simulation->Apply(push));
  Advance(simulation.get(), 0.1);
  const RigidTransform X0 = PoseOf(*simulation, "link");
  const double t = 0.8;
  Advance(simulation.get(), t);
  const Vector3d v0(1.5, 0.5, 2.0);
  const Vector3d g(0.0, 0.0, -9.81);
  const Vector3d ideal = X0.p + v0 * t + 0.5 * g * t * t;
  EXPECT_TRUE(Small("projectile.position", (PoseOf(*simulation, "link").p - ideal).norm()));
  const Vector3d w = 0.1 * push.F_L_W.torque / (2.0 * 0.04 / 6.0);
  EXPECT_TRUE(Small("projectile.turn_rate", (VelocityOf(*simulation, "link").w - w).norm()));
  const Quaterniond q(Quaterniond(Eigen::AngleAxisd(w.norm() * t, w.normalized())) * X0.q);
  EXPECT_TRUE(Small("projectile.angle", PoseOf(*simulation, "link").q.angularDistance(q)));
}

TEST_P(Dynamics, PendulumHasItsPeriod) {
  const double length = 1.0;
  auto model = MakePendulum(length, 1.0);
  const double amplitude = 0.1;
  model->initial_positions.push_back(world::InitialPosition{0, 0, amplitude});
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene, 0.0005);
  // Counts the downward zero crossings and interpolates their times.
  double previous = amplitude;
  std::vector<double> crossings;
  for (int i = 0; i < 20000 && crossings.size() < 4; ++i) {
    ASSERT_TRUE(simulation->Step().ok());
    const double q = PositionOf(*simulation, "pivot");
    if (previous > 0.0 && q <= 0.0) {
      crossings.push_back(ToSeconds(simulation->time_ns()) - 0.0005 * q / (q - previous));
    }
    previous = q;
  }
  ASSERT_EQ(crossings.size(), 4u);
  const double period = (crossings[3] - crossings[0]) / 3.0;
  // Physical pendulum, I = m (l^2/3 + w^2/12 ...), with the first amplitude correction.
  const double inertia = length * length / 12.0 + 0.02 * 0.02 / 12.0 + length * length / 4.0;
  const double ideal =
      2.0 * kPi * std::sqrt(inertia / (9.81 * length / 2.0)) * (1.0 + amplitude * amplitude / 16.0);
  EXPECT_TRUE(NearShare("pendulum.period", period, ideal));
}

TEST_P(Dynamics, FreeTopKeepsItsAngularMomentum) {
  Needs({physics::Capability::kExternalWrench});
  auto model = MakeBody("top", world::Box{Vector3d(0.1, 0.2, 0.4)}, 3.0);
  Scene scene;
  scene.Gravity(Vector3d::Zero()).Add(model);
  auto simulation = Run(scene, 0.0002);
  // Starts to spin by a torque impulse about a direction that differs from the principal axes.
  sim::LinkWrench wrench;
  wrench.link = "top::link";
  wrench.F_L_W.torque = Vector3d(2.0, 3.0, 1.0);
  wrench.steps = 500;
  Must(simulation->Apply(wrench));
  Advance(simulation.get(), 0.1);
  auto momentum = [&] {
    const Matrix3d R = PoseOf(*simulation, "top::link").R();
    const Matrix3d I = model->links[0].inertia.I_BBcm_B;
    return Vector3d(R * I * R.transpose() * VelocityOf(*simulation, "top::link").w);
  };
  const Vector3d expected = 0.1 * wrench.F_L_W.torque;
  EXPECT_TRUE(Small("top.momentum_given", (momentum() - expected).norm() / expected.norm()));
  const Vector3d before = momentum();
  Advance(simulation.get(), 2.0);
  EXPECT_TRUE(Small("top.momentum", (momentum() - before).norm() / before.norm()));
}

TEST_P(Dynamics, WrenchAcceleratesByNewton) {
  Needs({physics::Capability::kExternalWrench});
  Scene scene;
  scene.Gravity(Vector3d::Zero()).Add(MakeBody("box", world::Box{Vector3d(1, 1, 1)}, 2.0));
  auto simulation = Run(scene);
  sim::LinkWrench push;
  push.link = "link";
  push.F_L_W.force = Vector3d(4.0, 0.0, 0.0);
  push.F_L_W.torque = Vector3d(0.0, 0.0, 1.0);
  push.steps = 250;
  Must(simulation->Apply(push));
  Advance(simulation.get(), 0.5);  // the second half without the push
  EXPECT_TRUE(Near("wrench.speed", VelocityOf(*simulation, "link").v.x(), 4.0 / 2.0 * 0.25));
  EXPECT_TRUE(
      Near("wrench.turn_rate", VelocityOf(*simulation, "link").w.z(), 1.0 / (2.0 / 6.0) * 0.25));
}

TEST_P(Dynamics, WrenchOnALumpedLinkActsAtThatLink) {
  Needs({physics::Capability::kExternalWrench});
  // Two links of one body: a force on the far link must also rotate it.
  auto model = std::make_shared<world::Model>();
  model->name = "pair";
  model->links.push_back(MakeLink("near", world::Box{Vector3d(0.2, 0.2, 0.2)}, 1.0));
  model->links.push_back(MakeLink("far", world::Box{Vector3d(0.2, 0.2, 0.2)}, 1.0));
  model->links[1].X_ML.p = Vector3d(1.0, 0.0, 0.0);
  model->joints.push_back(
      MakeJoint("weld", JointType::kFixed, *model, 0, 1, Vector3d::Zero(), Vector3d::UnitX()));
  Scene scene;
  scene.Gravity(Vector3d::Zero()).Add(model);
  auto simulation = Run(scene);
  sim::LinkWrench push;
  push.link = "far";
  push.F_L_W.force = Vector3d(0.0, 1.0, 0.0);
  Must(simulation->Apply(push));
  Advance(simulation.get(), 0.001);
  // Moment about the common centre: two cubes of 1 kg at a distance of 0.5 m each.
  const double inertia = 2.0 * (0.04 / 6.0 + 0.25);
  EXPECT_TRUE(
      Near("wrench.turn_rate", VelocityOf(*simulation, "near").w.z(), 0.5 / inertia * 1e-3));
  EXPECT_TRUE(
      Near("wrench.speed", VelocityOf(*simulation, "far").v.y(), (0.5 + 0.25 / inertia) * 1e-3));
}

TEST_P(Dynamics, GravityCanChange) {
  Needs({physics::Capability::kGravityChange});
  Scene scene;
  scene.Add(MakeBody("ball", world::Sphere{0.1}, 1.0), RigidTransform(Vector3d(0, 0, 10)));
  auto simulation = Run(scene);
  Must(simulation->Apply(sim::GravityChange{Vector3d(1.0, 2.0, 3.0)}));
  Advance(simulation.get(), 0.5);
  EXPECT_TRUE(
      Small("gravity.speed", (VelocityOf(*simulation, "link").v - Vector3d(0.5, 1.0, 1.5)).norm()));
}

TEST_P(Dynamics, ALinkCanBeFreeOfGravity) {
  auto model = MakeBody("balloon", world::Sphere{0.1}, 1.0);
  model->links[0].gravity = false;
  Scene scene;
  scene.Add(model, RigidTransform(Vector3d(0, 0, 1)));
  auto simulation = Run(scene);
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Near("gravity.floats", PoseOf(*simulation, "link").p.z(), 1.0));
}

TEST_P(Dynamics, OnePartOfABodyCanBeFreeOfGravity) {
  // A seesaw of two equal balls, welded; gravity acts on one of them only.
  auto model = std::make_shared<world::Model>();
  model->name = "seesaw";
  for (int i = 0; i < 2; ++i) {
    model->links.push_back(MakeLink("ball" + std::to_string(i), world::Sphere{0.1}, 1.0));
    model->links.back().X_ML.p = Vector3d(i == 0 ? 0.5 : -0.5, 0, 0);
    model->links.back().collisions.clear();
  }
  model->links[1].gravity = false;
  model->joints.push_back(MakeJoint("pivot", JointType::kContinuous, *model, world::kWorldLink, 0,
                                    Vector3d::Zero(), Vector3d::UnitY()));
  model->joints.push_back(
      MakeJoint("weld", JointType::kFixed, *model, 0, 1, Vector3d::Zero(), Vector3d::UnitY()));
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  Advance(simulation.get(), 0.01);
  const double inertia = 2.0 * (0.4 * 0.01 + 0.25);
  EXPECT_TRUE(
      NearShare("gravity.seesaw", SpeedOf(*simulation, "pivot"), 9.81 * 0.5 / inertia * 0.01));
}

TEST_P(Dynamics, LongChainHangsTogether) {
  // The nesting exceeds the limit of every XML parser, with several hundred joints.
  constexpr int kLinks = 300;
  auto model = std::make_shared<world::Model>();
  model->name = "chain";
  for (int i = 0; i < kLinks; ++i) {
    model->links.push_back(MakeLink("l" + std::to_string(i), world::Capsule{0.02, 0.06}, 0.05));
    model->links.back().X_ML.p = Vector3d(0.0, 0.0, -0.1 * i - 0.05);
    model->joints.push_back(MakeJoint("j" + std::to_string(i), JointType::kRevolute, *model, i - 1,
                                      i, Vector3d(0.0, 0.0, -0.1 * i),
                                      i % 2 == 0 ? Vector3d::UnitX() : Vector3d::UnitY()));
    model->joints.back().axes[0].damping = 0.01;
  }
  Scene scene;
  scene.Add(model, RigidTransform(Vector3d(0, 0, 31)));
  auto simulation = Run(scene);
  Advance(simulation.get(), 0.02);
  // It hangs straight at rest, so nothing may move.
  EXPECT_TRUE(Near("long_chain.height", PoseOf(*simulation, "l299").p.z(), 31.0 - 29.95));
  EXPECT_EQ(simulation->state().q.size(), 300u);
}

}  // namespace
}  // namespace surefoot::conformance
