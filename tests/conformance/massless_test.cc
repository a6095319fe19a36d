// Massless links between two joints, and rotors that add inertia to a joint.

#include <cmath>

#include "surefoot/physics/kinematics.h"
#include "tests/conformance/engine_test_case.h"

namespace surefoot::conformance {
namespace {

using world::JointType;

class Massless : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(Massless);

/// One joint per axis from the world to a single heavy link; all links in between are massless.
std::shared_ptr<world::Model> MakeSteps(const std::vector<JointType>& types,
                                        const std::vector<Vector3d>& axes, const world::Link& tip) {
  auto model = std::make_shared<world::Model>();
  model->name = "steps";
  for (std::size_t i = 0; i < types.size(); ++i) {
    const bool last = i + 1 == types.size();
    world::Link link = tip;
    if (!last) link = world::Link();
    link.name = last ? "tip" : "step" + std::to_string(i);
    model->links.push_back(link);
    const int index = static_cast<int>(i);
    model->joints.push_back(MakeJoint("j" + std::to_string(i), types[i], *model, index - 1, index,
                                      Vector3d::Zero(), axes[i]));
  }
  return model;
}

world::Link MakeTip(double mass) {
  world::Link link = MakeLink("tip", world::Box{Vector3d(0.1, 0.2, 0.5)}, mass);
  link.collisions.clear();
  link.inertia.p_BBcm = Vector3d(0.05, 0.02, -0.4);
  return link;
}

TEST_P(Massless, TwoHingesSwingLikeASphericalPendulum) {
  // A point mass hangs by length l on hinges about x and then y: p = Rx(a) Ry(b) (0, 0, -l).
  const double l = 0.5;
  const double g = 9.81;
  world::Link bob;
  bob.inertia.mass = 2.0;
  bob.inertia.p_BBcm = Vector3d(0.0, 0.0, -l);
  auto model = MakeSteps({JointType::kContinuous, JointType::kContinuous},
                         {Vector3d::UnitX(), Vector3d::UnitY()}, bob);
  model->initial_positions = {{0, 0, 0.7}, {1, 0, 0.5}};
  Scene scene;
  scene.Add(model);
  const double dt = 1e-4;
  auto simulation = Run(scene, dt);
  // Lagrange's equations, by the classical Runge-Kutta method.
  using Vector = Eigen::Vector4d;
  const auto derivative = [&](const Vector& x) {
    const double a = x[0], b = x[1], va = x[2], vb = x[3];
    return Vector(va, vb, 2.0 * std::tan(b) * va * vb - g / l * std::sin(a) / std::cos(b),
                  -std::sin(b) * std::cos(b) * va * va - g / l * std::cos(a) * std::sin(b));
  };
  Vector x(0.7, 0.5, 0.0, 0.0);
  const double h = 1e-3;
  for (int i = 0; i < 1000; ++i) {
    const Vector k1 = derivative(x);
    const Vector k2 = derivative(x + 0.5 * h * k1);
    const Vector k3 = derivative(x + 0.5 * h * k2);
    const Vector k4 = derivative(x + h * k3);
    x += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Near("spherical_pendulum.angle", PositionOf(*simulation, "j0"), x[0]));
  EXPECT_TRUE(Near("spherical_pendulum.angle", PositionOf(*simulation, "j1"), x[1]));
  EXPECT_TRUE(Near("spherical_pendulum.speed", SpeedOf(*simulation, "j0"), x[2]));
  EXPECT_TRUE(Near("spherical_pendulum.speed", SpeedOf(*simulation, "j1"), x[3]));
}

TEST_P(Massless, TwoHingesAreAUniversalJoint) {
  auto steps = MakeSteps({JointType::kContinuous, JointType::kContinuous},
                         {Vector3d::UnitX(), Vector3d::UnitY()}, MakeTip(1.5));
  auto whole = MakeSteps({JointType::kUniversal}, {Vector3d::UnitX()}, MakeTip(1.5));
  whole->joints[0].axes[1].axis_J = Vector3d::UnitY();
  steps->initial_positions = {{0, 0, 0.9}, {1, 0, -0.6}};
  whole->initial_positions = {{0, 0, 0.9}, {0, 1, -0.6}};
  Scene scene;
  scene.Add(steps).Add(whole, RigidTransform(Vector3d(5, 0, 0)), "whole");
  auto simulation = Run(scene);
  Advance(simulation.get(), 2.0);
  EXPECT_TRUE(Near("massless.universal", PositionOf(*simulation, "steps::j0"),
                   PositionOf(*simulation, "whole::j0", 0)));
  EXPECT_TRUE(Near("massless.universal", PositionOf(*simulation, "steps::j1"),
                   PositionOf(*simulation, "whole::j0", 1)));
  EXPECT_GT(std::abs(PositionOf(*simulation, "steps::j0") - 0.9), 0.01);
}

TEST_P(Massless, SlidesAndATurnAreAPlanarJoint) {
  auto steps = MakeSteps({JointType::kPrismatic, JointType::kPrismatic, JointType::kContinuous},
                         {Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::UnitZ()}, MakeTip(1.5));
  auto whole = MakeSteps({JointType::kPlanar}, {Vector3d::UnitX()}, MakeTip(1.5));
  whole->joints[0].axes[1].axis_J = Vector3d::UnitY();
  Scene scene;
  scene.Gravity(Vector3d(0.3, 0.2, -9.8));
  scene.Add(steps).Add(whole, RigidTransform(Vector3d(5, 0, 0)), "whole");
  auto simulation = Run(scene);
  for (const char* tip : {"steps::tip", "whole::tip"}) {
    sim::LinkWrench wrench;
    wrench.link = tip;
    wrench.F_L_W.force = Vector3d(0.5, -1.0, 0.0);
    wrench.steps = 300;
    Must(simulation->Apply(wrench));
  }
  Advance(simulation.get(), 1.0);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(Near("massless.planar", PositionOf(*simulation, "steps::j" + std::to_string(i)),
                     PositionOf(*simulation, "whole::j0", i)));
  }
  EXPECT_GT(std::abs(PositionOf(*simulation, "steps::j2")), 0.01);
}

TEST_P(Massless, StepsFollowTheirJoints) {
  auto model = MakeSteps({JointType::kRevolute, JointType::kPrismatic, JointType::kRevolute},
                         {Vector3d::UnitZ(), Vector3d::UnitX(), Vector3d::UnitY()}, MakeTip(1.0));
  model->joints[1].axes[0].upper = 0.3;
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  ASSERT_TRUE(
      simulation->Apply(sim::JointCommand{"j0", 0, physics::ControlMode::kVelocity, 2.0}).ok());
  sim::LinkWrench wrench;
  wrench.link = "step1";
  wrench.F_L_W.force = Vector3d(1.0, 2.0, 0.0);
  wrench.steps = 100;
  Must(simulation->Apply(wrench));
  Advance(simulation.get(), 0.2);
  const sim::Snapshot half_way = simulation->machine().Save();
  Advance(simulation.get(), 0.8);
  const std::uint64_t hash = simulation->hash();
  EXPECT_TRUE(Near("massless.servo", SpeedOf(*simulation, "j0"), 2.0));
  // Driven outwards against the stop.
  EXPECT_TRUE(Near("limit.position", PositionOf(*simulation, "j1"), 0.3));
  physics::State expected = simulation->state();
  physics::ForwardKinematics(simulation->world(), 0, &expected);
  for (std::size_t i = 0; i < 3; ++i) {
    const Twist& V = simulation->state().V_WL_W[i];
    EXPECT_TRUE(
        Small("coordinates.position", (simulation->state().X_WL[i].p - expected.X_WL[i].p).norm()));
    EXPECT_TRUE(Small("coordinates.speed", (V.v - expected.V_WL_W[i].v).norm()));
    EXPECT_TRUE(Small("coordinates.turn_rate", (V.w - expected.V_WL_W[i].w).norm()));
  }
  ASSERT_TRUE(simulation->machine().Restore(half_way).ok());
  Advance(simulation.get(), 0.8);
  EXPECT_EQ(simulation->hash(), hash);
}

TEST_P(Massless, AWrenchOnAStepReachesTheTip) {
  auto model = MakeSteps({JointType::kPrismatic, JointType::kPrismatic},
                         {Vector3d::UnitX(), Vector3d::UnitY()}, MakeTip(2.0));
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  sim::LinkWrench push;
  push.link = "step0";
  push.F_L_W.force = Vector3d(4.0, 7.0, 0.0);  // the world fixes y: the step moves it along x only
  push.steps = 500;
  Must(simulation->Apply(push));
  Advance(simulation.get(), 0.5);
  EXPECT_TRUE(Near("massless.wrench", SpeedOf(*simulation, "j0"), 4.0 / 2.0 * 0.5));
  EXPECT_TRUE(Near("massless.wrench", SpeedOf(*simulation, "j1"), 0.0));
}

TEST_P(Massless, RotorsAddToTheLinksInertia) {
  auto model = std::make_shared<world::Model>();
  model->name = "wheel";
  model->links.push_back(MakeLink("disc", world::Cylinder{0.5, 0.1}, 8.0));  // I_zz = 1
  model->links[0].collisions.clear();
  model->joints.push_back(MakeJoint("axle", JointType::kContinuous, *model, world::kWorldLink, 0,
                                    Vector3d::Zero(), Vector3d::UnitZ()));
  model->joints[0].axes[0].armature = 3.0;
  auto carriage = std::make_shared<world::Model>(*model);
  carriage->joints[0].type = JointType::kPrismatic;
  carriage->joints[0].axes[0].axis_J = Vector3d::UnitX();
  carriage->joints[0].axes[0].armature = 2.0;
  Scene scene;
  scene.Add(model).Add(carriage, {}, "carriage");
  auto simulation = Run(scene);
  for (const char* joint : {"wheel::axle", "carriage::axle"}) {
    ASSERT_TRUE(
        simulation->Apply(sim::JointCommand{joint, 0, physics::ControlMode::kEffort, 2.0}).ok());
  }
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Near("armature.speed", SpeedOf(*simulation, "wheel::axle"), 2.0 / (1.0 + 3.0)));
  EXPECT_TRUE(Near("armature.speed", SpeedOf(*simulation, "carriage::axle"), 2.0 / (8.0 + 2.0)));
}

}  // namespace
}  // namespace surefoot::conformance
