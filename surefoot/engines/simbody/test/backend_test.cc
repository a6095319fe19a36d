// Tests specific to this engine: Surefoot's mass matrix and forces against Simbody's accelerations,
// and the state beyond the coordinates.

#undef NDEBUG  // as in multibody.cc

#include "surefoot/engines/simbody/backend.h"

#include <gtest/gtest.h>
#include <simbody/internal/Force_Gravity.h>
#include <simbody/internal/GeneralForceSubsystem.h>
#include <simbody/internal/MobilizedBody.h>
#include <simbody/internal/MobilizedBody_Ball.h>
#include <simbody/internal/MobilizedBody_Ground.h>
#include <simbody/internal/MobilizedBody_Pin.h>
#include <simbody/internal/MultibodySystem.h>
#include <simbody/internal/SimbodyMatterSubsystem.h>

#include "surefoot/physics/backend.h"

namespace surefoot::engines::simbody {
namespace {

constexpr double kStep = 0.001;

physics::BackendArgs Args(std::shared_ptr<const world::Model> model, const RigidTransform& X_WM) {
  world::WorldSpec spec;
  world::ModelInstance instance;
  instance.name = model->name;
  instance.model = std::move(model);
  instance.X_WM = X_WM;
  spec.models.push_back(instance);
  physics::BackendArgs args;
  args.world = world::MakeWorld(spec, nullptr).value();
  args.models = {0};
  return args;
}

physics::Inputs Idle(const world::World& world) {
  physics::Inputs inputs;
  inputs.gravity_W = Vector3d(0.0, 0.0, -9.81);
  inputs.motors.resize(static_cast<std::size_t>(world.v_count()));
  return inputs;
}

/// Three links: on a ball joint, then two hinges about y.
std::shared_ptr<world::Model> MakeSwing() {
  auto model = std::make_shared<world::Model>();
  model->name = "swing";
  for (int i = 0; i < 3; ++i) {
    world::Link link;
    link.name = "l" + std::to_string(i);
    link.X_ML.p = Vector3d(0.0, 0.0, -0.5 * i);
    link.inertia.mass = 1.0 + i;
    link.inertia.p_BBcm = Vector3d(0.1, 0.05, -0.2);
    link.inertia.I_BBcm_B = Vector3d(0.02, 0.03, 0.04).asDiagonal();
    model->links.push_back(link);
    world::Joint joint;
    joint.name = "j" + std::to_string(i);
    joint.type = i == 0 ? world::JointType::kBall : world::JointType::kRevolute;
    joint.parent = i - 1;
    joint.child = i;
    joint.X_PJ.p = Vector3d(0.0, 0.0, i == 0 ? 0.0 : -0.5);
    joint.axes[0].axis_J = Vector3d::UnitZ();
    joint.X_PJ.q = joint.X_CJ.q = QuaternionFromZAxis(Vector3d::UnitY());
    model->joints.push_back(joint);
  }
  model->initial_positions = {{1, 0, 1.0}, {2, 0, -0.7}};
  return model;
}

/// The same model with Simbody's own mobilizers, gravity and accelerations.
class Reference {
 public:
  Reference() : matter_(system_), forces_(system_), gravity_(forces_, matter_, Down()) {
    const SimTK::Rotation R(-SimTK::Pi / 2.0, SimTK::XAxis);  // z to y
    SimTK::MobilizedBody::Ball first(matter_.updMobilizedBody(SimTK::GroundIndex), R, Body(1.0), R);
    SimTK::MobilizedBody::Pin second(first, Below(R), Body(2.0), R);
    SimTK::MobilizedBody::Pin third(second, Below(R), Body(3.0), R);
    state_ = system_.realizeTopology();
    second.setAngle(state_, 1.0);
    third.setAngle(state_, -0.7);
    tip_ = third.getMobilizedBodyIndex();
  }

  void Step() {
    system_.realize(state_, SimTK::Stage::Acceleration);
    const SimTK::Vector udot = state_.getUDot();
    state_.updU() += kStep * udot;
    system_.realize(state_, SimTK::Stage::Velocity);
    const SimTK::Vector qdot = state_.getQDot();
    state_.updQ() += kStep * qdot;
    system_.realize(state_, SimTK::Stage::Time);
    matter_.normalizeQuaternions(state_);
    system_.realize(state_, SimTK::Stage::Position);
  }

