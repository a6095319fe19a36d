#include "surefoot/gateways/usarsim/net/session.h"

#include <gmock/gmock.h>

#include "surefoot/gateways/usarsim/test/fake_server.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::gateways::usarsim {
namespace {

using msgs::geometry_msgs::Twist;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr const char* kTable = R"(<usarsim>
  <class name="Rob" model="model://rob" mass="12" size="0.5 0.4 0.3" wheel_radius="0.1" wheel_separation="0.4"
         wheel_base="0.3" max_wheel_speed="10" max_torque="5" rest_height="0.1" battery_life="1200">
    <alias name="OldRob" dialect="ut2004"/>
    <sensor topic="sonar/f1" type="Sonar" name="F1" pose="0.2 0.1 0 0 0 1.5708"/>
    <sensor topic="sonar/f2" type="Sonar" name="F2"/>
    <sensor topic="odom" type="Odometry" name="Odometer"/>
    <sensor topic="@pose" type="GroundTruth" name="Truth"/>
    <sensor topic="hidden" type="none"/>
    <joint joint="flipper" name="FRFlipper" scale="-1"/>
    <joint joint="pan" min="-1" max="1"/>
    <joint joint="tilt"/>
    <joint joint="jaw"/>
    <package name="CameraPanTilt"><link joint="pan"/><link joint="tilt"/></package>
    <package name="Motions"><sequence name="kick"/><sequence name="get_up"/></package>
    <skin name="red" model="model://rob_red"/>
    <skin name="blue" model="model://rob_blue"/>
    <gripper name="Hand" joint="jaw" open="0.04" closed="0"/>
  </class>
  <class name="Nao" type="LeggedVehicle"/>
</usarsim>)";

class SessionTest : public testing::Test {
 protected:
  SessionTest() {
    config_.table = ParseClassTable(kTable, "table").value();
    server_.AddTopic<msgs::sensor_msgs::Range>("model://rob", "sonar/f1");
    server_.AddTopic<msgs::sensor_msgs::Range>("model://rob", "sonar/f2");
    server_.AddTopic<msgs::nav_msgs::Odometry>("model://rob", "odom");
    server_.AddTopic<msgs::sensor_msgs::LaserScan>("model://rob", "scan");
    server_.AddTopic<msgs::sensor_msgs::JointState>("model://rob", "joint_states");
    server_.AddTopic<msgs::sensor_msgs::BatteryState>("model://rob", "battery_state");
    server_.AddTopic<msgs::sensor_msgs::LaserScan>("model://rob", "hidden");
  }

  std::unique_ptr<Session> Connect() {
    return std::make_unique<Session>(
        config_, &link_, &wall_, Actor{7, "usarsim:7"}, "127.0.0.1",
        Ends{[this](std::string line) { answers_.push_back(std::move(line)); },
             [this](std::string line) { samples_.push_back(std::move(line)); }});
  }
  /// Lets the session and the server process what is pending.
  void Run(Session* session) {
    for (int i = 0; i < 4; ++i) {
      server_.bridge().Pump();
      link_.Take();
    }
    session->Tick();
    server_.bridge().Pump();
  }
  void Say(Session* session, const std::string& line) {
    session->Handle(line);
    Run(session);
  }
  void Step(Session* session, double seconds = 0.1) {
    server_.Advance(seconds);
    Run(session);
  }
  std::unique_ptr<Session> Robot(const std::string& init = "INIT {ClassName USARBot.Rob}{Name R}") {
    auto session = Connect();
    Say(session.get(), init);
    EXPECT_NE(session->robot(), nullptr);
    return session;
  }
  void PublishRange(const std::string& topic, float range) {
    msgs::sensor_msgs::Range message;
    message.min_range = 0.1F;
    message.max_range = 5.0F;
    message.field_of_view = 0.35F;
    message.range = range;
    server_.Publish(topic, message);
  }

  Config config_;
  FakeServer server_;
  GraphLink link_{&server_.bridge()};
  CameraWall wall_;
  std::vector<std::string> answers_;
  std::vector<std::string> samples_;
};

