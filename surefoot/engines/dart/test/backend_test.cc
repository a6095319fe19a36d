// Tests specific to DART: Surefoot's mass matrix against DART's, unconstrained motion against
// DART's own integration, and that numbers out of range are reported instead of ending the program.

#include "surefoot/engines/dart/backend.h"

#include <gtest/gtest.h>

#include <cmath>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/Joint.hpp>
#include <dart/dynamics/Skeleton.hpp>

#include "surefoot/engines/dart/build.h"
#include "surefoot/engines/dart/dynamics.h"
#include "surefoot/physics/solver/articulation.h"

namespace surefoot::engines::dart {
namespace {

using world::JointType;

/// A chain from the world with a joint of each given type, with shifted and rotated frames.
std::shared_ptr<world::Model> MakeChain(const std::vector<JointType>& types) {
  auto model = std::make_shared<world::Model>();
  model->name = "chain";
  for (std::size_t i = 0; i < types.size(); ++i) {
    const auto step = static_cast<double>(i);
    world::Link link;
    link.name = "l" + std::to_string(i);
    link.X_ML = RigidTransform(QuaternionFromRpy(0.3 * step, -0.2, 0.1), Vector3d(0.1, 0.2, -step));
    link.inertia.mass = 1.0 + step;
    link.inertia.p_BBcm = Vector3d(0.1, 0.05, -0.2);
    link.inertia.I_BBcm_B = Vector3d(0.02, 0.03, 0.04).asDiagonal();
    model->links.push_back(link);
    world::Joint joint;
    joint.name = "j" + std::to_string(i);
    joint.type = types[i];
    joint.parent = static_cast<int>(i) - 1;
    joint.child = static_cast<int>(i);
    const RigidTransform X_MJ(QuaternionFromRpy(0.1, 0.4, -0.3 * step), Vector3d(0.1, 0.1, -step));
    joint.X_PJ = i == 0 ? X_MJ : model->links[i - 1].X_ML.Inverse() * X_MJ;
    joint.X_CJ = link.X_ML.Inverse() * X_MJ;
    joint.axes[0].axis_J = Vector3d(0.6, 0.0, 0.8);
    joint.axes[1].axis_J = Vector3d(0.0, 1.0, 0.0);
    joint.axes[0].damping = 0.02;
    joint.screw_pitch = 0.3;
    model->joints.push_back(joint);
  }
  return model;
}

physics::BackendArgs ArgsOf(const std::shared_ptr<const world::Model>& model) {
  world::WorldSpec spec;
  world::ModelInstance instance;
  instance.name = model->name;
  instance.model = model;
  spec.models.push_back(instance);
  physics::BackendArgs args;
  args.world = world::MakeWorld(spec, nullptr).value();
  args.models = {0};
  return args;
}

physics::Inputs InputsOf(const world::World& world) {
  physics::Inputs inputs;
  inputs.motors.resize(static_cast<std::size_t>(world.v_count()));
  return inputs;
}

const std::vector<JointType> kAllTypes = {
    JointType::kRevolute,  JointType::kPrismatic, JointType::kScrew,
    JointType::kUniversal, JointType::kBall,      JointType::kPlanar,
};

TEST(DartDynamics, MassMatrixIsDartsOwn) {
  const physics::BackendArgs args = ArgsOf(MakeChain(kAllTypes));
  const Built built = Build(args).value();
  Dynamics dynamics(built);
  const auto n = built.forces.size();
  ASSERT_EQ(n, 11u);
  for (std::size_t i = 0; i < n; ++i) {
    dynamics.motion().q[i] = 0.3 * std::sin(1.0 + static_cast<double>(i));
  }
  const int bodies = static_cast<int>(built.bodies.size());
  for (int i = 0; i < bodies; ++i) dynamics.Push(i);
  dynamics.Refresh(0, bodies);
  const double dt = 0.001;
  dynamics.Begin(dt, Vector3d(0, 0, -9.8));
  solver::Articulation articulation(built.tables);
  articulation.Update(dynamics.motion(), dynamics.added());
  const Eigen::MatrixXd expected = built.skeletons[0]->getAugMassMatrix();
  for (Eigen::Index i = 0; i < expected.rows(); ++i) {
    for (Eigen::Index k = 0; k <= i; ++k) {
      const int a = built.tables.dof_of_u[static_cast<std::size_t>(i)];
      const int b = built.tables.dof_of_u[static_cast<std::size_t>(k)];
      ASSERT_GE(std::min(a, b), articulation.mass().first(std::max(a, b)));
      EXPECT_NEAR(articulation.mass().row(std::max(a, b))[std::min(a, b)], expected(i, k),
                  1e-12 * expected.norm())
          << i << " " << k;
    }
  }
}

TEST(DartBackend, WithoutConstraintsTheStepIsDartsOwn) {
  auto model = MakeChain(kAllTypes);
  model->initial_positions = {{0, 0, 0.7}, {3, 1, -0.4}};
  const physics::BackendArgs args = ArgsOf(model);
  const auto backend = MakeFactory().make(args).value();
  const Built built = Build(args).value();
  ::dart::dynamics::Skeleton& skeleton = *built.skeletons[0];
  const double dt = 0.001;
  Dynamics dynamics(built);
  dynamics.Begin(dt, Vector3d(0, 0, -9.8));  // sets damping, gravity and step
  skeleton.getJoint(0)->setPosition(0, 0.7);
  skeleton.getJoint(3)->setPosition(1, -0.4);
  physics::State state = physics::MakeInitialState(*args.world);
  physics::StepReport report;
  const physics::Inputs inputs = InputsOf(*args.world);
  for (int i = 0; i < 1000; ++i) {
    backend->Step(inputs, dt, &state, &report);
    skeleton.computeForwardDynamics();
    skeleton.integrateVelocities(dt);
    skeleton.integratePositions(dt);
  }
  EXPECT_EQ(report.flags, physics::kStepOk);
  for (std::size_t i = 0; i < built.bodies.size(); ++i) {
    const Vector3d p = built.bodies[i].node->getWorldTransform().translation();
    EXPECT_EQ(state.X_WL[i].p, p) << i;
  }
  EXPECT_GT(std::abs(state.q[0] - 0.7), 0.01);
}

TEST(DartBackend, WhatSpinsInFlightKeepsItsMomentum) {
  // In DART's coordinates the speed would grow by (w dt)^2 / 2 in every step: 0.2 % here.
  auto model = std::make_shared<world::Model>();
  model->name = "body";
  model->links.push_back(MakeChain({JointType::kRevolute})->links[0]);
  const physics::BackendArgs args = ArgsOf(model);
  const auto backend = MakeFactory().make(args).value();
  physics::State state = physics::MakeInitialState(*args.world);
  // The centre of mass flies along y, at an offset from the link's origin.
  const Vector3d w(0.0, 0.0, 20.0);
  state.V_WL_W[0].w = w;
  state.V_WL_W[0].v = Vector3d(0, 5, 0) - w.cross(state.X_WL[0].q * model->links[0].inertia.p_BBcm);
  backend->WriteModel(0, state);
  physics::Inputs inputs = InputsOf(*args.world);
  inputs.gravity_W = Vector3d::Zero();
  physics::StepReport report;
  for (int i = 0; i < 10; ++i) backend->Step(inputs, 0.001, &state, &report);
  const auto centre = [&] {
    return Vector3d(Shifted(state.V_WL_W[0], state.X_WL[0].q * model->links[0].inertia.p_BBcm).v);
  };
  EXPECT_NEAR((centre() - Vector3d(0, 5, 0)).norm(), 0.0, 1e-9);
}

TEST(DartBackend, NumbersOutOfRangeAreReported) {
  const physics::BackendArgs args = ArgsOf(MakeChain(kAllTypes));
  for (const double huge : {1e80, 1e300, -1e308}) {
    const auto backend = MakeFactory().make(args).value();
    physics::State state = physics::MakeInitialState(*args.world);
    physics::StepReport report;
    physics::Inputs inputs = InputsOf(*args.world);
    inputs.motors[0] = physics::MotorCommand{physics::ControlMode::kEffort, huge};
    for (int i = 0; i < 10 && report.flags == physics::kStepOk; ++i) {
      backend->Step(inputs, 0.001, &state, &report);
    }
    EXPECT_NE(report.flags & physics::kStepNotFinite, 0u) << huge;
    EXPECT_EQ(report.bad_model, 0);
  }
}

TEST(DartBackend, BuildsWithoutAWord) {
  auto model = MakeChain(kAllTypes);
  model->links.push_back(model->links[0]);
  model->links.back().name = "free";
  model->links[1].inertia.I_BBcm_B.setZero();
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const auto backend = MakeFactory().make(ArgsOf(model));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_TRUE(backend.ok());
}

TEST(DartBackend, EndlessChainsAreRefusedAtOnce) {
  const auto chain = MakeChain(std::vector<JointType>(3000, JointType::kRevolute));
  const auto backend = MakeFactory().make(ArgsOf(chain));
  ASSERT_FALSE(backend.ok());
  EXPECT_NE(backend.error().message.find("model 'chain'"), std::string::npos);
  EXPECT_NE(backend.error().message.find("3000"), std::string::npos) << backend.error().message;
}

TEST(DartInfo, DeclaresEveryCapability) {
  const physics::BackendInfo info = MakeInfo();
  EXPECT_EQ(info.support.size(), static_cast<std::size_t>(physics::Capability::kCount));
}

}  // namespace
}  // namespace surefoot::engines::dart
