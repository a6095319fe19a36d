// Robots in the arenas for rescue robots, on every engine: they stand, drive, climb and open doors.

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/check.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/session/session.h"
#include "tests/scene/engine_test.h"
#include "tests/source_dir.h"

namespace surefoot::conformance {
namespace {

constexpr double kPi = 3.14159265358979323846;

class Arenas : public EngineTest {
 protected:
  void Open(const std::string& name, const std::string& robot) {
    SessionOptions options;
    options.engine = engine();
    const std::string file = std::string(SUREFOOT_SOURCE_DIR) + "/worlds/usar_" + name + ".sdf";
    auto opened = Session::Open(BuiltinParts(), file, options);
    SUREFOOT_CHECK(opened.ok(), opened.ok() ? "" : opened.error().message);
    session_ = std::move(opened).value();
    robot_ = robot;
  }
  RigidTransform Pose() const {
    return session_->simulation().ModelPose(session_->world().FindModel(robot_));
  }
  double Pitch() const { return std::asin((Pose().q * Vector3d::UnitX()).z()); }
  /// Drives straight ahead; returns the largest pitch on the way (rad).
  double Drive(double speed, double seconds) {
    msgs::geometry_msgs::Twist twist;
    twist.linear.x = speed;
    double steepest = 0.0;
    for (int i = 0; i < static_cast<int>(std::lround(seconds / 0.1)); ++i) {
      Must(session_->Publish("/" + robot_ + "/cmd_vel", twist));
      Must(session_->RunFor(0.1));
      steepest = std::max(steepest, Pitch());
    }
    return steepest;
  }