TEST_F(SessionTest, GreetsAndIsSilentBeforeInit) {
  auto session = Connect();
  session->Open("arena");
  Run(session.get());
  for (const char* line : {"DRIVE {Left 1} {Right 1}", "GETGEO {Type Robot}", "NONSENSE {x}",
                           "MULTIDRIVE {a 1}", "SET {Type Joint}", "CONTROL {Type Create}"}) {
    Say(session.get(), line);
  }
  Step(session.get());
  EXPECT_THAT(answers_,
              ElementsAre("NFO {Gametype BotDeathMatch} {Level arena} {TimeLimit 0}\r\n"));
  EXPECT_THAT(samples_, IsEmpty());
}

TEST_F(SessionTest, RobotLivesAsLongAsTheConnection) {
  auto session = Robot(
      "INIT {ClassName USARBot.Rob} {Name R 1} {Location 4.5,1.9,-1.8} "
      "{Rotation 0,0,1.5708}");
  ASSERT_EQ(server_.spawned.size(), 1U);
  const auto& request = server_.spawned[0];
  EXPECT_EQ(request.uri, "model://rob");
  EXPECT_EQ(request.name, "R_1");
  EXPECT_TRUE(request.allow_renaming);
  EXPECT_NEAR(request.initial_pose.pose.position.y, -1.9, 1e-9);
  EXPECT_NEAR(request.initial_pose.pose.position.z, 1.8, 1e-9);
  // To the right.
  EXPECT_NEAR(request.initial_pose.pose.orientation.z, -std::sin(1.5708 / 2), 1e-6);
  EXPECT_EQ(server_.entities.size(), 1U);
  session = nullptr;
  server_.bridge().Pump();
  EXPECT_THAT(server_.deleted, ElementsAre("R_1"));
  EXPECT_THAT(server_.left, ElementsAre("usarsim:7"));
}

TEST_F(SessionTest, RobotOfAClientThatLeftMeanwhileIsTakenAway) {
  auto session = Connect();
  session->Handle("INIT {ClassName Rob} {Name R}");
  EXPECT_TRUE(session->busy());
  session = nullptr;
  for (int i = 0; i < 3; ++i) {
    server_.bridge().Pump();
    link_.Take();
  }
  server_.bridge().Pump();
  EXPECT_EQ(server_.spawned.size(), 1U);
  EXPECT_THAT(server_.entities, IsEmpty());
}

TEST_F(SessionTest, RobotsAreNotPutBelowTheFloor) {
  Robot("INIT {ClassName Rob} {Location 4.5,1.9,1.8}");
  EXPECT_NEAR(server_.spawned.back().initial_pose.pose.position.z, 0.1, 1e-9);
  config_.put_on_floor = false;
  Robot("INIT {ClassName Rob} {Location 4.5,1.9,1.8}");
  EXPECT_NEAR(server_.spawned.back().initial_pose.pose.position.z, -1.8, 1e-9);
}

TEST_F(SessionTest, ReportsWhyThereIsNoRobot) {
  auto session = Connect();
  Say(session.get(), "INIT {ClassName USARBot.Unknown}");
  Say(session.get(), "INIT {ClassName USARBot.Nao}");
  Say(session.get(), "INIT {ClassName USARBot.Rob} {Location here}");
  Say(session.get(), "INIT {ClassName USARBot.Rob} {Start Nowhere}");
  server_.refuse_spawn = "a {bad} file";
  Say(session.get(), "INIT {ClassName USARBot.Rob}");
  EXPECT_THAT(
      answers_,
      ElementsAre(HasSubstr("NFO {Error ClassName 'USARBot.Unknown' is not in the table"),
                  HasSubstr("class Nao has no model here yet"), HasSubstr("three numbers each"),
                  HasSubstr("unknown start pose 'Nowhere'"), HasSubstr("a  bad  file")));
  EXPECT_EQ(session->robot(), nullptr);
  server_.refuse_spawn.clear();
  Say(session.get(), "INIT {ClassName USARBot.Rob}");
  EXPECT_NE(session->robot(), nullptr);
}

