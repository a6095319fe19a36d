// Collisions between movable bodies: momentum, stacks and contact forces.

#include <cmath>

#include "tests/conformance/engine_test_case.h"
#include "tests/scene/measure.h"

namespace surefoot::conformance {
namespace {

class Collisions : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(Collisions);

/// Brings a link to this velocity within one step.
sim::LinkWrench Kick(const std::string& link, double mass, const Vector3d& v) {
  sim::LinkWrench kick;
  kick.link = link;
  kick.F_L_W.force = mass * v / 0.001;
  kick.steps = 1;
  return kick;
}

TEST_P(Collisions, BallsExchangeMomentumByTheirRestitution) {
  Needs({physics::Capability::kExternalWrench});
  for (const double e : {0.0, 0.5, 0.9}) {
    world::Surface surface;
    surface.restitution = e;
    Scene scene;
    scene.Gravity(Vector3d::Zero())
        .Add(MakeBody("light", world::Sphere{0.1}, 1.0, surface))
        .Add(MakeBody("heavy", world::Sphere{0.2}, 3.0, surface),
             RigidTransform(Vector3d(0.6, 0, 0)));
    auto simulation = Run(scene);
    Must(simulation->Apply(Kick("light::link", 1.0, Vector3d(2, 0, 0))));
    Advance(simulation.get(), 0.5);  // they collide after 0.15 s
    const double v1 = VelocityOf(*simulation, "light::link").v.x();
    const double v2 = VelocityOf(*simulation, "heavy::link").v.x();
    EXPECT_TRUE(Small("collision.momentum", (Momentum(*simulation) - Vector3d(2, 0, 0)).norm()));
    EXPECT_TRUE(Near("collision.restitution", (v2 - v1) / 2.0, e)) << "restitution " << e;
  }
}

TEST_P(Collisions, AnObliqueHitWithFrictionKeepsBothMomenta) {
  Needs({physics::Capability::kExternalWrench});
  world::Surface surface;
  surface.mu = surface.mu2 = 0.5;
  surface.restitution = 0.3;
  Scene scene;
  scene.Gravity(Vector3d::Zero())
      .Add(MakeBody("ball", world::Sphere{0.1}, 1.0, surface), RigidTransform(Vector3d(0, 0, 0)))
      .Add(MakeBody("box", world::Box{Vector3d(0.3, 0.4, 0.2)}, 2.0, surface),
           RigidTransform(QuaternionFromRpy(0.1, 0.2, 0.5), Vector3d(0.5, 0.08, 0.05)));
  auto simulation = Run(scene);
  Must(simulation->Apply(Kick("ball::link", 1.0, Vector3d(3, 0, 0))));
  Advance(simulation.get(), 0.05);
  const Vector3d p = Momentum(*simulation);
  const Vector3d h = AngularMomentum(*simulation);
  Advance(simulation.get(), 0.3);
  EXPECT_LT(VelocityOf(*simulation, "ball::link").v.x(), 2.0);  // they really collided
  EXPECT_TRUE(Small("collision.momentum", (Momentum(*simulation) - p).norm()));
  EXPECT_TRUE(Small("collision.angular_momentum", (AngularMomentum(*simulation) - h).norm()));
}

TEST_P(Collisions, AStackOfBoxesRestsForTenSeconds) {
  constexpr int kBoxes = 5;
  Scene scene;
  scene.Floor(0.8);
  for (int i = 0; i < kBoxes; ++i) {
    scene.Add(
        MakeBody("box", world::Box{Vector3d(0.3, 0.3, 0.2)}, 1.0 + i),
        RigidTransform(QuaternionFromRpy(0, 0, 0.1 * i), Vector3d(0.01 * i, 0, 0.1 + 0.2 * i)),
        "box" + std::to_string(i));
  }
  auto simulation = Run(scene);
  Advance(simulation.get(), 10.0);
  for (int i = 0; i < kBoxes; ++i) {
    const std::string link = "box" + std::to_string(i) + "::link";
    const RigidTransform& X = PoseOf(*simulation, link);
    EXPECT_TRUE(Near("stack.height", X.p.z(), 0.1 + 0.2 * i)) << link;
    EXPECT_TRUE(Small("stack.drift", (X.p - Vector3d(0.01 * i, 0, X.p.z())).norm())) << link;
    EXPECT_TRUE(Small("stack.turn", X.q.angularDistance(QuaternionFromRpy(0, 0, 0.1 * i)))) << link;
    EXPECT_TRUE(Small("stack.speed", VelocityOf(*simulation, link).v.norm())) << link;
  }
}

TEST_P(Collisions, EveryLayerOfAStackCarriesWhatIsAbove) {
  Needs({physics::Capability::kContactReport});
  Scene scene;
  scene.Floor(0.8);
  for (int i = 0; i < 3; ++i) {
    scene.Add(MakeBody("box", world::Box{Vector3d(0.3, 0.3, 0.2)}, 1.0 + i),
              RigidTransform(Vector3d(0, 0, 0.1 + 0.2 * i)), "box" + std::to_string(i));
  }
  auto simulation = Run(scene);
  Advance(simulation.get(), 1.0);
  // The net contact force on each box is its weight; the lowest contact carries the whole stack.
  for (int i = 0; i < 3; ++i) {
    const Vector3d force = ContactForceOn(*simulation, "box" + std::to_string(i) + "::link");
    EXPECT_TRUE(NearShare("stack.weight", force.z(), 9.81 * (1.0 + i))) << i;
    EXPECT_TRUE(Small("stack.sideways", Vector3d(force.x(), force.y(), 0.0).norm())) << i;
  }
  EXPECT_TRUE(
      NearShare("stack.weight", -ContactForceOn(*simulation, "floor::link").z(), 9.81 * 6.0));
}

TEST_P(Collisions, AHeavyBoxOnALightOne) {
  // With a mass ratio of 10, iterative solvers let the light box sink in.
  Scene scene;
  scene.Floor(0.8)
      .Add(MakeBody("light", world::Box{Vector3d(0.3, 0.3, 0.2)}, 1.0),
           RigidTransform(Vector3d(0, 0, 0.1)))
      .Add(MakeBody("heavy", world::Box{Vector3d(0.3, 0.3, 0.2)}, 10.0),
           RigidTransform(Vector3d(0, 0, 0.3)));
  auto simulation = Run(scene);
  Advance(simulation.get(), 2.0);
  EXPECT_TRUE(Near("stack.height", PoseOf(*simulation, "light::link").p.z(), 0.1));
  EXPECT_TRUE(Near("stack.height", PoseOf(*simulation, "heavy::link").p.z(), 0.3));
}

TEST_P(Collisions, AttachingBodiesInFlightKeepsTheirMomentum) {
  Needs({physics::Capability::kExternalWrench, physics::Capability::kAttachment});
  Scene scene;
  scene.Gravity(Vector3d::Zero())
      .Add(MakeBody("a", world::Box{Vector3d(0.2, 0.2, 0.2)}, 1.0))
      .Add(MakeBody("b", world::Box{Vector3d(0.2, 0.2, 0.2)}, 2.0),
           RigidTransform(Vector3d(0.5, 0, 0)));
  auto simulation = Run(scene);
  Must(simulation->Apply(Kick("a::link", 1.0, Vector3d(0, 1.5, 0))));
  Advance(simulation.get(), 0.1);
  const Vector3d p = Momentum(*simulation);
  const Vector3d h = AngularMomentum(*simulation);
  Must(simulation->Apply(sim::Attach{"knot", "a::link", "b::link"}));
  const Vector3d apart = PoseOf(*simulation, "a::link").p - PoseOf(*simulation, "b::link").p;
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Small("attachment.momentum", (Momentum(*simulation) - p).norm()));
  EXPECT_TRUE(Small("attachment.angular_momentum", (AngularMomentum(*simulation) - h).norm()));
  EXPECT_TRUE(Near("attachment.apart",
                   (PoseOf(*simulation, "a::link").p - PoseOf(*simulation, "b::link").p).norm(),
                   apart.norm()));
  EXPECT_TRUE(
      Small("attachment.turn_rate",
            (VelocityOf(*simulation, "a::link").w - VelocityOf(*simulation, "b::link").w).norm()));
  EXPECT_GT(VelocityOf(*simulation, "b::link").w.norm(), 0.5);
}

}  // namespace
}  // namespace surefoot::conformance
