// Many joints at once: double pendulum, chains, a model with hundreds of joints.

#include <cmath>

#include "tests/conformance/engine_test_case.h"
#include "tests/scene/measure.h"

namespace surefoot::conformance {
namespace {

using world::JointType;

class Chains : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(Chains);

/// Rods hanging one below the other from the world, hinged about y, or alternately about x and y.
std::shared_ptr<world::Model> MakeChain(int links, double length, double mass, bool turns) {
  auto model = std::make_shared<world::Model>();
  model->name = "chain";
  for (int i = 0; i < links; ++i) {
    model->links.push_back(
        MakeLink("l" + std::to_string(i), world::Box{Vector3d(0.02, 0.02, length)}, mass));
    model->links.back().X_ML.p = Vector3d(0.0, 0.0, -length * (i + 0.5));
    model->links.back().collisions.clear();
    model->joints.push_back(MakeJoint("j" + std::to_string(i), JointType::kContinuous, *model,
                                      i - 1, i, Vector3d(0.0, 0.0, -length * i),
                                      turns && i % 2 == 1 ? Vector3d::UnitX() : Vector3d::UnitY()));
  }
  return model;
}

/// Two equal rods (length l, mass m, moment I about their centres), angles from the vertical:
/// Lagrange's equations, integrated by the classical Runge-Kutta method.
Eigen::Vector4d DoublePendulum(Eigen::Vector4d x, double l, double m, double I, double seconds) {
  const double g = 9.81;
  const auto derivative = [&](const Eigen::Vector4d& s) {
    const double c = std::cos(s[0] - s[1]);
    const double d = std::sin(s[0] - s[1]);
    Eigen::Matrix2d M;
    M << I + m * l * l * 1.25, 0.5 * m * l * l * c, 0.5 * m * l * l * c, I + 0.25 * m * l * l;
    const Eigen::Vector2d f(-0.5 * m * l * l * d * s[3] * s[3] - 1.5 * m * g * l * std::sin(s[0]),
                            0.5 * m * l * l * d * s[2] * s[2] - 0.5 * m * g * l * std::sin(s[1]));
    const Eigen::Vector2d a = M.inverse() * f;
    return Eigen::Vector4d(s[2], s[3], a[0], a[1]);
  };
  const int steps = 20000;
  const double h = seconds / steps;
  for (int i = 0; i < steps; ++i) {
    const Eigen::Vector4d k1 = derivative(x);
    const Eigen::Vector4d k2 = derivative(x + 0.5 * h * k1);
    const Eigen::Vector4d k3 = derivative(x + 0.5 * h * k2);
    const Eigen::Vector4d k4 = derivative(x + h * k3);
    x += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  return x;
}

TEST_P(Chains, DoublePendulumFollowsLagrangeAndKeepsItsEnergy) {
  const double length = 0.5;
  auto model = MakeChain(2, length, 1.0, false);
  model->initial_positions = {{0, 0, 1.2}, {1, 0, -0.5}};  // the second is relative to the first
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  const double start = Energy(*simulation);
  const double range = 1.0 * 9.81 * 2.0 * length;
  Advance(simulation.get(), 1.5);
  const double I = (length * length + 0.02 * 0.02) / 12.0;
  const Eigen::Vector4d ideal =
      DoublePendulum(Eigen::Vector4d(1.2, 0.7, 0, 0), length, 1.0, I, 1.5);
  const double q0 = PositionOf(*simulation, "j0");
  EXPECT_TRUE(Near("double_pendulum.angle", q0, ideal[0]));
  EXPECT_TRUE(Near("double_pendulum.angle", q0 + PositionOf(*simulation, "j1"), ideal[1]));
  for (int i = 0; i < 4500; ++i) {
    Must(simulation->Step());
    EXPECT_TRUE(Near("double_pendulum.energy", Energy(*simulation) / range, start / range));
    if (HasFailure()) return;
  }
}

TEST_P(Chains, FiftyLinksSwing) {
  constexpr int kLinks = 50;
  auto model = MakeChain(kLinks, 0.1, 0.1, true);
  // Starts in a wide arc, so that it swings without whipping.
  for (int i = 0; i < kLinks; i += 2)
    model->initial_positions.push_back({i, 0, i == 0 ? 0.5 : 0.02});
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  const double start = Energy(*simulation);
  // All of it above its hanging position.
  const double range = start + kLinks * 0.1 * 9.81 * kLinks * 0.1 / 2.0;
  ASSERT_GT(range, 1.0);
  double widest = 0.0;
  double max = 0.0;
  for (int i = 0; i < 3000; ++i) {
    Must(simulation->Step());
    if (i % 20 != 0) continue;
    widest = std::max(widest, WidestJointGap(*simulation));
    max = std::max(max, std::abs(Energy(*simulation) - start) / range);
  }
  EXPECT_TRUE(Small("chain.gap", widest));
  EXPECT_TRUE(Small("chain.energy", max));
  // It swung: the end passed below the pivot.
  EXPECT_GT(std::abs(SpeedOf(*simulation, "j0")), 1e-3);
}

TEST_P(Chains, TwoHundredServosHoldTheirPositions) {
  // A hub on the world with twenty arms of ten joints each; every motor carries the rest of its
  // arm.
  auto model = std::make_shared<world::Model>();
  model->name = "hub";
  model->links.push_back(MakeLink("hub", world::Cylinder{0.5, 0.1}, 10.0));
  model->joints.push_back(MakeJoint("anchor", JointType::kFixed, *model, world::kWorldLink, 0,
                                    Vector3d::Zero(), Vector3d::UnitZ()));
  for (int arm = 0; arm < 20; ++arm) {
    const double angle = 2.0 * 3.14159265358979323846 * arm / 20.0;
    const Vector3d out(std::cos(angle), std::sin(angle), 0.0);
    int parent = 0;
    for (int i = 0; i < 10; ++i) {
      const int child = static_cast<int>(model->links.size());
      model->links.push_back(MakeLink("l" + std::to_string(child), world::Sphere{0.03}, 0.1));
      model->links.back().X_ML.p = (0.6 + 0.1 * i) * out;
      model->links.back().collisions.clear();
      const int joint = static_cast<int>(model->joints.size());
      model->joints.push_back(MakeJoint("j" + std::to_string(joint), JointType::kRevolute, *model,
                                        parent, child, (0.55 + 0.1 * i) * out,
                                        Vector3d(-out.y(), out.x(), 0.0)));
      model->joints.back().axes[0].effort = 50.0;
      model->initial_commands.push_back(
          {joint, 0, world::ControlMode::kPosition, 0.05 * ((i + arm) % 3 - 1)});
      parent = child;
    }
  }
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  Advance(simulation.get(), 0.5);
  ASSERT_EQ(simulation->state().q.size(), 200u);
  for (std::size_t i = 0; i < 200; ++i) {
    const double target = model->initial_commands[i].target;
    EXPECT_TRUE(Near("many_servos.position", simulation->state().q[i], target)) << i;
  }
}

}  // namespace
}  // namespace surefoot::conformance
