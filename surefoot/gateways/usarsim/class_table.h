#pragma once

/// The table that says which of our models a class of USARSim is, and how its parts are called
/// there. Lengths, angles and frames in it are ours; docs/guides/usarsim.md has the elements.

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::gateways::usarsim {

enum class Dialect { kUt2004, kUdk };

/// A joint: value there = scale * ours + offset.
struct JointSpec {
  /// There, "FRFlipper".
  std::string name;
  /// In our model.
  std::string joint;
  double scale = 1.0;
  double offset = 0.0;
  double initial = 0.0;
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  double max_speed = 0.0;
  double max_effort = 0.0;
  /// Where its commands go (std_msgs/Float64); empty: "<joint>/cmd_pos", "/cmd_vel", "/cmd_effort".
  std::string position_topic;
  std::string velocity_topic;
  std::string effort_topic;
  /// In which group, and at which place in it; -1: by itself.
  int group = -1;
  int place = 0;

  double ToOurs(double there) const { return (there - offset) / scale; }
  double ToThere(double ours) const { return scale * ours + offset; }
};

/// Joints that are commanded together, std_msgs/Float64MultiArray.
struct GroupSpec {
  std::string topic;
  /// "position", "velocity" or "effort".
  std::string mode;
  std::vector<int> joints;
};

struct SensorSpec {
  /// In the robot's namespace; "@pose" for the true pose of the model.
  std::string topic;
  /// "Sonar"; "none" hides the topic.
  std::string type;
  std::string name;
  /// On the robot.
  RigidTransform X_BS;
  /// Seconds between two messages; 0: each one.
  double period = 0.1;
  /// What GETCONF tells where messages do not.
  double max_range = 0.0;
  double min_range = 0.0;
  double beam = 0.0;
  double resolution = 0.0174532925;
  /// Of encoders and tachometers; none: those of the message.
  std::vector<std::string> joints;
};

/// A link of a package; `joint` is an index in ClassSpec::joints.
struct LinkSpec {
  int joint = 0;
  int parent = 0;
  RigidTransform X_PL;
};

/// A mission package (UT2004) or an actuator (UDK): links, or motions that the robot has learnt.
struct PackageSpec {
  std::string name;
  std::vector<LinkSpec> links;
  /// Where the names of its sequences go (std_msgs/String), and what they are, number 1 first.
  std::string topic = "motion";
  std::vector<std::string> sequences;
};

struct GripperSpec {
  std::string name;
  int joint = 0;
  double open = 0.0;
  double closed = 0.0;
};

/// A wheel that can be told its own speed, and its steering where it has one.
struct WheelSpec {
  int drive = -1;
  int steer = -1;
};

/// What INIT {Skin ..} may ask for, and the model that looks so.
struct SkinSpec {
  std::string name;
  std::string model;
};

struct ClassSpec {
  std::string name;
  /// "model://husky"; empty: there is no such model yet.
  std::string model;
  Dialect dialect = Dialect::kUdk;
  /// "GroundVehicle", "LeggedVehicle", "AerialVehicle", "StaticPlatform".
  std::string type = "GroundVehicle";
  /// "SkidSteered", "AckermanSteered", "OmniDrive".
  std::string steering = "SkidSteered";
  double mass = 0.0;
  /// Length, width, height.
  Vector3d size = Vector3d::Zero();
  double wheel_radius = 0.0;
  double wheel_separation = 0.0;
  double wheel_base = 0.0;
  /// rad/s, what 100 % means.
  double max_wheel_speed = 0.0;
  double max_torque = 0.0;
  double max_steer = 0.0;
  /// m/s and rad/s, what 100 % means for aerial robots.
  double max_speed = 0.0;
  double max_turn = 0.0;
  /// Height of the model's origin when it stands on the ground.
  double rest_height = 0.0;
  /// Seconds that a full battery lasts; 0: it has none.
  double battery_life = 0.0;
  std::string drive_topic = "cmd_vel";
  std::string steer_topic = "ackermann_cmd";
  /// Of the world, switched with Light; empty: none.
  std::string light;
  /// Whether topics that are not listed become sensors by their types.
  bool all_sensors = true;
  double status_period = 0.1;
  std::vector<SensorSpec> sensors;
  std::vector<JointSpec> joints;
  std::vector<GroupSpec> groups;
  std::vector<PackageSpec> packages;
  std::vector<GripperSpec> grippers;
  std::vector<WheelSpec> wheels;
  std::vector<SkinSpec> skins;

  /// The model in that skin; an error lists those that there are.
  Result<std::string> ModelInSkin(const std::string& skin) const;
  /// Whatever the case is; -1 when there is none.
  int FindJoint(const std::string& there) const;
};

/// What CONTROL {Type Create} makes.
struct ObjectSpec {
  std::string name;
  std::string model;
  /// Where there is no model: "box", "sphere" or "cylinder".
  std::string shape = "box";
  Vector3d size = Vector3d::Ones();
  double mass = 1.0;
};

struct ClassTable {
  std::vector<ClassSpec> classes;
  std::vector<ObjectSpec> objects;

  /// "USARBot.P3AT" or "P3AT", in any case; nullptr when there is none.
  const ClassSpec* Find(const std::string& class_name) const;
  const ObjectSpec* FindObject(const std::string& class_name) const;
};

Result<ClassTable> ReadClassTable(const std::string& path);
/// `where` stands in errors.
Result<ClassTable> ParseClassTable(const std::string& xml, const std::string& where);

}  // namespace surefoot::gateways::usarsim
