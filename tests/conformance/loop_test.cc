// Joints that close loops: every type constrains what it should, moves as it should, and can be
// driven.

#include <cmath>

#include "surefoot/physics/joint_coordinates.h"
#include "surefoot/physics/kinematics.h"
#include "tests/conformance/engine_test_case.h"

namespace surefoot::conformance {
namespace {

using world::JointType;

class Loops : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(Loops);

/// A base on the world that carries a free body by three slides and a ball joint; a second joint of
/// the given type ties that body to the base.
std::shared_ptr<world::Model> MakeTied(JointType type) {
  auto model = std::make_shared<world::Model>();
  model->name = "tied";
  for (const char* name : {"base", "x", "y", "z", "tip"}) {
    model->links.push_back(MakeLink(name, world::Box{Vector3d(0.1, 0.2, 0.3)}, 1.0));
    model->links.back().collisions.clear();
  }
  for (std::size_t i = 1; i < 4; ++i) model->links[i].inertia = Inertia();
  const Vector3d axes[] = {Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::UnitZ()};
  model->joints.push_back(MakeJoint("anchor", JointType::kFixed, *model, world::kWorldLink, 0,
                                    Vector3d::Zero(), Vector3d::UnitX()));
  for (int i = 0; i < 3; ++i) {
    model->joints.push_back(MakeJoint(std::string(1, "xyz"[i]), JointType::kPrismatic, *model, i,
                                      i + 1, Vector3d::Zero(), axes[i]));
  }
  model->joints.push_back(
      MakeJoint("ball", JointType::kBall, *model, 3, 4, Vector3d::Zero(), Vector3d::UnitX()));
  model->joints.push_back(
      MakeJoint("tie", type, *model, 0, 4, Vector3d(0.1, 0.0, 0.05), Vector3d(0.6, 0.0, 0.8)));
  model->joints.back().axes[1].axis_J = Vector3d::UnitY();
  model->joints.back().screw_pitch = 0.2;
  return model;
}

/// Error of the loop joint: distance of its two sides from the pose its coordinates describe.
double OpenBy(const sim::Simulation& simulation, double* q) {
  const world::Joint& tie = simulation.world().model(0).joints[5];
  const RigidTransform X_WJp = PoseOf(simulation, "base") * tie.X_PJ;
  const RigidTransform X_WJc = PoseOf(simulation, "tip") * tie.X_CJ;
  double v[6] = {};
  physics::JointCoordinates(tie, X_WJp.Inverse() * X_WJc, Twist(), q, v);
  const RigidTransform X = (X_WJp * physics::JointPose(tie, q)).Inverse() * X_WJc;
  return X.p.norm() + X.q.angularDistance(Quaterniond::Identity());
}

TEST_P(Loops, EveryTypeLeavesItsOwnMotion) {
  for (const JointType type :
       {JointType::kFixed, JointType::kRevolute, JointType::kContinuous, JointType::kPrismatic,
        JointType::kScrew, JointType::kUniversal, JointType::kPlanar, JointType::kBall}) {
    Scene scene;
    scene.Gravity(Vector3d(0.5, 1.0, -2.0)).Add(MakeTied(type));
    if (!CanRun(scene)) continue;
    auto simulation = Run(scene);
    sim::LinkWrench wrench;
    wrench.link = "tip";
    wrench.F_L_W.torque = Vector3d(0.02, 0.03, 0.04);
    wrench.steps = 300;
    Must(simulation->Apply(wrench));
    Advance(simulation.get(), 0.5);
    double q[7] = {};
    const char* name = world::JointTypeName(type);
    EXPECT_TRUE(Small("loop.gap", OpenBy(*simulation, q))) << name;
    if (type == JointType::kFixed || type == JointType::kBall) continue;
    double moved = 0.0;
    for (int k = 0; k < world::PositionCount(type); ++k) {
      EXPECT_TRUE(Near("loop.coordinate", PositionOf(*simulation, "tie", k), q[k]))
          << name << " " << k;
      moved = std::max(moved, std::abs(q[k]));
    }
    EXPECT_GT(moved, 0.02) << name;
  }
}

TEST_P(Loops, ASlideInALoopFallsFreely) {
  auto model = MakeTied(JointType::kPrismatic);
  Scene scene;
  scene.Gravity(Vector3d(0.0, 0.0, -1.0)).Add(model);
  auto simulation = Run(scene);
  Advance(simulation.get(), 1.0);
  // The body slides down along the axis (0.6, 0, 0.8): a = 0.8 g.
  EXPECT_TRUE(Near("loop.slide", PositionOf(*simulation, "tie"), -0.5 * 0.8));
}

TEST_P(Loops, LimitsAndMotorsHoldInLoops) {
  auto model = MakeTied(JointType::kRevolute);
  model->joints[5].axes[0].lower = -0.3;
  model->joints[5].axes[0].upper = 0.4;
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  const auto command = [&](physics::ControlMode mode, double target) {
    return simulation->Apply(sim::JointCommand{"tie", 0, mode, target});
  };
  ASSERT_TRUE(command(physics::ControlMode::kPosition, 0.25).ok());
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Near("loop.servo", PositionOf(*simulation, "tie"), 0.25));
  double q[7] = {};
  OpenBy(*simulation, q);
  EXPECT_TRUE(Near("loop.servo", q[0], 0.25));
  for (const double torque : {5.0, -5.0}) {
    ASSERT_TRUE(command(physics::ControlMode::kEffort, torque).ok());
    Advance(simulation.get(), 1.0);
    OpenBy(*simulation, q);
    EXPECT_TRUE(Near("limit.position", q[0], torque > 0.0 ? 0.4 : -0.3));
  }
}

TEST_P(Loops, OpenLoopsArePulledTogetherGently) {
  auto model = MakeTied(JointType::kRevolute);
  model->joints[5].X_PJ.p += Vector3d(0.0, 0.2, 0.0);  // 20 cm open
  Scene scene;
  scene.Gravity(Vector3d::Zero()).Add(model);
  auto simulation = Run(scene);
  double fastest = 0.0;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(simulation->Step().ok());
    fastest = std::max(fastest, VelocityOf(*simulation, "tip").v.norm());
  }
  EXPECT_TRUE(Small("recovery.speed", fastest));
  double q[7] = {};
  EXPECT_TRUE(Small("loop.gap", OpenBy(*simulation, q)));
}

