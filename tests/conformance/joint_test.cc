// Every joint type: coordinates against Surefoot's forward kinematics, limits, loops, mimics.

#include <cmath>

#include "surefoot/physics/kinematics.h"
#include "tests/conformance/engine_test_case.h"

namespace surefoot::conformance {
namespace {

using world::JointType;

class Joints : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(Joints);

constexpr double kPi = 3.14159265358979323846;

/// A block with a second block on a joint whose frame is shifted and rotated in both links.
std::shared_ptr<world::Model> MakeArm(JointType type) {
  auto model = std::make_shared<world::Model>();
  model->name = "arm";
  model->links.push_back(MakeLink("base", world::Box{Vector3d(0.4, 0.3, 0.2)}, 4.0));
  model->links.push_back(MakeLink("tip", world::Box{Vector3d(0.1, 0.2, 0.5)}, 1.0));
  model->links[1].X_ML = RigidTransform(QuaternionFromRpy(0.3, -0.2, 0.5), Vector3d(0.3, 0.1, 0.4));
  for (world::Link& link : model->links) link.collisions.clear();
  const RigidTransform X_MJ(QuaternionFromRpy(0.1, 0.4, -0.3), Vector3d(0.2, 0.0, 0.15));
  world::Joint joint;
  joint.name = "joint";
  joint.type = type;
  joint.parent = 0;
  joint.child = 1;
  joint.X_PJ = X_MJ;
  joint.X_CJ = model->links[1].X_ML.Inverse() * X_MJ;
  joint.axes[0].axis_J = Vector3d(0.6, 0.0, 0.8);
  joint.axes[1].axis_J = Vector3d(0.0, 1.0, 0.0);
  joint.screw_pitch = 0.1;
  model->joints.push_back(joint);
  return model;
}

TEST_P(Joints, CoordinatesAgreeWithForwardKinematics) {
  for (const JointType type : {JointType::kFixed, JointType::kRevolute, JointType::kContinuous,
                               JointType::kPrismatic, JointType::kScrew, JointType::kUniversal,
                               JointType::kBall, JointType::kPlanar, JointType::kFloating}) {
    Scene scene;
    scene.Gravity(Vector3d(0.3, -0.2, -1.0)).Add(MakeArm(type));
    if (!CanRun(scene)) continue;
    auto simulation = Run(scene, 0.0005);
    // Random forces.
    for (const char* link : {"base", "tip"}) {
      sim::LinkWrench wrench;
      wrench.link = link;
      wrench.F_L_W.force = link[0] == 'b' ? Vector3d(3, 1, 2) : Vector3d(-2, 1, 1);
      wrench.F_L_W.torque = link[0] == 'b' ? Vector3d(0.3, -0.5, 0.2) : Vector3d(0.1, 0.1, -0.2);
      wrench.steps = 400;
      Must(simulation->Apply(wrench));
    }
    Advance(simulation.get(), 0.4);
    physics::State expected = simulation->state();
    const int tip = simulation->world().FindLink("tip");
    if (type != JointType::kFloating) {
      expected.X_WL[static_cast<std::size_t>(tip)] = RigidTransform();
      expected.V_WL_W[static_cast<std::size_t>(tip)] = Twist();
    }
    physics::ForwardKinematics(simulation->world(), 0, &expected);
    const auto index = static_cast<std::size_t>(tip);
    const RigidTransform& X = simulation->state().X_WL[index];
    const Twist& V = simulation->state().V_WL_W[index];
    const char* name = world::JointTypeName(type);
    // Some engines model the coupling of a screw as a soft constraint.
    const bool screw = type == JointType::kScrew;
    EXPECT_TRUE(Small(screw ? "screw.position" : "coordinates.position",
                      (X.p - expected.X_WL[index].p).norm()))
        << name;
    EXPECT_TRUE(Small(screw ? "screw.angle" : "coordinates.angle",
                      X.q.angularDistance(expected.X_WL[index].q)))
        << name;
    EXPECT_TRUE(
        Small(screw ? "screw.speed" : "coordinates.speed", (V.v - expected.V_WL_W[index].v).norm()))
        << name;
    EXPECT_TRUE(Small(screw ? "screw.turn_rate" : "coordinates.turn_rate",
                      (V.w - expected.V_WL_W[index].w).norm()))
        << name;
  }
}

TEST_P(Joints, BallsMayHangFromChildToParent) {
  // The child is attached to the world, so the tree reaches the joint from its child.
  auto model = MakeArm(JointType::kBall);
  model->joints.insert(model->joints.begin(),
                       MakeJoint("anchor", JointType::kRevolute, *model, world::kWorldLink, 1,
                                 Vector3d::Zero(), Vector3d::UnitX()));
  Scene scene;
  scene.Gravity(Vector3d(0.3, -0.2, -1.0)).Add(model);
  auto simulation = Run(scene, 0.0005);
  ASSERT_TRUE(
      simulation->Apply(sim::JointCommand{"joint", 1, physics::ControlMode::kEffort, 0.3}).ok());
  Advance(simulation.get(), 0.5);
  ASSERT_TRUE(simulation->world().tree(0).bodies[1].joint_reversed);
  const auto base = static_cast<std::size_t>(simulation->world().FindLink("base"));
  physics::State expected = simulation->state();
  expected.X_WL[base] = RigidTransform();
  physics::ForwardKinematics(simulation->world(), 0, &expected);
  const RigidTransform& X = simulation->state().X_WL[base];
  const Twist& V = simulation->state().V_WL_W[base];
  EXPECT_TRUE(Small("coordinates.position", (X.p - expected.X_WL[base].p).norm()));
  EXPECT_TRUE(Small("coordinates.angle", X.q.angularDistance(expected.X_WL[base].q)));
  EXPECT_TRUE(Small("coordinates.turn_rate", (V.w - expected.V_WL_W[base].w).norm()));
  EXPECT_TRUE(Near("ball.effort", EffortOf(*simulation, "joint", 1), 0.3));
}

TEST_P(Joints, LimitsHold) {
  auto model = MakeArm(JointType::kRevolute);
  model->joints[0].axes[0].lower = -0.2;
  model->joints[0].axes[0].upper = 0.3;
  // The base is attached to the world, so that only the joint can move.
  model->joints.push_back(MakeJoint("anchor", JointType::kFixed, *model, world::kWorldLink, 0,
                                    Vector3d::Zero(), Vector3d::UnitX()));
  for (const double torque : {20.0, -20.0}) {
    Scene scene;
    scene.Add(model);
    auto simulation = Run(scene);
    ASSERT_TRUE(
        simulation->Apply(sim::JointCommand{"arm::joint", 0, physics::ControlMode::kEffort, torque})
            .ok());
    Advance(simulation.get(), 2.0);
    EXPECT_TRUE(Near("limit.position", PositionOf(*simulation, "joint"), torque > 0 ? 0.3 : -0.2));
  }
}

// It reaches its stop at 60 rad/s: 60 mrad in a step.
TEST_P(Joints, LimitsStopAFastJointAtOnce) {
  auto model = MakeArm(JointType::kRevolute);
  model->joints[0].axes[0].lower = -0.9;
  model->joints[0].axes[0].upper = 1.1;
  model->joints[0].axes[0].damping = 0.01;
  model->joints.push_back(MakeJoint("anchor", JointType::kFixed, *model, world::kWorldLink, 0,
                                    Vector3d::Zero(), Vector3d::UnitX()));
  for (const double torque : {200.0, -200.0}) {
    Scene scene;
    scene.Add(model);
    auto simulation = Run(scene);
    Must(simulation->Apply(
        sim::JointCommand{"arm::joint", 0, physics::ControlMode::kEffort, torque}));
    double beyond = 0.0;
    double fastest = 0.0;
    for (int i = 0; i < 300; ++i) {
      Must(simulation->Step());
      const double q = PositionOf(*simulation, "joint");
      beyond = std::max({beyond, q - 1.1, -0.9 - q});
      fastest = std::max(fastest, std::abs(simulation->state().v[0]));
    }
    EXPECT_GT(fastest, 50.0);
    EXPECT_TRUE(Small("limit.fast", beyond));
  }
}

TEST_P(Joints, SpringHasItsFrequencyAndDampingItsDecay) {
  // A wheel on a torsion spring with damping: I q'' = -k (q - q0) - c q'.
  auto model = std::make_shared<world::Model>();
  model->name = "wheel";
  model->links.push_back(MakeLink("disc", world::Cylinder{0.5, 0.1}, 8.0));  // I_zz = 1
  model->links[0].collisions.clear();
  model->joints.push_back(MakeJoint("axle", JointType::kRevolute, *model, world::kWorldLink, 0,
                                    Vector3d::Zero(), Vector3d::UnitZ()));
  model->joints[0].axes[0].spring_stiffness = 40.0;
  model->joints[0].axes[0].spring_reference = 0.1;
  model->joints[0].axes[0].damping = 0.4;
  model->initial_positions.push_back(world::InitialPosition{0, 0, 1.1});
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene, 0.0005);
  const double t = 3.0;
  Advance(simulation.get(), t);
  const double decay = 0.2;
  const double omega = std::sqrt(40.0 - decay * decay);
  const double ideal =
      0.1 + std::exp(-decay * t) * (std::cos(omega * t) + decay / omega * std::sin(omega * t));
  EXPECT_TRUE(Near("spring.position", PositionOf(*simulation, "axle"), ideal));
}

TEST_P(Joints, DryFrictionStopsAndHolds) {
  auto model = std::make_shared<world::Model>();
  model->name = "wheel";
  model->links.push_back(MakeLink("disc", world::Cylinder{0.5, 0.1}, 8.0));
  model->links[0].collisions.clear();
  model->joints.push_back(MakeJoint("axle", JointType::kContinuous, *model, world::kWorldLink, 0,
                                    Vector3d::Zero(), Vector3d::UnitZ()));
  model->joints[0].axes[0].friction = 2.0;
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  auto effort = [&](double value) {
    return simulation->Apply(sim::JointCommand{"axle", 0, physics::ControlMode::kEffort, value});
  };
  ASSERT_TRUE(effort(1.9).ok());
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Near("dry_friction.creep", PositionOf(*simulation, "axle"), 0.0));
  ASSERT_TRUE(effort(3.0).ok());
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Near("dry_friction.speed", SpeedOf(*simulation, "axle"), 1.0));
}

