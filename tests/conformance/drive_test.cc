// Drives on the engines: robots driven by messages.

#include <cmath>

#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/ackermann_msgs.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/trajectory_msgs.h"
#include "surefoot/session/load.h"
#include "surefoot/world/test/markup.h"
#include "tests/conformance/engine_test_case.h"
#include "tests/source_dir.h"

namespace surefoot::conformance {
namespace {

using physics::ControlMode;
using world::JointType;

class Drives : public ConformanceTest {
 protected:
  template <typename T>
  void Send(sim::Simulation* simulation, const std::string& topic, const T& message) {
    sim::TopicMessage input{topic, T::type().name, {}};
    T::type().encode(&message, &input.cdr);
    Must(simulation->Apply(input));
  }

  void SendTwist(sim::Simulation* simulation, const std::string& topic, double x, double y,
                 double turn) {
    msgs::geometry_msgs::Twist twist;
    twist.linear.x = x;
    twist.linear.y = y;
    twist.angular.z = turn;
    Send(simulation, topic, twist);
  }

  /// Repeats the command ten times a second.
  void DriveTwist(sim::Simulation* simulation, const std::string& topic, double x, double y,
                  double turn, double seconds) {
    for (int i = 0; i < std::lround(10.0 * seconds); ++i) {
      SendTwist(simulation, topic, x, y, turn);
      Advance(simulation, 0.1);
    }
  }
};
SUREFOOT_ALL_ENGINES(Drives);

constexpr double kPi = 3.14159265358979323846;
constexpr double kTrack = 0.555;
constexpr double kRadius = 0.1651;

std::shared_ptr<const world::Model> Husky() {
  Problems problems;
  auto model = LoadModel(BuiltinParts(), SUREFOOT_SOURCE_DIR "/models/husky/model.sdf", &problems);
  EXPECT_TRUE(model.ok()) << problems.ErrorText();
  return model.value();
}

/// On a floor inclined towards +x, standing on its wheels, with heading `yaw`.
Scene HuskyOnSlope(double slope, double yaw) {
  const Quaterniond q_WF = QuaternionFromRpy(0, slope, 0);
  const Vector3d p = q_WF * Vector3d(0, 0, 0.13228);
  Scene scene;
  scene.Floor(1.0, slope).Add(Husky(), RigidTransform(q_WF * QuaternionFromRpy(0, 0, yaw), p));
  return scene;
}

TEST_P(Drives, AParkedHuskyStays) {
  for (const double yaw : {0.0, 0.5 * kPi}) {
    auto simulation = Run(HuskyOnSlope(20.0 * kPi / 180.0, yaw));
    Advance(simulation.get(), 0.5);
    const Vector3d start = PoseOf(*simulation, "husky::base_link").p;
    Advance(simulation.get(), 10.0);
    const Vector3d end = PoseOf(*simulation, "husky::base_link").p;
    EXPECT_TRUE(Small("drive.parked", (end - start).norm())) << "heading " << yaw;
  }
}

TEST_P(Drives, AHuskyDoesWhatIsCommanded) {
  Scene scene = HuskyOnSlope(0.0, 0.0);
  // Tyres would deflect, and roll by less than the rim.
  scene.spec.wheel_contact = world::WheelContact::kEngine;
  auto simulation = Run(scene);
  const auto target = [&](const std::string& joint) {
    const int id = simulation->world().FindJoint("husky::" + joint);
    return simulation->machine()
        .inputs()
        .motors[static_cast<std::size_t>(simulation->world().joint(id).v)]
        .target;
  };
  DriveTwist(simulation.get(), "/husky/cmd_vel", 0.5, 0.0, 0.0, 2.0);
  for (const char* joint : {"front_left_wheel", "rear_right_wheel"}) {
    EXPECT_NEAR(target(joint), 0.5 / kRadius, 1e-12);
    EXPECT_TRUE(Near("servo.velocity", SpeedOf(*simulation, joint), 0.5 / kRadius));
  }
  EXPECT_TRUE(Near("drive.straight", VelocityOf(*simulation, "husky::base_link").v.x(), 0.5));
  DriveTwist(simulation.get(), "/husky/husky_velocity_controller/cmd_vel", 0.0, 0.0, 0.6, 2.0);
  for (const char* joint : {"front_left_wheel", "rear_left_wheel"}) {
    EXPECT_NEAR(target(joint), -0.5 * 0.6 * kTrack / kRadius, 1e-12);
  }
  for (const char* joint : {"front_right_wheel", "rear_right_wheel"}) {
    EXPECT_NEAR(target(joint), 0.5 * 0.6 * kTrack / kRadius, 1e-12);
  }
  EXPECT_GT(VelocityOf(*simulation, "husky::base_link").w.z(), 0.1);
  // Without further commands it stops, and holds.
  Advance(simulation.get(), 1.0);
  EXPECT_LT(VelocityOf(*simulation, "husky::base_link").v.norm(), 1e-3);
}

TEST_P(Drives, ADirectCommandTakesTheWheelsAndAMessageTakesThemBack) {
  auto simulation = Run(HuskyOnSlope(0.0, 0.0));
  Advance(simulation.get(), 0.1);
  EXPECT_TRUE(simulation->machine().drives().Statuses().at(0).engaged);
  Must(simulation->Apply(sim::JointCommand{"front_left_wheel", 0, ControlMode::kVelocity, 1.0}));
  Advance(simulation.get(), 0.1);
  EXPECT_FALSE(simulation->machine().drives().Statuses().at(0).engaged);
  // The other wheels resist, so the driven wheels slip.
  EXPECT_GT(SpeedOf(*simulation, "front_left_wheel"), 0.2);
  DriveTwist(simulation.get(), "/husky/cmd_vel", 0.5, 0.0, 0.0, 1.0);
  EXPECT_TRUE(simulation->machine().drives().Statuses().at(0).engaged);
  EXPECT_TRUE(Near("servo.velocity", SpeedOf(*simulation, "front_left_wheel"), 0.5 / kRadius));
}

world::Link Wheel(const std::string& name, const Vector3d& p, double yaw, double radius,
                  double mass) {
  world::Link link = MakeLink(name, world::Cylinder{radius, 0.02}, mass);
  link.X_ML = RigidTransform(QuaternionFromRpy(-0.5 * kPi, 0, yaw), p);
  return link;
}

void AddDrive(const std::string& text, world::Model* model) {
  model->extensions.push_back(world::test::ParseMarkup(text));
}

/// A car with steered front wheels and driven rear wheels: wheel base 0.5 m, track 0.4 m.
std::shared_ptr<const world::Model> MakeCar() {
  auto car = std::make_shared<world::Model>();
  car->name = "car";
  car->links.push_back(MakeLink("base", world::Box{Vector3d(0.6, 0.25, 0.08)}, 10.0));
  car->links[0].X_ML.p = Vector3d(0.25, 0, 0.05);
  for (const double side : {1.0, -1.0}) {
    const std::string name = side > 0.0 ? "left" : "right";
    const Vector3d rear(0, 0.2 * side, 0);
    const Vector3d front(0.5, 0.2 * side, 0);
    const int first = static_cast<int>(car->links.size());
    car->links.push_back(Wheel("rear_" + name, rear, 0.0, 0.08, 0.4));
    car->links.push_back(MakeLink("knuckle_" + name, world::Box{Vector3d(0.04, 0.04, 0.04)}, 0.3));
    car->links.back().collisions.clear();
    car->links.back().X_ML.p = front;
    car->links.push_back(Wheel("front_" + name, front, 0.0, 0.08, 0.4));
    car->joints.push_back(MakeJoint("rear_" + name + "_axle", JointType::kContinuous, *car, 0,
                                    first, rear, Vector3d::UnitY()));
    car->joints.push_back(MakeJoint("steer_" + name, JointType::kRevolute, *car, 0, first + 1,
                                    front, Vector3d::UnitZ()));
    car->joints.back().axes[0].lower = -0.8;
    car->joints.back().axes[0].upper = 0.8;
    car->joints.push_back(MakeJoint("front_" + name + "_axle", JointType::kContinuous, *car,
                                    first + 1, first + 2, front, Vector3d::UnitY()));
  }
  AddDrive(
      "<surefoot:drive name=\"base\" type=\"ackermann\">"
      "<left_steering_joint>steer_left</left_steering_joint>"
      "<right_steering_joint>steer_right</right_steering_joint>"
      "<left_joint>rear_left_axle</left_joint><right_joint>rear_right_axle</right_joint>"
      "<linear><max_acceleration>1.0</max_acceleration></linear>"
      "<cmd_vel_timeout>0</cmd_vel_timeout></surefoot:drive>",
      car.get());
  return car;
}

TEST_P(Drives, ACarDrivesTheCircleOfItsSteeringAngle) {
  Scene scene;
  scene.Floor(1.0).Add(MakeCar(), RigidTransform(Vector3d(0, 0, 0.08)));
  auto simulation = Run(scene);
  msgs::ackermann_msgs::AckermannDriveStamped command;
  command.drive.speed = 0.6F;
  command.drive.steering_angle = 0.35F;
  Send(simulation.get(), "/car/ackermann_cmd", command);
  Advance(simulation.get(), 2.0);
  const double R = 0.5 / std::tan(0.35);
  EXPECT_TRUE(
      Near("servo.position", PositionOf(*simulation, "steer_left"), std::atan(0.5 / (R - 0.2))));
  EXPECT_TRUE(
      Near("servo.position", PositionOf(*simulation, "steer_right"), std::atan(0.5 / (R + 0.2))));
  // Centre of the rear axle, from the turning rate and from its position a third of a turn later.
  const auto rear = [&] {
    return Vector3d(PoseOf(*simulation, "car::base") * Vector3d(-0.25, 0, -0.05));
  };
  const double rate = VelocityOf(*simulation, "car::base").w.z();
  EXPECT_TRUE(NearShare("drive.circle_rate", rate, 0.6 / R));
  const Vector3d start = rear();
  const double seconds = 2.0 * kPi / 3.0 * R / 0.6;
  Advance(simulation.get(), seconds);
  EXPECT_TRUE(NearShare("drive.circle_radius", (rear() - start).norm() / std::sqrt(3.0), R));
}

/// Three omni wheels around a disc: they roll about their axles and slide along them.
std::shared_ptr<const world::Model> MakeKiwi() {
  auto kiwi = std::make_shared<world::Model>();
  kiwi->name = "kiwi";
  kiwi->links.push_back(MakeLink("base", world::Cylinder{0.15, 0.05}, 3.0));
  kiwi->links[0].X_ML.p.z() = 0.06;
  std::string wheels;
  for (int i = 0; i < 3; ++i) {
    const double angle = 2.0 * kPi * i / 3.0;
    const Vector3d p(0.2 * std::cos(angle), 0.2 * std::sin(angle), 0);
    const Vector3d axle(std::cos(angle), std::sin(angle), 0);
    const std::string name = "w" + std::to_string(i);
    kiwi->links.push_back(Wheel("wheel" + name, p, angle - 0.5 * kPi, 0.05, 0.2));
    world::Surface& surface = kiwi->links.back().collisions[0].surface;
    surface.friction_direction = Vector3d::UnitZ();
    surface.mu = 0.0;
    surface.mu2 = 0.8;
    kiwi->joints.push_back(MakeJoint(name, JointType::kContinuous, *kiwi, 0, i + 1, p, axle));
    wheels += "<wheel joint=\"" + name + "\"/>";
  }
  AddDrive("<surefoot:drive name=\"base\" type=\"omni\">" + wheels +
               "<linear><max_acceleration>1.0</max_acceleration></linear></surefoot:drive>",
           kiwi.get());
  return kiwi;
}

TEST_P(Drives, OmniWheelsDriveSideways) {
  Scene scene;
  scene.Floor(1.0).Add(MakeKiwi(), RigidTransform(Vector3d(0, 0, 0.05)));
  auto simulation = Run(scene);
  DriveTwist(simulation.get(), "/kiwi/cmd_vel", 0.1, 0.3, 0.0, 2.0);
  const Twist& V = VelocityOf(*simulation, "kiwi::base");
  EXPECT_TRUE(Near("drive.omni", V.v.x(), 0.1));
  EXPECT_TRUE(Near("drive.omni", V.v.y(), 0.3));
  EXPECT_TRUE(Near("drive.omni", V.w.z(), 0.0));
}

/// A mecanum wheel with its rollers: twelve balls on hinges at `roller_angle` to the rolling
/// direction where they touch the ground.
void AddMecanumWheel(const std::string& name, const Vector3d& p, double roller_angle,
                     world::Model* model) {
  const int hub = static_cast<int>(model->links.size());
  model->links.push_back(Wheel(name, p, 0.0, 0.06, 0.5));
  model->links.back().collisions.clear();
  model->joints.push_back(
      MakeJoint(name + "_axle", JointType::kContinuous, *model, 0, hub, p, Vector3d::UnitY()));
  for (int k = 0; k < 12; ++k) {
    const Quaterniond turn = QuaternionFromRpy(0, 2.0 * kPi * k / 12.0, 0);
    const Vector3d centre = p + turn * Vector3d(0, 0, -0.07);
    const Vector3d axis = turn * Vector3d(std::cos(roller_angle), std::sin(roller_angle), 0);
    const std::string roller = name + "_roller" + std::to_string(k);
    model->links.push_back(MakeLink(roller, world::Sphere{0.03}, 0.05));
    model->links.back().X_ML.p = centre;
    model->joints.push_back(MakeJoint(roller + "_axis", JointType::kContinuous, *model, hub,
                                      static_cast<int>(model->links.size()) - 1, centre, axis));
  }
}

TEST_P(Drives, AMecanumBaseDrivesSidewaysOnItsRollers) {
  auto base = std::make_shared<world::Model>();
  base->name = "mecanum";
  base->links.push_back(MakeLink("base", world::Box{Vector3d(0.5, 0.2, 0.05)}, 8.0));
  base->links[0].X_ML.p.z() = 0.1;
  AddMecanumWheel("front_left", Vector3d(0.2, 0.18, 0), -0.25 * kPi, base.get());
  AddMecanumWheel("front_right", Vector3d(0.2, -0.18, 0), 0.25 * kPi, base.get());
  AddMecanumWheel("rear_left", Vector3d(-0.2, 0.18, 0), 0.25 * kPi, base.get());
  AddMecanumWheel("rear_right", Vector3d(-0.2, -0.18, 0), -0.25 * kPi, base.get());
  AddDrive(
      "<surefoot:drive name=\"base\" type=\"mecanum\">"
      "<front_left_joint>front_left_axle</front_left_joint>"
      "<front_right_joint>front_right_axle</front_right_joint>"
      "<rear_left_joint>rear_left_axle</rear_left_joint>"
      "<rear_right_joint>rear_right_axle</rear_right_joint><wheel_radius>0.1</wheel_radius>"
      "<linear><max_acceleration>1.0</max_acceleration></linear></surefoot:drive>",
      base.get());
  Scene scene;
  scene.Floor(1.0).Add(base, RigidTransform(Vector3d(0, 0, 0.1)));
  auto simulation = Run(scene);
  DriveTwist(simulation.get(), "/mecanum/cmd_vel", 0.0, 0.3, 0.0, 0.5);
  const Vector3d start = PoseOf(*simulation, "mecanum::base").p;
  DriveTwist(simulation.get(), "/mecanum/cmd_vel", 0.0, 0.3, 0.0, 1.0);
  const RigidTransform& end = PoseOf(*simulation, "mecanum::base");
  // The rollers are few, so the wheels are not exactly round.
  EXPECT_TRUE(Near("drive.mecanum", end.p.x() - start.x(), 0.0));
  EXPECT_TRUE(Near("drive.mecanum", end.p.y() - start.y(), 0.3));
  EXPECT_TRUE(Near("drive.mecanum", 2.0 * end.q.z() * end.q.w(), 0.0));
}

/// An arm of two links on the world, driven by trajectories.
Scene ArmScene() {
  auto arm = std::make_shared<world::Model>();
  arm->name = "arm";
  for (int i = 0; i < 2; ++i) {
    const std::string name = std::to_string(i);
    arm->links.push_back(MakeLink("link" + name, world::Box{Vector3d(0.05, 0.05, 0.4)}, 1.0));
    arm->links.back().collisions.clear();
    arm->links.back().X_ML.p = Vector3d(0, 0, 0.2 + 0.4 * i);
    arm->joints.push_back(MakeJoint("j" + name, JointType::kRevolute, *arm, i - 1, i,
                                    Vector3d(0, 0, 0.4 * i), Vector3d::UnitY()));
  }
  AddDrive(
      "<surefoot:drive name=\"arm\" type=\"joint_trajectory\"><joint>j0</joint><joint>j1</joint>"
      "</surefoot:drive>",
      arm.get());
  Scene scene;
  scene.Add(arm);
  return scene;
}

msgs::trajectory_msgs::JointTrajectory ArmMotion() {
  msgs::trajectory_msgs::JointTrajectory message;
  message.joint_names = {"j1", "j0"};
  message.points.resize(2);
  message.points[0].positions = {0.8, -0.5};
  message.points[0].velocities = {0.2, 0.1};
  message.points[0].time_from_start.sec = 1;
  message.points[1].positions = {-0.3, 0.4};
  message.points[1].velocities = {0.0, 0.0};
  message.points[1].time_from_start.sec = 2;
  return message;
}

TEST_P(Drives, AnArmFollowsATrajectoryAndHoldsAtItsEnd) {
  auto simulation = Run(ArmScene());
  Send(simulation.get(), "/arm/joint_trajectory", ArmMotion());
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Near("drive.trajectory", PositionOf(*simulation, "j0"), -0.5));
  EXPECT_TRUE(Near("drive.trajectory", PositionOf(*simulation, "j1"), 0.8));
  EXPECT_TRUE(Near("drive.trajectory_speed", SpeedOf(*simulation, "j0"), 0.1));
  Advance(simulation.get(), 0.5);
  // Midpoint of a cubic between its two ends: (p0 + p1) / 2 + T (v0 - v1) / 8.
  EXPECT_TRUE(Near("drive.trajectory", PositionOf(*simulation, "j0"), -0.05 + 0.1 / 8.0));
  Advance(simulation.get(), 1.5);
  EXPECT_TRUE(Near("servo.position", PositionOf(*simulation, "j0"), 0.4));
  EXPECT_TRUE(Near("servo.position", PositionOf(*simulation, "j1"), -0.3));
}

TEST_P(Drives, ASnapshotInTheMiddleOfATrajectoryContinuesBitForBit) {
  Needs({physics::Capability::kSnapshot});
  auto simulation = Run(ArmScene());
  Send(simulation.get(), "/arm/joint_trajectory", ArmMotion());
  Advance(simulation.get(), 0.7);
  const sim::Snapshot snapshot = simulation->machine().Save();
  Advance(simulation.get(), 0.8);
  const std::uint64_t hash = simulation->hash();
  Must(simulation->machine().Restore(snapshot));
  Advance(simulation.get(), 0.8);
  EXPECT_EQ(simulation->hash(), hash);
  auto other = Run(ArmScene());
  Must(other->machine().Restore(snapshot));
  Advance(other.get(), 0.8);
  EXPECT_EQ(other->hash(), hash);
}

}  // namespace
}  // namespace surefoot::conformance