TEST_P(Loops, APlaneLinkageBearsTheRoundingOfItsFile) {
  // A swinging parallelogram of rods of 1 m. Its last hinge is 1 um out of the plane and tilted by
  // 1 urad: no motion in the plane can close those gaps.
  auto model = std::make_shared<world::Model>();
  model->name = "swing";
  const Vector3d middles[] = {Vector3d(0, 0, -0.5), Vector3d(0.5, 0, -1), Vector3d(1, 0, -0.5)};
  for (int i = 0; i < 3; ++i) {
    const Vector3d size = i == 1 ? Vector3d(1, 0.02, 0.02) : Vector3d(0.02, 0.02, 1);
    model->links.push_back(MakeLink("rod" + std::to_string(i), world::Box{size}, 1.0));
    model->links.back().collisions.clear();
    model->links.back().X_ML.p = middles[i];
  }
  const auto hinge = [&](const char* name, int parent, int child, const Vector3d& p_M) {
    model->joints.push_back(
        MakeJoint(name, JointType::kContinuous, *model, parent, child, p_M, Vector3d::UnitY()));
  };
  hinge("left", world::kWorldLink, 0, Vector3d(0, 0, 0));
  hinge("low_left", 0, 1, Vector3d(0, 0, -1));
  hinge("low_right", 1, 2, Vector3d(1, 0, -1));
  hinge("right", world::kWorldLink, 2, Vector3d(1, 0, 0));
  model->joints.back().X_PJ = model->joints.back().X_PJ *
                              RigidTransform(QuaternionFromRpy(1e-6, 0, 0), Vector3d(0, 1e-6, 0));
  Scene scene;
  scene.Gravity(Vector3d(3.0, 0.0, -9.81)).Add(model);
  auto simulation = Run(scene);
  double fastest = 0.0;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(simulation->Step().ok());
    fastest = std::max(fastest, VelocityOf(*simulation, "rod1").v.norm());
  }
  // Lowest point of the swing: the rods are parallel to gravity, 0.297 rad from zero.
  const double tilt = std::atan2(3.0, 9.81);
  const double g = std::hypot(3.0, 9.81);
  // Energy: 2 m g per metre of height of the rods' ends, and 1/2 (1 + 2/3) m v^2.
  const double ideal = std::sqrt(2.0 * 2.0 * g * (1.0 - std::cos(tilt)) / (5.0 / 3.0));
  EXPECT_TRUE(NearShare("loop.swing", fastest, ideal));
  EXPECT_TRUE(
      Near("loop.coordinate", PositionOf(*simulation, "left"), PositionOf(*simulation, "right")));
}

}  // namespace
}  // namespace surefoot::conformance
