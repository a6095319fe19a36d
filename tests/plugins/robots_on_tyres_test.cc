// Robots from unedited public files on tyres follow cmd_vel and turn at
// the rate that their geometry permits.

#include <cmath>

#include "tests/plugins/foreign_robot.h"

namespace surefoot::conformance {
namespace {

class RobotOnTyres : public ForeignRobotTest {
 protected:
  /// Sends the command 20 times a second.
  void Keep(const std::string& topic, double forward, double turn, double seconds) {
    for (int i = 0; i < std::lround(20.0 * seconds); ++i) {
      Drive(topic, forward, turn);
      Advance(0.05);
    }
  }

  void ExpectStraight(const std::string& topic) {
    Keep(topic, 0.3, 0.0, 1.0);
    Mark();
    Keep(topic, 0.3, 0.0, 2.0);
    // The tyre's rolling radius is smaller than the wheel's radius by a third of its deflection.
    EXPECT_NEAR(Moved().x(), 0.6, 0.012) << topic;
    EXPECT_NEAR(Moved().y(), 0.0, 0.005);
    EXPECT_NEAR(Moved().z(), 0.0, 0.005);
  }

  double TurnRate(const std::string& topic, double forward, double turn) {
    Keep(topic, forward, turn, 1.0);
    Mark();
    Keep(topic, forward, turn, 2.0);
    return Moved().z() / 2.0;
  }

  void ExpectStands(const std::string& topic) {
    Keep(topic, 0.0, 0.0, 1.5);
    Mark();
    Keep(topic, 0.0, 0.0, 2.0);
    EXPECT_LT(Moved().norm(), 1e-5);
  }
};
SUREFOOT_ALL_ENGINES(RobotOnTyres);

constexpr const char* kRos1 = R"(<gazebo>
  <plugin name="differential_drive" filename="libgazebo_ros_diff_drive.so">
    <leftJoint>left</leftJoint><rightJoint>right</rightJoint>
    <wheelSeparation>0.4</wheelSeparation><wheelDiameter>0.2</wheelDiameter>
    <commandTopic>cmd_vel</commandTopic></plugin></gazebo>)";

std::string Transmission(const std::string& joint) {
  return "<transmission name='t_" + joint + "'><type>transmission_interface/SimpleTransmission" +
         "</type><joint name='" + joint +
         "'><hardwareInterface>hardware_interface/VelocityJointInterface</hardwareInterface>"
         "</joint><actuator name='m_" +
         joint + "'><mechanicalReduction>1</mechanicalReduction></actuator></transmission>";
}

/// The robot is driven by a plugin, by transmissions or by nothing.
TEST_P(RobotOnTyres, TwoWheelsAndABallTurnAsFarAsCommanded) {
  for (const std::string& inside :
       {std::string(kRos1), Transmission("left") + Transmission("right"), std::string()}) {
    Open(TwoWheelsUrdf(inside), "urdf", "tyre");
    ASSERT_EQ(session_->simulation().world().wheels().size(), 2u)
        << "the ball must use the engine's contact";
    Advance(1.0);
    ExpectStraight("/car/cmd_vel");
    EXPECT_EQ(session_->simulation().machine().ground().touches().size(), 2u);
    EXPECT_NEAR(TurnRate("/car/cmd_vel", 0.0, 0.5), 0.5, 0.015);
    ExpectStands("/car/cmd_vel");
  }
}

TEST_P(RobotOnTyres, FourWheelsSkidAsTheClosedFormSays) {
  constexpr const char* kSystem = R"(
    <plugin filename="gz-sim-diff-drive-system" name="gz::sim::systems::DiffDrive">
      <left_joint>front_left</left_joint><left_joint>rear_left</left_joint>
      <right_joint>front_right</right_joint><right_joint>rear_right</right_joint>
      <wheel_separation>0.4</wheel_separation><wheel_radius>0.1</wheel_radius>
      <topic>cmd_vel</topic></plugin>)";
  for (const std::string& inside : {std::string(kSystem), std::string()}) {
    Open(FourWheels(inside), "sdf", "tyre");
    Advance(1.0);
    const std::string topic = "/car/cmd_vel";
    ExpectStraight(topic);
    // The ratio is B / (B + L^2 / B), slightly reduced by rolling resistance.
    EXPECT_NEAR(TurnRate(topic, 0.0, 0.8), 0.8 * 0.5, 0.8 * 0.5 * 0.05);
    ExpectStands(topic);
  }
}

TEST_P(RobotOnTyres, ACarThatNothingDrivesSteers) {
  Open(Car(""), "sdf", "tyre");
  Advance(1.0);
  ExpectStraight("/car/cmd_vel");
  EXPECT_NEAR(TurnRate("/car/cmd_vel", 0.3, 0.2), 0.2, 0.01);
  ExpectStands("/car/cmd_vel");
}

/// Before the first command, nothing holds the wheels: a pushed robot rolls.
TEST_P(RobotOnTyres, WithoutACommandItRollsFreely) {
  Open(TwoWheelsUrdf(""), "urdf", "tyre");
  Advance(0.5);
  Mark();
  Must(session_->Push("base", Vector3d(5.0, 0.0, 0.0), Vector3d::Zero(), 1.0));
  Advance(1.0);
  EXPECT_GT(Moved().x(), 0.2);
}

}  // namespace
}  // namespace surefoot::conformance