TEST_F(SessionTest, StartPosesInBothForms) {
  msgs::simulation_interfaces::NamedPose pose;
  pose.name = "RobotStart1";
  pose.pose = PoseAt(1, 2, 0.5, 0.1);
  server_.named_poses.push_back(pose);
  pose.name = "Robot Start2";
  server_.named_poses.push_back(pose);
  pose.name = "husky_start";
  pose.tags = {"start"};
  server_.named_poses.push_back(pose);
  auto session = Connect();
  Say(session.get(), "GETSTARTPOSES");
  config_.dialect = Dialect::kUt2004;
  auto old = Connect();
  Say(old.get(), "getstartposes");
  EXPECT_THAT(answers_,
              ElementsAre("NFO {StartPoses 2} {RobotStart1 1.00,-2.00,-0.50 0.00,0.00,-0.10 "
                          "Robot_Start2 1.00,-2.00,-0.50 0.00,0.00,-0.10}\r\n",
                          "NFO {StartPoses 2} {Name RobotStart1 Location 1.00,-2.00,-0.50 "
                          "Orientation 0.00,0.00,-0.10} {Name Robot_Start2 Location "
                          "1.00,-2.00,-0.50 Orientation 0.00,0.00,-0.10}\r\n"));
  Say(session.get(), "INIT {ClassName Rob} {Start robotstart1}");
  EXPECT_NEAR(server_.spawned.back().initial_pose.pose.position.y, 2.0, 1e-9);
}

TEST_F(SessionTest, DialectFollowsTheClassAndTheWriting) {
  auto udk = Robot();
  Step(udk.get());
  EXPECT_THAT(samples_, Contains("STA {Time 0.1000} {Battery 1200} {Type GroundVehicle} "
                                 "{LightToggle False} {LightIntensity 100} {FrontSteer 0} "
                                 "{RearSteer 0} {FRFlipper 0.0000}\r\n"));
  samples_.clear();
  auto old = Robot("INIT {ClassName USARBot.OldRob} {Name Q}");
  Step(old.get());
  EXPECT_THAT(samples_, Contains("STA {Type GroundVehicle} {Time 0.20} {FrontSteer 0.0000} "
                                 "{RearSteer 0.0000} {FRFlipper 0.0000} {LightToggle False} "
                                 "{LightIntensity 0} {Battery 1200} {View -1}\r\n"));
  auto blanks = Robot("INIT {ClassName USARBot.Rob} {Location 1.0 2.0 -3.0}");
  EXPECT_EQ(blanks->robot()->style().dialect, Dialect::kUt2004);
  config_.dialect = Dialect::kUdk;
  EXPECT_EQ(Robot("INIT {ClassName OldRob}")->robot()->style().dialect, Dialect::kUdk);
}

TEST_F(SessionTest, DriveHoldsUntilTheNextOne) {
  auto session = Robot();
  Say(session.get(), "DRIVE {Left 2.0} {Right 4.0}");
  EXPECT_NEAR(server_.Last<Twist>("/R/cmd_vel").linear.x, 0.3, 1e-12);
  EXPECT_NEAR(server_.Last<Twist>("/R/cmd_vel").angular.z, 0.5, 1e-12);
  EXPECT_TRUE(server_.IsHeld("/R/cmd_vel")) << "the server repeats it";
  Say(session.get(), "DRIVE {Left 0} {Right 0}");
  EXPECT_EQ(server_.Last<Twist>("/R/cmd_vel").linear.x, 0.0);
  EXPECT_FALSE(server_.IsHeld("/R/cmd_vel"));
  EXPECT_EQ(server_.Count("/R/cmd_vel"), 2U);
}

TEST_F(SessionTest, SonarsInBothForms) {
  auto udk = Robot();
  server_.Advance(0.1);
  PublishRange("/R/sonar/f1", 2.5F);
  PublishRange("/R/sonar/f2", std::numeric_limits<float>::infinity());
  Run(udk.get());
  EXPECT_THAT(samples_, Contains("SEN {Time 0.1000} {Type Sonar} {Name F1} {Range 2.5000}\r\n"));
  EXPECT_THAT(samples_, Contains("SEN {Time 0.1000} {Type Sonar} {Name F2} {Range 5.0000}\r\n"));
  samples_.clear();
  auto old = Robot("INIT {ClassName USARBot.OldRob} {Name Q}");
  server_.Advance(0.1);
  PublishRange("/Q/sonar/f1", 2.5F);
  Run(old.get());
  // The session waits for all of them.
  EXPECT_THAT(samples_, Not(Contains(HasSubstr("Sonar"))));
  PublishRange("/Q/sonar/f2", 3.25F);
  Run(old.get());
  EXPECT_THAT(samples_, Contains("SEN {Time 0.2000} {Type Sonar} {Name F1 Range 2.5000} {Name "
                                 "F2 Range 3.2500}\r\n"));
}

