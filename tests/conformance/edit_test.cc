// Changes of the running world: spawn, remove, attach, detach and teleport.

#include <cstring>

#include "surefoot/physics/kinematics.h"
#include "tests/conformance/engine_test_case.h"

namespace surefoot::conformance {
namespace {

class Edit : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(Edit);

std::shared_ptr<world::Model> Box(const std::string& name) {
  return MakeBody(name, world::Box{Vector3d(0.2, 0.2, 0.2)}, 1.0);
}

/// All numbers of a model's state, for bitwise comparison.
std::vector<double> Bits(const sim::Simulation& simulation, const std::string& link) {
  const RigidTransform& X = PoseOf(simulation, link);
  const Twist& V = VelocityOf(simulation, link);
  std::vector<double> bits = {X.q.w(), X.q.x(), X.q.y(), X.q.z()};
  for (const Vector3d& v : {X.p, V.w, V.v}) bits.insert(bits.end(), v.data(), v.data() + 3);
  return bits;
}

Scene TumblingBox() {
  Scene scene;
  scene.Floor(0.8).Add(Box("box"),
                       RigidTransform(QuaternionFromRpy(0.4, 0.3, 0.2), Vector3d(0, 0, 0.5)));
  return scene;
}

TEST_P(Edit, SpawnCarriesTheOthersOverBitForBit) {
  Needs({physics::Capability::kSpawn});
  auto simulation = Run(TumblingBox());
  Advance(simulation.get(), 0.35);  // while it falls onto an edge
  const std::vector<double> before = Bits(*simulation, "box::link");
  const SimTimeNs time = simulation->time_ns();
  ASSERT_TRUE(simulation
                  ->Apply(sim::Spawn{
                      world::ModelInstance{"late", RigidTransform(Vector3d(3, 0, 1)), Box("box")}})
                  .ok());
  EXPECT_EQ(Bits(*simulation, "box::link"), before);
  EXPECT_EQ(simulation->time_ns(), time);
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Near("rest.height", PoseOf(*simulation, "late::link").p.z(), 0.1));
  EXPECT_TRUE(Near("rest.height", PoseOf(*simulation, "box::link").p.z(), 0.1));
}

TEST_P(Edit, RemoveTakesTheModelAndLeavesTheOthers) {
  Needs({physics::Capability::kSpawn});
  Scene scene = TumblingBox();
  scene.Add(Box("other"), RigidTransform(Vector3d(2, 0, 0.5)));
  auto simulation = Run(scene);
  Advance(simulation.get(), 0.3);
  const std::vector<double> before = Bits(*simulation, "other::link");
  ASSERT_TRUE(simulation->Apply(sim::Remove{"box"}).ok());
  EXPECT_EQ(simulation->world().FindModel("box"), -1);
  EXPECT_EQ(Bits(*simulation, "other::link"), before);
  Advance(simulation.get(), 0.5);
  EXPECT_TRUE(Near("rest.height", PoseOf(*simulation, "other::link").p.z(), 0.1));
}

TEST_P(Edit, ARefusedSpawnChangesNothing) {
  Needs({physics::Capability::kSpawn});
  auto simulation = Run(TumblingBox());
  Advance(simulation.get(), 0.1);
  auto broken = Box("broken");
  broken->links[0].inertia.mass = -1.0;
  const std::uint64_t hash = simulation->hash();
  EXPECT_FALSE(
      simulation->Apply(sim::Spawn{world::ModelInstance{"broken", RigidTransform(), broken}}).ok());
  EXPECT_FALSE(
      simulation->Apply(sim::Spawn{world::ModelInstance{"box", RigidTransform(), Box("box")}})
          .ok());
  EXPECT_EQ(simulation->world().model_count(), 2);
  EXPECT_EQ(simulation->hash(), hash);
  auto untouched = Run(TumblingBox());
  Advance(untouched.get(), 0.1);
  Advance(untouched.get(), 0.2);
  Advance(simulation.get(), 0.2);
  EXPECT_EQ(simulation->hash(), untouched->hash());
}

TEST_P(Edit, MotorsAndWrenchesSurviveASpawn) {
  Needs({physics::Capability::kSpawn, physics::Capability::kExternalWrench,
         physics::Capability::kVelocityControl});
  auto model = std::make_shared<world::Model>();
  model->name = "wheel";
  model->links.push_back(MakeLink("disc", world::Cylinder{0.5, 0.1}, 8.0));
  model->joints.push_back(MakeJoint("axle", world::JointType::kContinuous, *model,
                                    world::kWorldLink, 0, Vector3d::Zero(), Vector3d::UnitZ()));
  Scene scene;
  scene.Gravity(Vector3d::Zero()).Add(Box("box"), RigidTransform(Vector3d(5, 0, 0))).Add(model);
  auto simulation = Run(scene);
  ASSERT_TRUE(
      simulation->Apply(sim::JointCommand{"axle", 0, physics::ControlMode::kVelocity, 2.0}).ok());
  sim::LinkWrench push;
  push.link = "box::link";
  push.F_L_W.force = Vector3d(1, 0, 0);
  push.steps = 1000;
  ASSERT_TRUE(simulation->Apply(push).ok());
  Advance(simulation.get(), 0.5);
  ASSERT_TRUE(simulation->Apply(sim::Remove{"nobody"}).ok() == false);
  ASSERT_TRUE(simulation
                  ->Apply(sim::Spawn{
                      world::ModelInstance{"late", RigidTransform(Vector3d(-5, 0, 1)), Box("box")}})
                  .ok());
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Near("servo.velocity_unloaded", SpeedOf(*simulation, "axle"), 2.0));
  EXPECT_TRUE(Near("wrench.speed", VelocityOf(*simulation, "box::link").v.x(), 1.0));
}

