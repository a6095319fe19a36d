// Changing the world while it runs: spawn, remove, attach, detach, teleport.

#include <cstring>

#include "tests/conformance/engine_test_case.h"

namespace surefoot::conformance {
namespace {

class Edit : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(Edit);

std::shared_ptr<world::Model> Box(const std::string& name) {
  return MakeBody(name, world::Box{Vector3d(0.2, 0.2, 0.2)}, 1.0);
}

/// All numbers of a model, for comparison bit by bit.
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
  Advance(simulation.get(), 0.35);  // in the middle of its fall on an edge
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
  // What is static moves, too.
  ASSERT_TRUE(simulation->Apply(sim::Teleport{"floor", RigidTransform(Vector3d(0, 0, -1))}).ok());
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Near("rest.height", PoseOf(*simulation, "box::link").p.z(), -0.9));
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
  // Both fall, still together.
  EXPECT_TRUE(
      Near("attachment.fall", PoseOf(*simulation, "load::link").p.z(), 2.0 - 0.5 * 9.81 * 0.25));
  const Vector3d apart = PoseOf(*simulation, "rider::link").p - PoseOf(*simulation, "load::link").p;
  EXPECT_TRUE(Near("attachment.apart", apart.norm(), 0.5));
}

}  // namespace
}  // namespace surefoot::conformance