TEST_F(SessionTest, ScannersOdometryAndTruth) {
  auto session = Robot();
  server_.Advance(0.1);
  msgs::sensor_msgs::LaserScan scan;
  scan.angle_min = -0.5F;
  scan.angle_max = 0.5F;
  scan.angle_increment = 0.5F;
  scan.range_min = 0.2F;
  scan.range_max = 20.0F;
  scan.ranges = {1.0F, 2.0F, std::numeric_limits<float>::infinity()};
  server_.Publish("/R/scan", scan);
  server_.Publish("/R/hidden", scan);
  msgs::nav_msgs::Odometry odometry;
  odometry.pose.pose = PoseAt(1, 2, 0, 0.5);
  server_.Publish("/R/odom", odometry);
  server_.entities["R"] = PoseAt(3, 4, 0.1, 0.25);
  Run(session.get());
  Step(session.get(), 0.1);
  Step(session.get(), 0.001);
  // The rightmost ray is the first.
  EXPECT_THAT(samples_, Contains("SEN {Time 0.1000} {Type RangeScanner} {Name scan} {Resolution "
                                 "0.5000} {FOV 1.0000} {Range 1.00,2.00,20.00}\r\n"));
  EXPECT_THAT(samples_, Contains("SEN {Time 0.1000} {Type Odometry} {Name Odometer} {Pose "
                                 "1.0000,-2.0000,-0.5000}\r\n"));
  EXPECT_THAT(samples_, Contains(AllOf(HasSubstr("{Type GroundTruth} {Name Truth} {Location "
                                                 "3.000,-4.000,-0.100} {Orientation 0.000,"
                                                 "0.000,-0.250}"))));
  EXPECT_THAT(samples_, Not(Contains(HasSubstr("hidden"))));
  samples_.clear();
  Say(session.get(), "SET {Type Odometry} {Name Odometer} {Opcode RESET}");
  server_.Advance(0.1);
  odometry.pose.pose = PoseAt(1 + std::cos(0.5), 2 + std::sin(0.5), 0, 0.5);
  server_.Publish("/R/odom", odometry);
  Run(session.get());
  EXPECT_THAT(samples_, Contains(HasSubstr("{Pose 1.0000,0.0000,0.0000}")));
}

TEST_F(SessionTest, SensorsKeepTheirPeriods) {
  auto session = Robot();
  int lines = 0;
  for (int i = 0; i < 100; ++i) {
    server_.Advance(0.01);
    PublishRange("/R/sonar/f1", 1.0F);
    samples_.clear();
    Run(session.get());
    for (const std::string& line : samples_) lines += line.find("{Name F1}") != line.npos;
  }
  EXPECT_EQ(lines, 10);
}

TEST_F(SessionTest, GeometryInBothForms) {
  auto udk = Robot();
  PublishRange("/R/sonar/f1", 1.0F);
  PublishRange("/R/sonar/f2", 1.0F);
  Run(udk.get());
  for (const char* line : {"GETGEO {Type Robot} {Name whatever}", "GETGEO {Type Sonar} {Name F1}",
                           "GETGEO {Type RFID}", "GETCONF {Type MisPkg} {Name none}"}) {
    Say(udk.get(), line);
  }
  auto old = Robot("INIT {ClassName OldRob} {Name Q}");
  PublishRange("/Q/sonar/f1", 1.0F);
  PublishRange("/Q/sonar/f2", 1.0F);
  Run(old.get());
  Say(old.get(), "GETGEO {Type Sonar}");
  EXPECT_THAT(
      answers_,
      ElementsAre("GEO {Type GroundVehicle} {Name Rob} {Dimensions 0.5000,0.4000,0.3000} {COG "
                  "0.0000,0.0000,0.0000} {WheelRadius 0.1000} {WheelSeparation 0.4000} "
                  "{WheelBase 0.3000}\r\n",
                  "GEO {Type Sonar} {Name F1} {Location 0.2000,-0.1000,0.0000} {Orientation "
                  "0.0000,0.0000,-1.5708} {Mount Rob}\r\n",
                  "CONF {Type MisPkg}\r\n",
                  "GEO {Type Sonar} {Name F1 Location 0.2000,-0.1000,0.0000 Orientation "
                  "0.0000,0.0000,-1.5708 Mount HARD} {Name F2 Location 0.0000,0.0000,0.0000 "
                  "Orientation 0.0000,0.0000,0.0000 Mount HARD}\r\n"));
}