TEST_P(Joints, MimicFollowsItsLeader) {
  auto model = std::make_shared<world::Model>();
  model->name = "gripper";
  for (int i = 0; i < 2; ++i) {
    model->links.push_back(
        MakeLink("finger" + std::to_string(i), world::Box{Vector3d(0.05, 0.05, 0.2)}, 0.5));
    model->links.back().X_ML.p = Vector3d(0.2 * i, 0, -0.1);
    model->links.back().collisions.clear();
    model->joints.push_back(MakeJoint("j" + std::to_string(i), JointType::kRevolute, *model,
                                      world::kWorldLink, i, Vector3d(0.2 * i, 0, 0),
                                      Vector3d::UnitY()));
  }
  model->joints[1].mimic = world::Mimic{0, -2.0, 0.1};
  model->initial_positions.push_back(world::InitialPosition{1, 0, 0.1});
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  ASSERT_TRUE(
      simulation->Apply(sim::JointCommand{"j0", 0, physics::ControlMode::kPosition, 0.4}).ok());
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Near("mimic.leader", PositionOf(*simulation, "j0"), 0.4));
  EXPECT_TRUE(Near("mimic.follower", PositionOf(*simulation, "j1"), -0.7));
}

TEST_P(Joints, AFourBarLinkageStaysClosed) {
  // A parallelogram with equal opposite sides (crank, coupler, rocker); the last joint closes it.
  auto model = std::make_shared<world::Model>();
  model->name = "bars";
  auto bar = [&](const std::string& name, const Vector3d& from, const Vector3d& to) {
    const Vector3d along = to - from;
    model->links.push_back(MakeLink(name, world::Box{Vector3d(0.03, 0.03, along.norm())}, 0.5));
    model->links.back().X_ML = RigidTransform(QuaternionFromZAxis(along), 0.5 * (from + to));
    model->links.back().collisions.clear();
  };
  const Vector3d a(0, 0, 0), b(0, 0, 0.5), c(1, 0, 0.5), d(1, 0, 0);
  bar("crank", a, b);
  bar("coupler", b, c);
  bar("rocker", d, c);
  const Vector3d y = Vector3d::UnitY();
  model->joints.push_back(MakeJoint("A", JointType::kRevolute, *model, world::kWorldLink, 0, a, y));
  model->joints.push_back(MakeJoint("B", JointType::kRevolute, *model, 0, 1, b, y));
  model->joints.push_back(MakeJoint("D", JointType::kRevolute, *model, world::kWorldLink, 2, d, y));
  model->joints.push_back(MakeJoint("C", JointType::kRevolute, *model, 1, 2, c, y));
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  ASSERT_TRUE(
      simulation->Apply(sim::JointCommand{"A", 0, physics::ControlMode::kVelocity, 1.0}).ok());
  Advance(simulation.get(), 1.0);
  const double q = PositionOf(*simulation, "A");
  EXPECT_TRUE(Near("four_bar.crank", q, 1.0));
  EXPECT_TRUE(Near("four_bar.angle", PositionOf(*simulation, "D"), q));
  // The coupler must stay parallel to the ground.
  const Vector3d along = PoseOf(*simulation, "coupler").q * Vector3d::UnitZ();
  EXPECT_TRUE(Near("four_bar.angle", along.z(), 0.0));
  const Vector3d ideal(0.5 + 0.5 * std::sin(q), 0, 0.5 * std::cos(q));
  EXPECT_TRUE(Small("four_bar.position", (PoseOf(*simulation, "coupler").p - ideal).norm()));
}

TEST_P(Joints, AContinuousJointCountsItsTurns) {
  auto model = std::make_shared<world::Model>();
  model->name = "wheel";
  model->links.push_back(MakeLink("disc", world::Cylinder{0.5, 0.1}, 8.0));
  model->joints.push_back(MakeJoint("axle", JointType::kContinuous, *model, world::kWorldLink, 0,
                                    Vector3d::Zero(), Vector3d::UnitZ()));
  model->initial_commands.push_back(
      world::InitialCommand{0, 0, world::ControlMode::kVelocity, 10.0 * kPi});
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  Advance(simulation.get(), 2.0);
  EXPECT_TRUE(Near("turns.angle", PositionOf(*simulation, "axle"), 20.0 * kPi));
}

}  // namespace
}  // namespace surefoot::conformance
