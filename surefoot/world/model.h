#pragma once

/// A model: links, joints and their parts, as plain data. Lengths in m, angles in rad.

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/math/spatial.h"
#include "surefoot/world/element.h"
#include "surefoot/world/geometry.h"
#include "surefoot/world/surface.h"

namespace surefoot::world {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The `parent` of a joint to the world.
constexpr int kWorldLink = -1;

/// Colours are linear RGBA, 0 to 1.
struct Material {
  std::string name;
  Eigen::Vector4d ambient = Eigen::Vector4d(0.4, 0.4, 0.4, 1.0);
  Eigen::Vector4d diffuse = Eigen::Vector4d(0.7, 0.7, 0.7, 1.0);
  Eigen::Vector4d specular = Eigen::Vector4d(0.0, 0.0, 0.0, 1.0);
  Eigen::Vector4d emissive = Eigen::Vector4d(0.0, 0.0, 0.0, 1.0);
  /// Path of the colour texture; empty when there is none.
  std::string texture;
  /// The material as written in the file (scripts, PBR maps).
  Element element;
};

struct Collision {
  std::string name;
  RigidTransform X_LG;
  Geometry geometry;
  Surface surface;
  Source source;
  std::vector<Element> extensions;
};

struct Visual {
  std::string name;
  RigidTransform X_LG;
  Geometry geometry;
  /// Absent: the mesh's own materials, or the default grey.
  std::optional<Material> material;
  double transparency = 0.0;
  bool cast_shadows = true;
  Source source;
  std::vector<Element> extensions;
};

struct Sensor {
  std::string name;
  /// As in the file: "imu", "gpu_lidar", "camera", ...
  std::string type;
  RigidTransform X_LS;
  double update_rate = 0.0;
  std::string topic;
  bool always_on = false;
  bool visualize = false;
  /// The whole sensor as written.
  Element element;
  Source source;
};

/// A lamp; its other values are in `element`.
struct Light {
  std::string name;
  std::string type;
  /// Pose in the link for a light of a link, in the world for one of the world.
  RigidTransform X_PL;
  Element element;
  Source source;
};

/// A plugin of another program, never loaded; surefoot/plugins translates the known ones.
struct Plugin {
  std::string name;
  std::string filename;
  Element element;
  Source source;
};

/// A rigid part of a model. A kinematic link is moved by commands, not by forces.
struct Link {
  std::string name;
  /// Pose in the model when all joints are at zero.
  RigidTransform X_ML;
  Inertia inertia;
  /// True when the file gives no inertia and it was computed from the shapes (or is a small
  /// default).
  bool inertia_computed = false;
  bool gravity = true;
  bool kinematic = false;
  std::vector<Collision> collisions;
  std::vector<Visual> visuals;
  std::vector<Sensor> sensors;
  std::vector<Light> lights;
  std::vector<Plugin> plugins;
  Source source;
  std::vector<Element> extensions;
};

enum class JointType {
  kFixed,
  kRevolute,
  kContinuous,
  kPrismatic,
  kScrew,
  kUniversal,
  kBall,
  kPlanar,
  kFloating,
};

/// "fixed", "revolute", ...
const char* JointTypeName(JointType type);

/// Number of position and of velocity coordinates. Ball: unit quaternion w x y z of R_JpJc and the
/// angular velocity of Jc in Jp expressed in Jc. Planar: x, y, angle. Floating: translation p_JpJc
/// then quaternion; velocity of Jc's origin in Jp axes, then angular velocity in Jc axes.
int PositionCount(JointType type);
int VelocityCount(JointType type);
/// Number of axes with limits, springs and friction: 0 for fixed, ball and floating joints.
int LimitedAxisCount(JointType type);

/// One degree of freedom's axis and its limits. Angles in rad, otherwise m.
struct JointAxis {
  /// Unit vector in the joint frame J.
  Vector3d axis_J = Vector3d::UnitZ();
  double lower = -kInfinity;
  double upper = kInfinity;
  /// Largest motor effort (N m or N) and speed (rad/s or m/s); infinite when not given.
  double effort = kInfinity;
  double velocity = kInfinity;
  /// Viscous (N m s/rad) and dry (N m) friction.
  double damping = 0.0;
  double friction = 0.0;
  /// Spring towards a rest position (N m/rad).
  double spring_stiffness = 0.0;
  double spring_reference = 0.0;
  /// Inertia of the motor's rotor reflected to the joint (kg m2, or kg).
  double armature = 0.0;
};

/// This joint follows another: q = multiplier * q_leader + offset.
struct Mimic {
  int leader = 0;
  double multiplier = 1.0;
  double offset = 0.0;
};

/// At zero, the joint's frames in the parent (Jp) and in the child (Jc) coincide. If the parent is
/// the world, P is the model's frame M, so instances are connected to the world where they are
/// placed.
struct Joint {
  std::string name;
  JointType type = JointType::kFixed;
  /// Index into Model::links, or kWorldLink.
  int parent = kWorldLink;
  int child = 0;
  RigidTransform X_PJ;
  RigidTransform X_CJ;
  /// [0] for one axis; [0] and [1] for universal; [0] and [1] span the plane for planar, whose
  /// rotation is about their cross product. Limits of ball and floating joints are not used.
  JointAxis axes[2];
  /// Screw: advance in m for one revolution.
  double screw_pitch = 0.0;
  std::optional<Mimic> mimic;
  std::vector<Sensor> sensors;
  Source source;
  std::vector<Element> extensions;
};

/// A named frame fixed to a link.
struct Frame {
  std::string name;
  int link = 0;
  RigidTransform X_LF;
};

/// How a joint's motor is commanded.
enum class ControlMode { kNone, kEffort, kVelocity, kPosition };
inline constexpr const char* kControlModeNames[] = {"none", "effort", "velocity", "position"};

/// A command that applies from the first step until another one replaces it.
struct InitialCommand {
  int joint = 0;
  int axis = 0;
  ControlMode mode = ControlMode::kNone;
  double target = 0.0;
};

/// An initial value of a joint coordinate other than zero.
struct InitialPosition {
  int joint = 0;
  int axis = 0;
  double position = 0.0;
};

/// A named state in the file besides the initial one; it replaces the initial values.
struct Keyframe {
  std::string name;
  /// Pose of the model's free root relative to the model's placement; absent: unchanged.
  std::optional<RigidTransform> X_MB;
  std::vector<InitialPosition> positions;
  std::vector<InitialCommand> commands;
};

/// A model with nested models flattened: their links and joints have scoped names, "arm::hand".
struct Model {
  std::string name;
  std::vector<Link> links;
  std::vector<Joint> joints;
  std::vector<Frame> frames;
  bool is_static = false;
  bool self_collide = false;
  std::vector<InitialCommand> initial_commands;
  std::vector<InitialPosition> initial_positions;
  std::vector<Keyframe> keyframes;
  std::vector<Plugin> plugins;
  std::vector<Element> extensions;
  Source source;

  /// Index, or -1.
  int FindLink(const std::string& link_name) const;
  int FindJoint(const std::string& joint_name) const;
};

}  // namespace surefoot::world