TEST_F(SessionTest, Configuration) {
  auto session = Robot();
  PublishRange("/R/sonar/f1", 1.0F);
  Run(session.get());
  Say(session.get(), "GETCONF {Type Robot}");
  Say(session.get(), "GETCONF {Type Sonar} {Name f1}");
  Say(session.get(), "GETCONF {Type Odometry}");
  Say(session.get(), "GETCONF {Type MisPkg}");
  Say(session.get(), "GETCONF {Type Gripper}");
  EXPECT_THAT(
      answers_,
      ElementsAre("CONF {Name Rob} {Type GroundVehicle} {SteeringType SkidSteered} {Mass 12.0000} "
                  "{MaxSpeed 10.0000} {MaxTorque 5.0000} {MaxFrontSteer 0.0000} {MaxRearSteer "
                  "0.0000}\r\n",
                  "CONF {Type Sonar} {Name F1} {MaxRange 5.0000} {MinRange 0.1000} {BeamAngle "
                  "0.3500}\r\n",
                  "CONF {Type Odometry} {Name Odometer} {ScanInterval 0.1000} "
                  "{EncoderResolution 0.0175}\r\n",
                  StartsWith("CONF {Type MisPkg} {Name CameraPanTilt} {Link 1} "
                             "{MaxRotationSpeed 0.0000} {MaxTorque 0.0000} {MinRange -1.0000} "
                             "{MaxRange 1.0000} {Link 2}"),
                  "CONF {Type Gripper} {Name Hand} {Opcode GRIP} {MaxVal 1} {MinVal 0}\r\n"));
}

TEST_F(SessionTest, JointsPackagesAndGrippers) {
  using msgs::std_msgs::Float64;
  auto session = Robot("INIT {ClassName OldRob} {Name R}");
  Say(session.get(), "MULTIDRIVE {FRFlipper 0.5} {pan 0.25}");
  // The table reverses the direction.
  EXPECT_EQ(server_.Last<Float64>("/R/flipper/cmd_pos").data, -0.5);
  EXPECT_EQ(server_.Last<Float64>("/R/pan/cmd_pos").data, 0.25);
  Say(session.get(), "DRIVE {Name frflipper} {Order 1} {Value 2}");
  EXPECT_EQ(server_.Last<Float64>("/R/flipper/cmd_vel").data, -2.0);
  Say(session.get(), "DRIVE {Name frflipper} {Order 2} {Value 3}");
  EXPECT_EQ(server_.Last<Float64>("/R/flipper/cmd_effort").data, -3.0);
  Say(session.get(),
      "MISPKG {Name CameraPanTilt} {Link 1} {Value 5} {Order 0} {Link 2} {Value "
      "-0.2} {Order 0}");
  EXPECT_EQ(server_.Last<Float64>("/R/pan/cmd_pos").data, 1.0);
  EXPECT_EQ(server_.Last<Float64>("/R/tilt/cmd_pos").data, -0.2);
  Say(session.get(), "MISPKG {Name CameraPanTilt} {Rotation 0,0.3,0.4} {Order 0}");
  EXPECT_EQ(server_.Last<Float64>("/R/pan/cmd_pos").data, 0.4);
  Say(session.get(), "ACT {Name CameraPanTilt} {Link 2} {Value 0.7}");
  EXPECT_EQ(server_.Last<Float64>("/R/tilt/cmd_pos").data, 0.7);
  Say(session.get(), "SET {Type Joint} {Name tilt} {Opcode Angle} {Params 0.1}");
  EXPECT_EQ(server_.Last<Float64>("/R/tilt/cmd_pos").data, 0.1);
  Say(session.get(), "SET {Type Gripper} {Name Hand} {Opcode Open}");
  EXPECT_EQ(server_.Last<Float64>("/R/jaw/cmd_pos").data, 0.04);
  EXPECT_THAT(answers_, Contains("RES {Time 0.00} {Type Gripper} {Name Hand} {Status OK}\r\n"));
  Say(session.get(), "SET {Type Camera} {Name Cam} {Opcode FOV} {Params 1}");
  EXPECT_THAT(answers_, Contains("RES {Time 0.00} {Type Camera} {Name Cam} {Status Failed}\r\n"));
  msgs::sensor_msgs::JointState state;
  state.name = {"pan", "flipper"};
  state.position = {0.125, 0.5};
  state.effort = {1.5, 0.0};
  server_.Publish("/R/joint_states", state);
  Step(session.get());
  EXPECT_THAT(samples_, Contains(HasSubstr("{FRFlipper -0.5000}")));
  EXPECT_THAT(samples_, Contains("MISSTA {Time 0.10} {Name CameraPanTilt} {Link 1} {Value 0.1250} "
                                 "{Torque 1.50} {Link 2} {Value 0.1000} {Torque 0.00}\r\n"));
}