TEST_P(Edit, TeleportMovesAndStops) {
  Needs({physics::Capability::kTeleport});
  auto simulation = Run(TumblingBox());
  Advance(simulation.get(), 0.2);
  const RigidTransform X(QuaternionFromRpy(0, 0, 1.0), Vector3d(4, 5, 0.1));
  ASSERT_TRUE(simulation->Apply(sim::Teleport{"box", X}).ok());
  EXPECT_TRUE(Small("teleport.position", (PoseOf(*simulation, "box::link").p - X.p).norm()));
  EXPECT_TRUE(Small("teleport.angle", PoseOf(*simulation, "box::link").q.angularDistance(X.q)));
  EXPECT_EQ(VelocityOf(*simulation, "box::link").v.norm(), 0.0);
  // Static models can be moved, too.
  ASSERT_TRUE(simulation->Apply(sim::Teleport{"floor", RigidTransform(Vector3d(0, 0, -1))}).ok());
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Near("rest.height", PoseOf(*simulation, "box::link").p.z(), -0.9));
}

TEST_P(Edit, WhatLosesItsSupportFalls) {
  // At rest long enough for engines that put bodies to sleep.
  Needs({physics::Capability::kSpawn});
  Scene scene;
  auto table = MakeBody("table", world::Box{Vector3d(1, 1, 0.1)}, 1.0);
  table->is_static = true;
  scene.Add(table, RigidTransform(Vector3d(0, 0, 0.95)))
      .Add(Box("box"), RigidTransform(Vector3d(0, 0, 1.1)));
  auto simulation = Run(scene);
  Advance(simulation.get(), 2.0);
  EXPECT_TRUE(Near("rest.height", PoseOf(*simulation, "box::link").p.z(), 1.1));
  Must(simulation->Apply(sim::Remove{"table"}));
  Advance(simulation.get(), 0.5);
  EXPECT_TRUE(Near("edit.fall", PoseOf(*simulation, "box::link").p.z(), 1.1 - 0.5 * 9.81 * 0.25));
}

TEST_P(Edit, WhatRestsFeelsAChangeOfGravity) {
  Needs({physics::Capability::kGravityChange});
  Scene scene;
  scene.Floor(0.8).Add(Box("box"), RigidTransform(Vector3d(0, 0, 0.1)));
  auto simulation = Run(scene);
  Advance(simulation.get(), 2.0);
  Must(simulation->Apply(sim::GravityChange{Vector3d(0, 0, 2.0)}));
  Advance(simulation.get(), 0.5);
  EXPECT_TRUE(Near("edit.fall", PoseOf(*simulation, "box::link").p.z(), 0.1 + 0.5 * 2.0 * 0.25));
}

TEST_P(Edit, AModelSpawnedOnAStackRests) {
  Needs({physics::Capability::kSpawn});
  Scene scene;
  scene.Floor(0.8).Add(Box("box"), RigidTransform(Vector3d(0, 0, 0.1)));
  auto simulation = Run(scene);
  Advance(simulation.get(), 0.5);
  for (int i = 1; i < 4; ++i) {
    Must(simulation->Apply(sim::Spawn{world::ModelInstance{
        "box" + std::to_string(i), RigidTransform(Vector3d(0, 0, 0.1 + 0.2 * i)), Box("box")}}));
    Advance(simulation.get(), 0.3);
    EXPECT_TRUE(Near("rest.height", PoseOf(*simulation, "box" + std::to_string(i) + "::link").p.z(),
                     0.1 + 0.2 * i));
  }
}

