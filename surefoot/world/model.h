#pragma once

/// A model: links, joints and what hangs on them, as plain data. Lengths in m, angles in rad.

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

/// The `parent` of a joint that hangs on the world.
constexpr int kWorldLink = -1;

struct Material {
  std::string name;
  Eigen::Vector4d ambient = Eigen::Vector4d(0.4, 0.4, 0.4, 1.0);
  Eigen::Vector4d diffuse = Eigen::Vector4d(0.7, 0.7, 0.7, 1.0);
  Eigen::Vector4d specular = Eigen::Vector4d(0.0, 0.0, 0.0, 1.0);
  Eigen::Vector4d emissive = Eigen::Vector4d(0.0, 0.0, 0.0, 1.0);
  /// Resolved path of the colour texture; empty when there is none.
  std::string texture;
  /// The material as the file writes it (scripts, PBR maps).
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
  /// As the file says: "imu", "gpu_lidar", "camera", ...
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

struct Light {
  std::string name;
  std::string type;
  /// In the link for a link's light, in the world for the world's.
  RigidTransform X_PL;
  Element element;
  Source source;
};

struct Plugin {
  std::string name;
  std::string filename;
  Element element;
  Source source;
};

struct Link {
  std::string name;
  /// Pose in the model when all joints are at zero.
  RigidTransform X_ML;
  Inertia inertia;
  /// True when the file gave none and it was computed from the shapes (or is a small default).
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
/// Number of axes whose limits, springs and friction hold: 0 for fixed, ball and floating.
int LimitedAxisCount(JointType type);

/// One degree of freedom's axis and its limits. Angles in rad, otherwise m.
struct JointAxis {
  /// Unit vector in the joint frame J.
  Vector3d axis_J = Vector3d::UnitZ();
  double lower = -kInfinity;
  double upper = kInfinity;
  /// Largest motor effort (N m or N) and speed; infinite when not given.
  double effort = kInfinity;
  double velocity = kInfinity;
  /// Viscous (N m s/rad) and dry (N m) friction.
  double damping = 0.0;
  double friction = 0.0;
  /// Spring towards a rest position (N m/rad).
  double spring_stiffness = 0.0;
  double spring_reference = 0.0;
  /// Inertia of the motor's rotor as felt at the joint (kg m2, or kg).
  double armature = 0.0;
};

/// This joint follows another: q = multiplier * q_leader + offset.
struct Mimic {
  int leader = 0;
  double multiplier = 1.0;
  double offset = 0.0;
};

/// At zero, the joint frame in the parent (Jp) and in the child (Jc) coincide. When the parent is
/// the world, P is the model's frame M, so that instances hang where they are placed.
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

/// A command that holds from the first step on, until another replaces it.
struct InitialCommand {
  int joint = 0;
  int axis = 0;
  ControlMode mode = ControlMode::kNone;
  double target = 0.0;
};

/// A starting value of a joint coordinate other than zero.
struct InitialPosition {
  int joint = 0;
  int axis = 0;
  double position = 0.0;
};

/// A named state that the file describes beside its start: replaces the initial values.
struct Keyframe {
  std::string name;
  /// Pose of the model's free root relative to where the model stands; absent: unchanged.
  std::optional<RigidTransform> X_MB;
  std::vector<InitialPosition> positions;
  std::vector<InitialCommand> commands;
};

/// Nested models are flattened: their links and joints carry scoped names, "arm::hand".
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