TEST_F(SessionTest, PlaysMotionsOfTheModel) {
  using msgs::std_msgs::String;
  auto session = Robot("INIT {ClassName Rob} {Name R}");
  Say(session.get(), "ACT {Name Motions} {Sequence Get_Up}");
  EXPECT_EQ(server_.Last<String>("/R/motion").data, "get_up");
  Say(session.get(), "MISPKG {Name Motions} {Seq 1}");
  EXPECT_EQ(server_.Last<String>("/R/motion").data, "kick");
  EXPECT_EQ(server_.Count("/R/motion"), 2U);
  Say(session.get(), "ACT {Name Motions} {Sequence dance}");
  EXPECT_THAT(answers_,
              Contains(HasSubstr("Sequence is 'dance', accepted for Motions: kick, get_up")));
  Say(session.get(), "ACT {Name CameraPanTilt} {Sequence 1}");
  EXPECT_THAT(answers_, Contains(HasSubstr("accepted for CameraPanTilt: none")));
  EXPECT_EQ(server_.Count("/R/motion"), 2U);
  Say(session.get(), "GETCONF {Type Actuator} {Name Motions}");
  EXPECT_THAT(answers_, Contains("CONF {Type Actuator} {Name Motions} {Sequence 1} {SequenceName "
                                 "kick} {Sequence 2} {SequenceName get_up}\r\n"));
  // The robot has no joint angles to report.
  Step(session.get());
  EXPECT_THAT(samples_, Not(Contains(HasSubstr("{Name Motions}"))));
}

TEST_F(SessionTest, WalkingEndsBeforeAMotion) {
  using msgs::std_msgs::String;
  auto session = Robot("INIT {ClassName Rob} {Name R}");
  Say(session.get(), "DRIVE {Left 1} {Right 1}");
  EXPECT_TRUE(server_.IsHeld("/R/cmd_vel"));
  Say(session.get(), "ACT {Name Motions} {Sequence kick}");
  EXPECT_FALSE(server_.IsHeld("/R/cmd_vel"));
  EXPECT_EQ(server_.Last<Twist>("/R/cmd_vel").linear.x, 0.0);
  EXPECT_EQ(server_.Last<String>("/R/motion").data, "kick");
  // A standing robot gets no stop command.
  const std::size_t moves = server_.Count("/R/cmd_vel");
  Say(session.get(), "ACT {Name Motions} {Sequence get_up}");
  EXPECT_EQ(server_.Last<String>("/R/motion").data, "get_up");
  EXPECT_EQ(server_.Count("/R/cmd_vel"), moves);
}