/// An arm of three joints on a free base.
std::shared_ptr<world::Model> MakeArm() {
  auto model = std::make_shared<world::Model>();
  model->name = "arm";
  const world::JointType types[] = {world::JointType::kRevolute, world::JointType::kPrismatic,
                                    world::JointType::kContinuous};
  const Vector3d axes[] = {Vector3d::UnitY(), Vector3d::UnitZ(), Vector3d::UnitX()};
  model->links.push_back(MakeLink("base", world::Box{Vector3d(0.2, 0.2, 0.2)}, 3.0));
  for (int i = 0; i < 3; ++i) {
    model->links.push_back(
        MakeLink("l" + std::to_string(i), world::Box{Vector3d(0.05, 0.05, 0.2)}, 0.5));
    model->links.back().X_ML.p = Vector3d(0, 0, 0.3 + 0.25 * i);
    model->joints.push_back(MakeJoint("j" + std::to_string(i), types[i], *model, i, i + 1,
                                      Vector3d(0, 0, 0.15 + 0.25 * i), axes[i]));
  }
  return model;
}

TEST_P(Edit, ATeleportedArmKeepsItsJoints) {
  Needs({physics::Capability::kTeleport});
  auto model = MakeArm();
  model->initial_positions = {{0, 0, 0.4}, {1, 0, 0.1}, {2, 0, -0.7}};
  Scene scene;
  scene.Gravity(Vector3d::Zero()).Add(model);
  auto simulation = Run(scene);
  Must(simulation->Apply(sim::JointCommand{"j0", 0, physics::ControlMode::kEffort, 0.1}));
  Advance(simulation.get(), 0.3);
  const physics::State before = simulation->state();
  const RigidTransform X(QuaternionFromRpy(0.5, 0.2, 1.0), Vector3d(4, 5, 6));
  Must(simulation->Apply(sim::Teleport{"arm", X}));
  const physics::State& after = simulation->state();
  physics::State expected = after;
  physics::ForwardKinematics(simulation->world(), 0, &expected);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(Near("teleport.joint", after.q[i], before.q[i]));
    EXPECT_EQ(after.v[i], 0.0);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_TRUE(Small("teleport.link", (after.X_WL[i].p - expected.X_WL[i].p).norm()));
    EXPECT_EQ(after.V_WL_W[i].v.norm(), 0.0);
  }
  Must(simulation->Step());
}

TEST_P(Edit, AJointCanBeReset) {
  Needs({physics::Capability::kTeleport});
  Scene scene;
  scene.Gravity(Vector3d::Zero()).Add(MakeArm());
  auto simulation = Run(scene);
  Advance(simulation.get(), 0.1);
  Must(simulation->Apply(sim::JointReset{"j0", 0, 0.6}));
  Must(simulation->Apply(sim::JointReset{"j1", 0, -0.05}));
  EXPECT_TRUE(Near("teleport.joint", PositionOf(*simulation, "j0"), 0.6));
  Must(simulation->Step());
  EXPECT_TRUE(Near("teleport.joint_kept", PositionOf(*simulation, "j0"), 0.6));
  EXPECT_TRUE(Near("teleport.joint_kept", PositionOf(*simulation, "j1"), -0.05));
  physics::State expected = simulation->state();
  physics::ForwardKinematics(simulation->world(), 0, &expected);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_TRUE(
        Small("coordinates.position", (simulation->state().X_WL[i].p - expected.X_WL[i].p).norm()));
  }
}

TEST_P(Edit, AttachHoldsAndDetachLetsGo) {
  Needs({physics::Capability::kAttachment});
  Scene scene;
  auto crane = Box("crane");
  crane->is_static = true;
  scene.Add(crane, RigidTransform(Vector3d(0, 0, 3)))
      .Add(Box("load"), RigidTransform(QuaternionFromRpy(0, 0, 0.3), Vector3d(0.3, 0, 2)))
      .Add(Box("rider"), RigidTransform(Vector3d(0.3, 0.5, 2)));
  auto simulation = Run(scene);
  ASSERT_TRUE(simulation->Apply(sim::Attach{"hook", "crane::link", "load::link"}).ok());
  ASSERT_TRUE(simulation->Apply(sim::Attach{"strap", "load::link", "rider::link"}).ok());
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(
      Small("attachment.sag", (PoseOf(*simulation, "load::link").p - Vector3d(0.3, 0, 2)).norm()));
  EXPECT_TRUE(Small("attachment.sag_of_second",
                    (PoseOf(*simulation, "rider::link").p - Vector3d(0.3, 0.5, 2)).norm()));
  ASSERT_TRUE(simulation->Apply(sim::Detach{"hook"}).ok());
  Advance(simulation.get(), 0.5);
  // Both fall and stay attached.
  EXPECT_TRUE(
      Near("attachment.fall", PoseOf(*simulation, "load::link").p.z(), 2.0 - 0.5 * 9.81 * 0.25));
  const Vector3d apart = PoseOf(*simulation, "rider::link").p - PoseOf(*simulation, "load::link").p;
  EXPECT_TRUE(Near("attachment.apart", apart.norm(), 0.5));
}

}  // namespace
}  // namespace surefoot::conformance