  std::unique_ptr<Session> session_;
  std::string robot_;
};
SUREFOOT_ALL_ENGINES(Arenas);

TEST_P(Arenas, AHuskyClimbsTheFirstRampOfTheOrangeOne) {
  Open("orange", "husky");
  Must(session_->RunFor(0.5));
  EXPECT_LT(Pose().p.head<2>().norm(), 0.02);
  EXPECT_LT(std::abs(Pose().p.z() - 0.13), 0.02);
  // The ramp begins at 3.6 m, and the Husky's front axle is 0.26 m ahead of its middle.
  const double steepest = Drive(0.8, 6.0);
  EXPECT_GT(Pose().p.x(), 3.7);
  EXPECT_NEAR(steepest, 15.0 * kPi / 180.0, 0.06);
  EXPECT_LT(std::abs(Pose().p.y()), 0.5);
  EXPECT_GT((Pose().q * Vector3d::UnitZ()).z(), 0.9);
  EXPECT_TRUE(session_->warnings().empty()) << session_->warnings()[0];
}

TEST_P(Arenas, AHexapodWalksInTheRedOne) {
  Open("red", "hexapod");
  Must(session_->RunFor(0.5));
  const RigidTransform start = Pose();
  EXPECT_LT(start.p.head<2>().norm(), 0.02);
  Drive(0.1, 3.0);
  EXPECT_GT(Pose().p.x() - start.p.x(), 0.15);
  EXPECT_GT((Pose().q * Vector3d::UnitZ()).z(), 0.95);
}

TEST_P(Arenas, APioneerDrivesInTheYellowOne) {
  Open("yellow", "pioneer_3dx");
  Must(session_->RunFor(0.5));
  Drive(0.5, 2.5);
  EXPECT_NEAR(Pose().p.x(), 1.2, 0.2);
  EXPECT_GT((Pose().q * Vector3d::UnitZ()).z(), 0.98);
}

/// The ridge of the third cell is 1.8 to 3 m away, 0.6 tan 15 degrees = 0.16 m high; behind the
/// fourth cell there is a door, at 4.2 m, which the robot pushes open.
TEST_P(Arenas, APioneerCrossesARidgeAndPushesADoorOpen) {
  Open("yellow", "pioneer_3dx");
  Must(session_->RunFor(0.5));
  const double start = Pose().p.z();
  double highest = 0.0;
  while (session_->time() < 8.0 && Pose().p.x() < 3.3) {
    Drive(0.5, 0.1);
    highest = std::max(highest, Pose().p.z() - start);
    ASSERT_GT((Pose().q * Vector3d::UnitZ()).z(), 0.6) << Pose().p.x();
  }
  EXPECT_GT(highest, 0.12);
  EXPECT_LT(highest, 0.20);
  EXPECT_LT(std::abs(Pose().p.y()), 0.1);
  EXPECT_NEAR(session_->JointPosition("arena_door_0::hinge").value(), 0.0, 1e-3);
  Drive(0.5, 3.0);
  EXPECT_GT(std::abs(session_->JointPosition("arena_door_0::hinge").value()), 0.5);
  EXPECT_GT(Pose().p.x(), 4.2) << "through the door";
  EXPECT_GT((Pose().q * Vector3d::UnitZ()).z(), 0.98);
  EXPECT_TRUE(session_->warnings().empty()) << session_->warnings()[0];
}

/// The cell at 7.2 m of the orange arena is a field of posts, whose heights are multiples of 50
/// mm.
TEST_P(Arenas, AHuskyClimbsAStepField) {
  Open("orange", "husky");
  Must(session_->Teleport("husky",
                          RigidTransform(QuaternionFromRpy(0, 0, kPi), Vector3d(9.6, 0.0, 0.14))));
  Must(session_->RunFor(0.5));
  const double start = Pose().p.z();
  Drive(0.5, 5.5);
  EXPECT_LT(Pose().p.x(), 7.2) << "in the midst of it";
  EXPECT_GT(Pose().p.z() - start, 0.05);
  EXPECT_GT((Pose().q * Vector3d::UnitZ()).z(), 0.9);
}

/// Risers of 0.2 m are too high for wheels with a radius of 0.165 m: the robot stops before the
/// first one, which is at 2.4 x 1.5 = 3.6 m, with its front wheels at it.
TEST_P(Arenas, StairsStopAHusky) {
  Open("orange", "husky");
  Must(session_->Teleport(
      "husky", RigidTransform(QuaternionFromRpy(0, 0, 0.5 * kPi), Vector3d(2.4, 1.6, 0.2))));
  Must(session_->RunFor(0.5));
  Drive(0.5, 8.0);
  const double y = Pose().p.y();
  EXPECT_GT(y, 3.2);
  Drive(0.5, 2.0);
  EXPECT_NEAR(Pose().p.y(), y, 0.05) << "it does not get on";
  EXPECT_LT(Pose().p.z(), 0.3) << "nor up";
  EXPECT_GT((Pose().q * Vector3d::UnitZ()).z(), 0.9);
}

/// The ridge of the red arena's cell at (4.8, 2.4) begins at 4.2 m.
TEST_P(Arenas, AHexapodClimbsARamp) {
  Open("red", "hexapod");
  Must(session_->Teleport("hexapod", RigidTransform(Vector3d(3.9, 2.4, 0.12))));
  Must(session_->RunFor(0.5));
  const double start = Pose().p.z();
  const double steepest = Drive(0.15, 6.5);
  EXPECT_GT(Pose().p.x(), 4.3);
  EXPECT_GT(Pose().p.z() - start, 0.03);
  EXPECT_NEAR(steepest, 15.0 * kPi / 180.0, 0.12);
  EXPECT_GT((Pose().q * Vector3d::UnitZ()).z(), 0.9);
}

/// A door's leaf turns when 20 N push its edge for a second.
TEST_P(Arenas, DoorsCanBePushedOpen) {
  Open("yellow", "pioneer_3dx");
  Must(session_->RunFor(0.2));
  EXPECT_NEAR(session_->JointPosition("arena_door_0::hinge").value(), 0.0, 1e-3);
  const RigidTransform X_WD = session_->LinkPose("arena_door_0::leaf").value();
  const Vector3d across_W = X_WD.q * Vector3d::UnitX();
  Must(session_->Push("arena_door_0::leaf", 20.0 * across_W, Vector3d::Zero(), 0.5));
  Must(session_->RunFor(0.5));
  const double turned = std::abs(session_->JointPosition("arena_door_0::hinge").value());
  EXPECT_GT(turned, 0.3);
  Must(session_->RunFor(3.0));
  EXPECT_LT(std::abs(session_->JointPosition("arena_door_0::hinge").value()), 1.61);
  EXPECT_LT(std::abs(session_->JointVelocity("arena_door_0::hinge").value()), 0.05) << "it stays";
}

}  // namespace
}  // namespace surefoot::conformance