TEST_F(SessionTest, SkinsAreModels) {
  Robot("INIT {ClassName USARBot.Rob}{Skin BLUE}{Location 0,0,0}");
  EXPECT_EQ(server_.spawned.back().uri, "model://rob_blue");
  EXPECT_THAT(answers_, IsEmpty());
  Robot("INIT {ClassName Rob}{Skin pink}");
  EXPECT_EQ(server_.spawned.back().uri, "model://rob");
  EXPECT_THAT(answers_, ElementsAre("NFO {Error Skin is 'pink', accepted for Rob: red, blue}\r\n"));
  config_.table.classes.front().skins.clear();
  Robot("INIT {ClassName Rob}{Skin red}{Start RobotStart1}");
  EXPECT_EQ(server_.spawned.back().uri, "model://rob");
  EXPECT_THAT(answers_.back(), HasSubstr("accepted for Rob: none"));
}

TEST_F(SessionTest, FlipPutsTheRobotOnItsWheels) {
  auto session = Robot();
  auto& pose = server_.entities["R"];
  pose.orientation = msgs::geometry_msgs::Quaternion();
  pose.orientation.x = 1.0;
  pose.orientation.w = 0.0;
  Say(session.get(), "DRIVE {Flip True}");
  Run(session.get());
  EXPECT_NEAR(server_.entities["R"].orientation.x, 0.0, 1e-9);
  EXPECT_NEAR(server_.entities["R"].position.z, 0.2, 1e-9);
}

TEST_F(SessionTest, EmptyBatteryStopsTheRobot) {
  auto session = Robot();
  msgs::sensor_msgs::BatteryState battery;
  battery.percentage = 0.5F;
  server_.Publish("/R/battery_state", battery);
  Step(session.get());
  EXPECT_THAT(samples_, Contains(HasSubstr("{Battery 600}")));
  battery.percentage = 0.0F;
  server_.Publish("/R/battery_state", battery);
  Step(session.get());
  Say(session.get(), "DRIVE {Left 1} {Right 1}");
  EXPECT_EQ(server_.Count("/R/cmd_vel"), 0U);
}

TEST_F(SessionTest, RefusalsAreReportedOnce) {
  auto session = Robot();
  link_.set_refusal([&](std::uint32_t actor, const std::string& reason) {
    EXPECT_EQ(actor, 7U);
    session->Refused(reason);
  });
  server_.refuse_commands = "web:1 drives this robot";
  for (int i = 0; i < 5; ++i) Say(session.get(), "DRIVE {Left 1} {Right 1}");
  Run(session.get());
  EXPECT_THAT(answers_, ElementsAre("NFO {Error web:1 drives this robot}\r\n"));
}

TEST_F(SessionTest, RobotGoesWithItsWorld) {
  auto session = Robot();
  link_.set_world_changed([&] { session->WorldChanged(); });
  server_.bridge().Attach(&server_.graph());
  Run(session.get());
  EXPECT_EQ(session->robot(), nullptr);
  EXPECT_THAT(answers_, ElementsAre("DIE {Killer World} {DamageType WorldChanged}\r\n"));
  Say(session.get(), "INIT {ClassName Rob}");
  EXPECT_NE(session->robot(), nullptr);
}

TEST_F(SessionTest, HostileLinesDoNoHarm) {
  auto session = Robot();
  for (const char* line :
       {"DRIVE {Left nan} {Right inf}", "DRIVE {Name}",
        "DRIVE {Name FRFlipper} {Order 9} {Value 1}",
        "DRIVE {WheelNumber 99999999999} {WheelSpeed 1}", "MULTIDRIVE {{{{}}}}", "MISPKG",
        "MISPKG {Name CameraPanTilt} {Link -1} {Value 1} {Link 1e300} {Value 1}",
        "MISPKG {Name CameraPanTilt} {Link 1} {Value 1} {Order 7}", "ACT {Gripper x}", "SET",
        "SET {Type Joint} {Name AllJoints} {Opcode Angle} {Params 1,2,3,4,5,6,7,8,9}",
        "SET {Type INS} {Opcode POSE} {Params 1}", "GETGEO", "GETCONF {Type}", "INIT", "CONTROL",
        "SET {Type Viewports} {Config QuadView} {Viewport1 x}", "GETPATHNODES {x"}) {
    Say(session.get(), line);
  }
  EXPECT_EQ(server_.Count("/R/cmd_vel"), 0U);
  EXPECT_NE(session->robot(), nullptr);
}

}  // namespace
}  // namespace surefoot::gateways::usarsim
