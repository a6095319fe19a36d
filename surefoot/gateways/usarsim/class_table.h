#pragma once

/// The table usarsim/classes.xml: which of Surefoot's models a class of USARSim is, and the names
/// of its parts in the protocol. Lengths, angles and frames in it are Surefoot's (m, rad, x
/// forward, y left, z up); docs/guides/usarsim.md documents the elements.

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::gateways::usarsim {

/// The two generations of USARSim, whose messages differ: UT2004 (2004 to 2010) and UDK (2010 to
/// 2013).
enum class Dialect { kUt2004, kUdk };

/// A joint. Value in the protocol = scale * value in the model + offset.
struct JointSpec {
  /// Name in the protocol, "FRFlipper".
  std::string name;
  /// Name in the model.
  std::string joint;
  double scale = 1.0;
  double offset = 0.0;
  /// Initial position and limits, in the model's units.
  double initial = 0.0;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  double max_speed = 0.0;
  double max_effort = 0.0;
  /// Topics of its commands (std_msgs/Float64), by default "<joint>/cmd_pos", "<joint>/cmd_vel" and
  /// "<joint>/cmd_effort".
  std::string position_topic;
  std::string velocity_topic;
  std::string effort_topic;
  /// Index of its group, and its place in the group; -1: commanded individually.
  int group = -1;
  int place = 0;

  double ToModel(double there) const { return (there - offset) / scale; }
  double ToProtocol(double ours) const { return scale * ours + offset; }
};

/// Joints that are commanded by one message, std_msgs/Float64MultiArray.
struct GroupSpec {
  std::string topic;
  /// "position", "velocity" or "effort".
  std::string mode;
  std::vector<int> joints;
};

/// A sensor: a topic of the robot and its form in the protocol.
struct SensorSpec {
  /// Topic in the robot's namespace; "@pose" for the true pose of the model.
  std::string topic;
  /// Type in the protocol, "Sonar"; "none" hides the topic.
  std::string type;
  std::string name;
  /// Its pose on the robot.
  RigidTransform X_BS;
  /// Least time between two SEN lines (s); 0: one line per message.
  double period = 0.1;
  /// Values for CONF that the messages do not have: m, m, rad, rad.
  double max_range = 0.0;
  double min_range = 0.0;
  double beam = 0.0;
  double resolution = 0.0174532925;
  /// Joints of encoders and tachometers; empty: all joints of the message.
  std::vector<std::string> joints;
};

/// A link of a package; `joint` is an index into ClassSpec::joints.
struct LinkSpec {
  int joint = 0;
  int parent = 0;
  RigidTransform X_PL;
};

/// A mission package (UT2004) or an actuator (UDK): links, or predefined motions.
struct PackageSpec {
  std::string name;
  std::vector<LinkSpec> links;
  /// Topic for the names of its sequences (std_msgs/String), and the names, number 1 first.
  std::string topic = "motion";
  std::vector<std::string> sequences;
};

/// A gripper: a joint with an open and a closed position (protocol units).
struct GripperSpec {
  std::string name;
  int joint = 0;
  double open = 0.0;
  double closed = 0.0;
};

/// A wheel that can be commanded individually; -1: it has no such joint.
struct WheelSpec {
  int drive = -1;
  int steer = -1;
};

/// A skin for INIT {Skin ..}, and the model that has it.
struct SkinSpec {
  std::string name;
  std::string model;
};

/// A class of robots.
struct ClassSpec {
  std::string name;
  /// "model://husky"; empty: the class is known, but it has no model yet.
  std::string model;
  Dialect dialect = Dialect::kUdk;
  /// "GroundVehicle", "LeggedVehicle", "AerialVehicle", "StaticPlatform".
  std::string type = "GroundVehicle";
  /// "SkidSteered", "AckermanSteered", "OmniDrive".
  std::string steering = "SkidSteered";
  double mass = 0.0;
  /// Length, width, height (m).
  Vector3d size = Vector3d::Zero();
  double wheel_radius = 0.0;
  double wheel_separation = 0.0;
  double wheel_base = 0.0;
  /// Wheel speed that corresponds to 100 % with {Normalized true} (rad/s).
  double max_wheel_speed = 0.0;
  double max_torque = 0.0;
  double max_steer = 0.0;
  /// Speeds that correspond to 100 % for aerial robots (m/s, rad/s).
  double max_speed = 0.0;
  double max_turn = 0.0;
  /// Height of the model's origin when it stands on the ground (m).
  double rest_height = 0.0;
  /// Life of a full battery (s); 0: no battery.
  double battery_life = 0.0;
  std::string drive_topic = "cmd_vel";
  std::string steer_topic = "ackermann_cmd";
  /// The light of the world that {Light ..} switches; empty: none.
  std::string light;
  /// Whether topics that are not listed become sensors by their message types.
  bool all_sensors = true;
  double status_period = 0.1;
  std::vector<SensorSpec> sensors;
  std::vector<JointSpec> joints;
  std::vector<GroupSpec> groups;
  std::vector<PackageSpec> packages;
  std::vector<GripperSpec> grippers;
  std::vector<WheelSpec> wheels;
  std::vector<SkinSpec> skins;

  /// The model with that skin; an error lists the accepted skins.
  Result<std::string> ModelInSkin(const std::string& skin) const;
  /// Index of a joint by its name in the protocol, in any case; -1: unknown.
  int FindJoint(const std::string& there) const;
};

/// An object that CONTROL {Type Create} can create.
struct ObjectSpec {
  std::string name;
  std::string model;
  /// Shape of an object without a model: "box", "sphere" or "cylinder".
  std::string shape = "box";
  Vector3d size = Vector3d::Ones();
  double mass = 1.0;
};

/// The whole table; const after it was read, so all connections share it.
struct ClassTable {
  std::vector<ClassSpec> classes;
  std::vector<ObjectSpec> objects;

  /// By "USARBot.P3AT" or "P3AT", in any case; nullptr: unknown.
  const ClassSpec* Find(const std::string& class_name) const;
  const ObjectSpec* FindObject(const std::string& class_name) const;
};

Result<ClassTable> ReadClassTable(const std::string& path);
/// `where` names the source in error messages.
Result<ClassTable> ParseClassTable(const std::string& xml, const std::string& where);

}  // namespace surefoot::gateways::usarsim
