// Sony's AIBO ERS-7 on every engine: it stands still, walks and obeys its joints' commands.

#include "surefoot/msgs/std_msgs.h"
#include "tests/legs/walker.h"

namespace surefoot::conformance {
namespace {

class Ers7 : public LegsTest {};
SUREFOOT_ALL_ENGINES(Ers7);

TEST_P(Ers7, StandsStill) {
  Open("ers7");
  Must(session().RunFor(1.0));
  // gait_bench also measures 60 s on ODE, which takes ten times as long as the others.
  EXPECT_LT(MaxMotion(engine() == "ode" ? 6.0 : 60.0), 0.05e-3);
  EXPECT_NEAR(pose().p.z(), 0.13767, 5e-4);
  EXPECT_LT(tilt(), 0.005);
}

TEST_P(Ers7, TrotsAhead) {
  Open("ers7");
  Must(session().RunFor(0.2));
  Go(0.25, 0.0, 0.0, 1.0);
  const Walk walk = Go(0.25, 0.0, 0.0, 2.0);
  EXPECT_NEAR(walk.ahead, 0.25, 0.05);
  EXPECT_NEAR(walk.left, 0.0, 0.05);
  EXPECT_NEAR(walk.turn, 0.0, 0.2);
  EXPECT_LT(walk.tilt, 0.25);
}

TEST_P(Ers7, TurnsWhileItTrots) {
  Open("ers7");
  Must(session().RunFor(0.2));
  Go(0.15, 0.0, 0.6, 1.0);
  const Walk walk = Go(0.15, 0.0, 0.6, 2.0);
  EXPECT_NEAR(walk.ahead, 0.15, 0.05);
  EXPECT_NEAR(walk.turn, 0.6, 0.2);
  EXPECT_LT(walk.tilt, 0.25);
}

TEST_P(Ers7, StandsStillAgainAfterAWalk) {
  Open("ers7");
  Go(0.2, 0.0, 0.0, 1.0);
  Must(session().RunFor(2.5));
  EXPECT_LT(MaxMotion(1.0), 0.05e-3);
  EXPECT_LT(tilt(), 0.02);
}

// The finest step that the hinges in the paper can make: of the head, which carries no load, and
// of a knee, which carries the robot.
TEST_P(Ers7, JointsResolveStepsOf0Point0055Degrees) {
  constexpr double kFinest = 0.0055 * 3.14159265358979323846 / 180.0;
  struct Hinge {
    const char* joint;
    double start;
  };
  for (const Hinge& hinge : {Hinge{"HeadPan", 0.3}, Hinge{"LFJ3", 0.9599}}) {
    Open("ers7");
    double before = 0.0;
    for (int i = 0; i < 4; ++i) {
      msgs::std_msgs::Float64 angle;
      angle.data = hinge.start + i * kFinest;
      Must(session().Publish(std::string("/ers7/") + hinge.joint + "/cmd_pos", angle));
      Must(session().RunFor(0.6));
      const double now = session().JointPosition(hinge.joint).value();
      EXPECT_NEAR(now, angle.data, 0.1 * kFinest) << hinge.joint << " " << i;
      if (i > 0) {
        EXPECT_NEAR(now - before, kFinest, 0.1 * kFinest) << hinge.joint;
      }
      before = now;
    }
  }
}

TEST_P(Ers7, AHingeGoesAtItsCommandedSpeed) {
  Open("ers7");
  msgs::std_msgs::Float64 speed;
  speed.data = 1.5;
  Must(session().Publish("/ers7/HeadPan/cmd_vel", speed));
  Must(session().RunFor(0.2));
  const double before = session().JointPosition("HeadPan").value();
  EXPECT_NEAR(session().JointVelocity("HeadPan").value(), 1.5, 0.015);
  Must(session().RunFor(0.4));
  EXPECT_NEAR(session().JointPosition("HeadPan").value() - before, 0.6, 0.006);
  // A command above its speed limit gives the limit.
  speed.data = -50.0;
  Must(session().Publish("/ers7/HeadPan/cmd_vel", speed));
  Must(session().RunFor(0.1));
  EXPECT_NEAR(session().JointVelocity("HeadPan").value(), -10.06, 0.1);
}

/// Moment of inertia of all links that the joint moves about its axis, at their present poses.
double InertiaAbout(const Session& session, const std::string& model, const std::string& joint) {
  const world::World& world = session.world();
  const int id = world.FindModel(model);
  const world::Model& spec = world.model(id);
  const auto& X_WL = session.simulation().state().X_WL;
  const auto first = static_cast<std::size_t>(world.layout(id).links.first);
  std::vector<bool> behind(spec.links.size(), false);
  Vector3d p_W = Vector3d::Zero();
  Vector3d axis_W = Vector3d::UnitZ();
  // Joints are listed from the base outward.
  for (const world::Joint& each : spec.joints) {
    const auto child = static_cast<std::size_t>(each.child);
    if (each.name == joint) {
      const RigidTransform X_WJ = X_WL[first + child] * each.X_CJ;
      p_W = X_WJ.p;
      axis_W = X_WJ.q * each.axes[0].axis_J;
      behind[child] = true;
    } else if (each.parent >= 0) {
      behind[child] = behind[child] || behind[static_cast<std::size_t>(each.parent)];
    }
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < spec.links.size(); ++i) {
    if (!behind[i]) continue;
    const Inertia& inertia = spec.links[i].inertia;
    const RigidTransform& X = X_WL[first + i];
    const Vector3d axis_L = X.q.conjugate() * axis_W;
    const Vector3d arm_W = X * inertia.p_BBcm - p_W;
    sum += axis_L.dot(inertia.I_BBcm_B * axis_L) + inertia.mass * axis_W.cross(arm_W).squaredNorm();
  }
  return sum;
}

// M = I dw/dt + d w: from rest w = M / d (1 - exp(-t d / I)). The neck is upright, so gravity
// has no moment about its axis; the body, which is much heavier than the head, rests on its paws.
TEST_P(Ers7, AHingeTurnsByItsEffortAgainstTheInertia) {
  Open("ers7");
  msgs::std_msgs::Float64 angle;
  for (const char* joint : {"NeckTilt", "HeadNod"}) {
    Must(session().Publish(std::string("/ers7/") + joint + "/cmd_pos", angle));
  }
  Must(session().RunFor(1.0));
  const double inertia = InertiaAbout(session(), "ers7", "HeadPan");
  const world::World& world = session().world();
  const double damping = world.joint_spec(world.FindJoint("HeadPan")).axes[0].damping;
  msgs::std_msgs::Float64 effort;
  effort.data = 0.05;
  Must(session().Publish("/ers7/HeadPan/cmd_effort", effort));
  const double seconds = 0.02;
  Must(session().RunFor(seconds));
  const double expected = effort.data / damping * -std::expm1(-seconds * damping / inertia);
  EXPECT_NEAR(session().JointVelocity("HeadPan").value(), expected, 0.05 * expected);
}

}  // namespace
}  // namespace surefoot::conformance
