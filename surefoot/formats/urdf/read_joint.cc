/// Reads <joint> and its children.

#include <tinyxml2.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "surefoot/base/text.h"
#include "surefoot/formats/extensions.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/urdf/parts.h"

namespace surefoot::formats::urdf {
namespace {

using world::JointType;

/// Limits on the names in an error's advice: how many are searched for the nearest one, how many
/// are listed, and their length.
constexpr std::size_t kMaxNames = 300;
constexpr std::size_t kMaxListed = 20;
constexpr std::size_t kMaxNameLength = 100;

/// URDF's types, then those of Drake and of PyBullet (spherical). In the order in which errors
/// list them.
const std::vector<std::pair<std::string, JointType>>& JointTypes() {
  static const std::vector<std::pair<std::string, JointType>> types = {
      {"revolute", JointType::kRevolute},   {"continuous", JointType::kContinuous},
      {"prismatic", JointType::kPrismatic}, {"fixed", JointType::kFixed},
      {"floating", JointType::kFloating},   {"planar", JointType::kPlanar},
      {"ball", JointType::kBall},           {"spherical", JointType::kBall},
      {"universal", JointType::kUniversal}, {"screw", JointType::kScrew},
  };
  return types;
}

/// Unit vector of <axis> or <axis2>, in the joint's frame; reports a zero vector.
Vector3d ReadAxis(const XmlElement& joint, const char* name, const Vector3d& fallback,
                  UrdfFile* file) {
  const XmlElement* element = file->Child(joint, name);
  if (element == nullptr) return fallback;
  // Some exporters write rpy="0 0 0" here, which is harmless.
  file->WarnUnknown(*element, {}, {"xyz", "rpy"});
  if (!file->VectorOr(*element, "rpy", Vector3d::Zero()).isZero(0.0)) {
    file->Warning(*element, "the rpy of an axis is ignored", *file->Attribute(*element, "rpy"),
                  "rotate the direction xyz instead");
  }
  const Vector3d axis = file->VectorOr(*element, "xyz", fallback);
  if (axis.norm() < 1e-9) {
    file->Error(*element, "an axis must not be zero", file->Attribute(*element, "xyz").value_or(""),
                "write a direction such as 0 0 1");
    return fallback;
  }
  return axis.normalized();
}

/// URDF's default axis is x. Axes are in the joint's frame.
void ReadAxes(const XmlElement& element, world::Joint* joint, UrdfFile* file) {
  const Vector3d axis = ReadAxis(element, "axis", Vector3d::UnitX(), file);
  joint->axes[0].axis_J = axis;
  if (joint->type == JointType::kPlanar) {
    // URDF's axis is the plane's normal; the two axes here span the plane, and their cross product
    // is the normal.
    const Quaterniond q = QuaternionFromZAxis(axis);
    joint->axes[0].axis_J = q * Vector3d::UnitX();
    joint->axes[1].axis_J = q * Vector3d::UnitY();
  } else if (joint->type == JointType::kUniversal) {
    joint->axes[1].axis_J = ReadAxis(element, "axis2", Vector3d::UnitY(), file);
  }
}

bool IsLimited(JointType type) {
  return type == JointType::kRevolute || type == JointType::kPrismatic;
}

/// The URDF specification says that missing limits are zero, but all programs treat them as
/// infinite.
void WarnUnlimited(const XmlElement& element, const world::Joint& joint, UrdfFile* file) {
  file->WarnRepeated("unlimited", element,
                     "the " + std::string(JointTypeName(joint.type)) + " joint \"" + joint.name +
                         "\" has no lower and upper limit: its motion is unlimited",
                     "", "add <limit lower=\"\" upper=\"\" effort=\"\" velocity=\"\"/>");
}

/// Position limits (rad or m). Only revolute, prismatic and screw joints have them.
void ReadPositionLimits(const XmlElement& limit, world::Joint* joint, UrdfFile* file) {
  const bool given = file->Attribute(limit, "lower") || file->Attribute(limit, "upper");
  const bool has_range = IsLimited(joint->type) || joint->type == JointType::kScrew;
  if (!has_range) {
    if (given && joint->type != JointType::kContinuous) {
      file->Warning(limit, std::string("position limits of a ") + JointTypeName(joint->type) +
                               " joint are ignored");
    }
    return;
  }
  if (!given) {
    if (IsLimited(joint->type)) WarnUnlimited(limit, *joint, file);
    return;
  }
  double& lower = joint->axes[0].lower;
  double& upper = joint->axes[0].upper;
  lower = file->LimitOr(limit, "lower", 0.0);
  upper = file->LimitOr(limit, "upper", 0.0);
  if (lower == 0.0 && upper == 0.0) {
    file->Warning(limit,
                  "lower and upper limit are both zero: joint \"" + joint->name + "\" cannot move",
                  "", "write lower and upper, or make the joint fixed or continuous");
  }
  if (lower <= upper) return;
  file->WarnRepeated(
      "lower above upper", limit,
      "the lower limit of joint \"" + joint->name +
          "\" is above the upper limit; the joint is unlimited, as in MuJoCo and PyBullet",
      file->Attribute(limit, "lower").value_or("0") + " and " +
          file->Attribute(limit, "upper").value_or("0"),
      "write the smaller one as lower, or make the joint continuous");
  lower = -world::kInfinity;
  upper = world::kInfinity;
}

/// Effort (N m or N) or velocity limit (rad/s or m/s). Files write 0 or -1 for unknown limits,
/// which therefore mean no limit.
double ReadMotorLimit(const XmlElement& limit, const char* name, const world::Joint& joint,
                      UrdfFile* file) {
  const double value = file->LimitOr(limit, name, world::kInfinity);
  const bool requested = IsLimited(joint.type) && !file->Attribute(limit, name);
  if (value > 0.0 && !requested) return value;
  const std::string what = requested ? "not given" : value == 0.0 ? "zero" : "negative";
  file->WarnRepeated(
      what + " " + name, limit,
      std::string("the ") + name + " limit of joint \"" + joint.name + "\" is " + what +
          "; it is treated as unlimited",
      file->Attribute(limit, name).value_or(""),
      std::strcmp(name, "effort") == 0 ? "write it in N m, or N" : "write it in rad/s, or m/s");
  return world::kInfinity;
}

void ReadLimit(const XmlElement& element, world::Joint* joint, UrdfFile* file) {
  const XmlElement* limit = file->Child(element, "limit");
  if (limit == nullptr) {
    if (IsLimited(joint->type)) WarnUnlimited(element, *joint, file);
    return;
  }
  file->WarnUnknown(
      *limit, {}, {"lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk"});
  ReadPositionLimits(*limit, joint, file);
  const double effort = ReadMotorLimit(*limit, "effort", *joint, file);
  const double velocity = ReadMotorLimit(*limit, "velocity", *joint, file);
  for (world::JointAxis& axis : joint->axes) {
    axis.effort = effort;
    axis.velocity = velocity;
  }
}

/// The same coefficients apply to all axes of a joint: damping (N m s/rad or N s/m), friction (N m
/// or N).
void ReadDynamics(const XmlElement& element, world::Joint* joint, UrdfFile* file) {
  const XmlElement* dynamics = file->Child(element, "dynamics");
  if (dynamics == nullptr) return;
  file->WarnUnknown(*dynamics, {}, {"damping", "friction", "spring_reference", "spring_stiffness"});
  for (world::JointAxis& axis : joint->axes) {
    axis.damping = file->NumberOr(*dynamics, "damping", 0.0);
    axis.friction = file->NumberOr(*dynamics, "friction", 0.0);
    axis.spring_stiffness = file->NumberOr(*dynamics, "spring_stiffness", 0.0);
    axis.spring_reference = file->NumberOr(*dynamics, "spring_reference", 0.0);
  }
}

/// The link that <parent> or <child> names; -1 after reporting.
int ReadEnd(const XmlElement& joint, const char* name, const Ids& link_ids, UrdfFile* file) {
  const XmlElement* element = file->RequiredChild(joint, name);
  if (element == nullptr) return -1;
  file->WarnUnknown(*element, {}, {"link"});
  const auto link = file->Required(*element, "link");
  if (!link) return -1;
  const auto found = link_ids.find(*link);
  if (found != link_ids.end()) return found->second;
  file->Error(*element, std::string("the ") + name + " of a joint must be a link of the robot",
              *link, AdviceOn(*link, link_ids, "links"));
  return -1;
}

/// Drake's <screw_thread_pitch>: metres per revolution.
void ReadPitch(const XmlElement& element, world::Joint* joint, UrdfFile* file) {
  const XmlElement* pitch = file->RequiredChild(element, "screw_thread_pitch");
  if (pitch == nullptr) return;
  joint->screw_pitch = file->NumberIn(*pitch).value_or(0.0);
}

}  // namespace

/// The advice always lists the types: the nearest name may be wrong.
std::optional<JointType> ReadJointType(const XmlElement& element, UrdfFile* file) {
  const auto text = file->Required(element, "type");
  if (!text) return std::nullopt;
  std::vector<std::string> names;
  for (const auto& [name, type] : JointTypes()) {
    if (name == *text) return type;
    names.push_back(name);
  }
  const std::string nearest = NearestName(*text, names);
  return file->Error(
      element, "unknown joint type", *text,
      (nearest.empty() ? "" : "did you mean \"" + nearest + "\"? ") + "accepted: " + Joined(names));
}

std::string AdviceOn(const std::string& name, const Ids& ids, const std::string& kind) {
  std::vector<std::string> names;
  for (const auto& entry : ids) {
    if (entry.first.size() < kMaxNameLength) names.push_back(entry.first);
  }
  // The order of an unordered map differs between standard libraries.
  std::sort(names.begin(), names.end());
  if (names.size() > kMaxNames) names.resize(kMaxNames);
  if (names.size() <= kMaxListed || !NearestName(name, names).empty()) {
    return NameAdvice(name, names);
  }
  return "none of the robot's " + std::to_string(ids.size()) + " " + kind + " has a similar name";
}

/// The frame J is the child link's frame, so X_CJ is the identity.
bool ReadJoint(const XmlElement& element, const Robot& robot, world::Joint* joint, UrdfFile* file) {
  file->WarnUnknown(element,
                    {"origin", "parent", "child", "axis", "axis2", "limit", "dynamics", "mimic",
                     "calibration", "safety_controller", "screw_thread_pitch"},
                    {"name", "type"});
  joint->name = file->Required(element, "name").value_or("");
  joint->source = file->SourceOf(element);
  const auto type = ReadJointType(element, file);
  joint->parent = ReadEnd(element, "parent", robot.link_ids, file);
  joint->child = ReadEnd(element, "child", robot.link_ids, file);
  joint->X_PJ = file->OriginOf(element);
  if (!type || joint->parent < 0 || joint->child < 0) return false;
  joint->type = *type;
  if (joint->type == JointType::kScrew) ReadPitch(element, joint, file);
  const bool has_axes = joint->type != JointType::kFixed && joint->type != JointType::kFloating &&
                        joint->type != JointType::kBall;
  if (has_axes) {
    ReadAxes(element, joint, file);
    ReadLimit(element, joint, file);
    ReadDynamics(element, joint, file);
  }
  for (const char* kept : {"calibration", "safety_controller"}) {
    if (const XmlElement* child = file->Child(element, kept)) {
      joint->extensions.push_back(file->Keep(*child));
    }
  }
  for (world::Element& extension : file->KeepPrefixed(element)) {
    joint->extensions.push_back(std::move(extension));
  }
  return true;
}

/// q_follower = multiplier * q_leader + offset.
void ReadMimic(const XmlElement& joint_element, Robot* robot, UrdfFile* file) {
  const XmlElement* mimic = file->Child(joint_element, "mimic");
  const auto follower = file->Attribute(joint_element, "name");
  if (mimic == nullptr || !follower) return;
  const auto joint = robot->joint_ids.find(*follower);
  if (joint == robot->joint_ids.end()) return;
  file->WarnUnknown(*mimic, {}, {"joint", "multiplier", "offset"});
  const auto name = file->Required(*mimic, "joint");
  world::Mimic result;
  result.multiplier = file->NumberOr(*mimic, "multiplier", 1.0);
  result.offset = file->NumberOr(*mimic, "offset", 0.0);
  if (!name) return;
  const auto leader = robot->joint_ids.find(*name);
  if (leader == robot->joint_ids.end()) {
    file->Warning(*mimic, "the joint to mimic does not exist; <mimic> is ignored", *name,
                  AdviceOn(*name, robot->joint_ids, "joints"));
    return;
  }
  result.leader = leader->second;
  auto& joints = robot->model.joints;
  world::Joint& mimicking = joints[static_cast<std::size_t>(joint->second)];
  const world::Joint& mimicked = joints[static_cast<std::size_t>(leader->second)];
  if (mimicking.type == JointType::kFixed || mimicked.type == JointType::kFixed) {
    file->Warning(*mimic, "<mimic> is ignored: one of the two joints is fixed", *name, "remove it");
    return;
  }
  mimicking.mimic = result;
}

}  // namespace surefoot::formats::urdf