  Vector3d Tip() const {
    const SimTK::Vec3& p = matter_.getMobilizedBody(tip_).getBodyOriginLocation(state_);
    return Vector3d(p[0], p[1], p[2]);
  }

 private:
  static SimTK::Vec3 Down() { return SimTK::Vec3(0.0, 0.0, -9.81); }
  static SimTK::Transform Below(const SimTK::Rotation& R) {
    return SimTK::Transform(R, SimTK::Vec3(0.0, 0.0, -0.5));
  }
  static SimTK::Body::Rigid Body(double mass) {
    const SimTK::Vec3 com(0.1, 0.05, -0.2);
    const SimTK::Inertia central(0.02, 0.03, 0.04);
    return SimTK::Body::Rigid(
        SimTK::MassProperties(mass, com, central.shiftFromMassCenter(com, mass)));
  }

  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::Force::Gravity gravity_;
  SimTK::State state_;
  SimTK::MobilizedBodyIndex tip_;
};

TEST(SimbodyBackend, StepsByTheAccelerationsOfSimbody) {
  const physics::BackendArgs args = Args(MakeSwing(), RigidTransform());
  const auto backend = MakeFactory().make(args).value();
  physics::State state = physics::MakeInitialState(*args.world);
  physics::StepReport report;
  Reference reference;
  const physics::Inputs inputs = Idle(*args.world);
  for (int i = 0; i < 500; ++i) {
    backend->Step(inputs, kStep, &state, &report);
    reference.Step();
    // Quaternions are integrated differently: by a rotation, not by their derivative.
    ASSERT_NEAR((state.X_WL[2].p - reference.Tip()).norm(), 0.0, 1e-5) << "step " << i;
  }
  EXPECT_GT((state.X_WL[2].p - physics::MakeInitialState(*args.world).X_WL[2].p).norm(), 0.1);
}

/// Momentum and angular momentum about the origin of all links of the World.
Eigen::Matrix<double, 6, 1> Momentum(const world::World& world, const physics::State& state) {
  Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
  for (int id = 0; id < world.link_count(); ++id) {
    const auto i = static_cast<std::size_t>(id);
    const Inertia& inertia = world.link(id).inertia;
    const Matrix3d R = state.X_WL[i].R();
    const Vector3d arm = R * inertia.p_BBcm;
    const Vector3d p = inertia.mass * Shifted(state.V_WL_W[i], arm).v;
    sum.head<3>() += p;
    sum.tail<3>() +=
        (state.X_WL[i].p + arm).cross(p) + R * inertia.I_BBcm_B * R.transpose() * state.V_WL_W[i].w;
  }
  return sum;
}

TEST(SimbodyBackend, WhatFliesKeepsItsMomentum) {
  auto model = MakeSwing();
  model->joints.erase(model->joints.begin());  // the first link flies
  model->initial_positions.clear();
  const physics::BackendArgs args = Args(model, RigidTransform());
  const auto backend = MakeFactory().make(args).value();
  physics::State state = physics::MakeInitialState(*args.world);
  state.V_WL_W[0].w = Vector3d(3.0, 1.0, 2.0);
  state.v = {5.0, -7.0};
  backend->WriteModel(0, state);
  backend->ReadState(&state);
  const auto start = Momentum(*args.world, state);
  physics::Inputs inputs = Idle(*args.world);
  inputs.gravity_W.setZero();
  physics::StepReport report;
  for (int i = 0; i < 500; ++i) backend->Step(inputs, 0.004, &state, &report);
  EXPECT_GT(start.norm(), 1.0);
  EXPECT_LT((Momentum(*args.world, state) - start).norm(), 1e-11);
  EXPECT_GT((state.X_WL[2].p - state.X_WL[0].p).norm(), 0.1);
}

/// A sphere that slides over a floor.
std::shared_ptr<world::Model> MakeBall() {
  auto model = std::make_shared<world::Model>();
  model->name = "ball";
  world::Link link;
  link.name = "link";
  link.inertia.mass = 1.0;
  link.inertia.I_BBcm_B = Vector3d(0.01, 0.01, 0.01).asDiagonal();
  world::Collision collision;
  collision.name = "collision";
  collision.geometry = world::Sphere{0.1};
  link.collisions.push_back(collision);
  model->links.push_back(link);
  return model;
}

TEST(SimbodyBackend, GuessesOfFrictionAreSavedAndDropped) {
  physics::BackendArgs args = Args(MakeBall(), RigidTransform(Vector3d(0.0, 0.0, 0.0999)));
  world::WorldSpec spec = args.world->spec();
  auto floor = std::make_shared<world::Model>(*MakeBall());
  floor->is_static = true;
  floor->links[0].collisions[0].geometry = world::Plane();
  spec.models.push_back({"floor", RigidTransform(), floor});
  args.world = world::MakeWorld(spec, nullptr).value();
  args.models = {0, 1};
  const auto backend = MakeFactory().make(args).value();
  physics::State state = physics::MakeInitialState(*args.world);
  Bytes before;
  backend->SaveModel(0, &before);
  physics::StepReport report;
  backend->Step(Idle(*args.world), kStep, &state, &report);
  ASSERT_EQ(report.contacts.size(), 1u);
  Bytes after;
  backend->SaveModel(0, &after);
  EXPECT_EQ(after.size(), before.size() + sizeof(double));
  backend->WriteModel(0, state);
  Bytes written;
  backend->SaveModel(0, &written);
  EXPECT_EQ(written.size(), before.size());
}

TEST(SimbodyBackend, NamesTheModelThatIsNoLongerFinite) {
  physics::BackendArgs args = Args(MakeBall(), RigidTransform());
  world::WorldSpec spec = args.world->spec();
  spec.models.push_back({"swing", RigidTransform(), MakeSwing()});
  args.world = world::MakeWorld(spec, nullptr).value();
  args.models = {0, 1};
  const auto backend = MakeFactory().make(args).value();
  physics::State state = physics::MakeInitialState(*args.world);
  physics::Inputs inputs = Idle(*args.world);
  physics::AppliedWrench wrench;
  wrench.link = args.world->FindLink("swing::l2");
  wrench.F_L_W.force.x() = 1e308;
  inputs.wrenches = {wrench, wrench};
  physics::StepReport report;
  backend->Step(inputs, kStep, &state, &report);
  EXPECT_NE(report.flags & physics::kStepNotFinite, 0u);
  EXPECT_EQ(report.bad_model, 1);
}

TEST(SimbodyBackend, RefusesChainsWithoutEnd) {
  auto model = MakeSwing();
  for (int i = 3; i < 5000; ++i) {
    model->links.push_back(model->links[2]);
    model->links.back().name = "l" + std::to_string(i);
    model->links.back().X_ML.p.z() = -0.5 * i;
    model->joints.push_back(model->joints[2]);
    model->joints.back().name = "j" + std::to_string(i);
    model->joints.back().parent = i - 1;
    model->joints.back().child = i;
  }
  const auto backend = MakeFactory().make(Args(model, RigidTransform()));
  ASSERT_FALSE(backend.ok());
  EXPECT_NE(backend.error().message.find("swing"), std::string::npos);
}

TEST(SimbodyBackend, RefusesSavedStatesThatDoNotFit) {
  const auto swing = MakeFactory().make(Args(MakeSwing(), RigidTransform())).value();
  const auto ball = MakeFactory().make(Args(MakeBall(), RigidTransform())).value();
  Bytes saved;
  ball->SaveModel(0, &saved);
  const Status status = swing->RestoreModel(0, saved);
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().message.find("swing"), std::string::npos);
  saved.pop_back();
  EXPECT_FALSE(ball->RestoreModel(0, saved).ok());
}

TEST(SimbodyBackend, DeclaresEveryCapability) {
  const physics::BackendInfo info = MakeInfo();
  for (int i = 0; i < static_cast<int>(physics::Capability::kCount); ++i) {
    EXPECT_EQ(info.Of(static_cast<physics::Capability>(i)).capability,
              static_cast<physics::Capability>(i));
  }
}

}  // namespace
}  // namespace surefoot::engines::simbody
