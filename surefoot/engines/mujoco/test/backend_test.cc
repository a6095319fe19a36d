// Tests specific to MuJoCo: the staged step against mj_step, and the contact formulas.

#include "surefoot/engines/mujoco/backend.h"

#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <cmath>

#include "surefoot/engines/mujoco/build.h"
#include "surefoot/engines/mujoco/contacts.h"

namespace surefoot::engines::mujoco {
namespace {

/// Links that swing without contact: a double pendulum on a ball joint, and a free body.
std::shared_ptr<const world::World> SwingingWorld() {
  world::WorldSpec spec;
  auto model = std::make_shared<world::Model>();
  model->name = "swing";
  for (int i = 0; i < 3; ++i) {
    world::Link link;
    link.name = "l" + std::to_string(i);
    link.X_ML.p = Vector3d(0.0, 0.0, -0.5 * i);
    link.inertia.mass = 1.0 + i;
    link.inertia.p_BBcm = Vector3d(0.1, 0.0, -0.2);
    link.inertia.I_BBcm_B = Vector3d(0.02, 0.03, 0.04).asDiagonal();
    model->links.push_back(link);
    world::Joint joint;
    joint.name = "j" + std::to_string(i);
    joint.type = i == 0 ? world::JointType::kBall : world::JointType::kRevolute;
    joint.parent = i - 1;
    joint.child = i;
    joint.X_PJ.p = Vector3d(0.0, 0.0, i == 0 ? 0.0 : -0.5);
    joint.axes[0].axis_J = Vector3d(0.0, 1.0, 0.0);
    joint.axes[0].damping = 0.01;
    model->joints.push_back(joint);
  }
  model->initial_positions.push_back(world::InitialPosition{1, 0, 1.0});
  world::ModelInstance instance;
  instance.name = "swing";
  instance.model = model;
  spec.models.push_back(instance);
  auto body = std::make_shared<world::Model>();
  body->name = "body";
  body->links.push_back(model->links[2]);
  instance.name = "body";
  instance.model = body;
  instance.X_WM.p = Vector3d(3.0, 0.0, 0.0);
  spec.models.push_back(instance);
  return world::MakeWorld(spec, nullptr).value();
}

TEST(MujocoBackend, StagedStepIsMjStep) {
  physics::BackendArgs args;
  args.world = SwingingWorld();
  args.models = {0, 1};
  const auto backend = MakeFactory().make(args).value();
  Built built = Build(args).value();
  DataHandle data = MakeData(*built.model);
  physics::State state = physics::MakeInitialState(*args.world);
  // The same initial state in both: free bodies are compiled at the origin.
  for (const BodyMap& body : built.maps.bodies) {
    if (body.free_q < 0) continue;
    const RigidTransform& X_WL = state.X_WL[static_cast<std::size_t>(body.root_link)];
    std::copy(X_WL.p.data(), X_WL.p.data() + 3, data->qpos + body.free_q);
    const mjtNum q[] = {X_WL.q.w(), X_WL.q.x(), X_WL.q.y(), X_WL.q.z()};
    std::copy(q, q + 4, data->qpos + body.free_q + 3);
  }
  const DofMap& hinge = built.maps.dofs[0];
  data->qpos[hinge.mj_q] = 1.0;
  physics::Inputs inputs;
  inputs.gravity_W = Vector3d(0.0, 0.0, -9.81);
  inputs.motors.resize(static_cast<std::size_t>(args.world->v_count()));
  built.model->opt.timestep = 0.001;
  std::copy(inputs.gravity_W.data(), inputs.gravity_W.data() + 3, built.model->opt.gravity);
  physics::StepReport report;
  // mj_step leaves poses of the old time; those of the new time are computed separately.
  DataHandle aside = MakeData(*built.model);
  for (int i = 0; i < 2000; ++i) {
    backend->Step(inputs, 0.001, &state, &report);
    mj_step(built.model.get(), data.get());
    mj_copyData(aside.get(), built.model.get(), data.get());
    mj_kinematics(built.model.get(), aside.get());
    for (const BodyMap& body : built.maps.bodies) {
      const Vector3d p = Eigen::Map<const Vector3d>(aside->xpos + 3 * body.mj_body);
      ASSERT_EQ((state.X_WL[static_cast<std::size_t>(body.root_link)].p - p).norm(), 0.0) << i;
    }
  }
  EXPECT_GT(state.V_WL_W[2].v.norm(), 0.01);
}

TEST(MujocoBackend, VelocitiesAreDerivativesOfPoses) {
  physics::BackendArgs args;
  args.world = SwingingWorld();
  args.models = {0, 1};
  const auto backend = MakeFactory().make(args).value();
  physics::State state = physics::MakeInitialState(*args.world);
  physics::Inputs inputs;
  inputs.motors.resize(static_cast<std::size_t>(args.world->v_count()));
  physics::StepReport report;
  for (int i = 0; i < 500; ++i) backend->Step(inputs, 0.001, &state, &report);
  const physics::State before = state;
  const double dt = 1e-6;
  backend->Step(inputs, dt, &state, &report);
  for (std::size_t link = 0; link < state.X_WL.size(); ++link) {
    const Vector3d v = (state.X_WL[link].p - before.X_WL[link].p) / dt;
    EXPECT_NEAR((v - state.V_WL_W[link].v).norm(), 0.0, 1e-4);
    const Eigen::AngleAxisd turn(state.X_WL[link].q * before.X_WL[link].q.conjugate());
    EXPECT_NEAR((turn.angle() * turn.axis() / dt - state.V_WL_W[link].w).norm(), 0.0, 1e-3);
  }
}

TEST(MujocoBackend, RestitutionFormulaHoldsForASpringThatOnlyPushes) {
  for (const double e : {0.1, 0.5, 0.9}) {
    const double z = DampingRatioForRestitution(e);
    // Integrate r'' = -2 z r' - r from r' = -1 until the force vanishes.
    double r = 0.0;
    double v = -1.0;
    const double dt = 1e-5;
    for (;;) {
      const double a = -2.0 * z * v - r;
      if (a < 0.0) break;
      v += a * dt;
      r += v * dt;
    }
    EXPECT_NEAR(v, e, 1e-3);
  }
}

TEST(MujocoBackend, DeclaresEveryCapabilityOnce) {
  const physics::BackendInfo info = MakeInfo();
  ASSERT_EQ(info.support.size(), static_cast<std::size_t>(physics::Capability::kCount));
  for (std::size_t i = 0; i < info.support.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(info.support[i].capability), i);
  }
}

TEST(MujocoBackend, EngineErrorsAreReportedNotFatal) {
  InstallErrorHandlers();
  EXPECT_THROW(mju_user_error("stack overflow"), std::exception);
}

}  // namespace
}  // namespace surefoot::engines::mujoco
