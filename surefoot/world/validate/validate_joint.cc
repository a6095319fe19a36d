/// Rules for joints and for references to joints.

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "surefoot/world/validate/validate_rules.h"

namespace surefoot::world {
namespace {

/// Passive properties of an axis. For a ball joint those of its first axis apply.
void CheckPassive(const Joint& joint, const JointAxis& axis, Rules* rules) {
  const Source& source = joint.source;
  const std::string of = " of joint \"" + joint.name + "\"";
  rules->NotNegative(source, "the effort limit" + of, axis.effort);
  rules->NotNegativeFinite(source, "the damping" + of, axis.damping);
  rules->NotNegativeFinite(source, "the friction" + of, axis.friction);
  rules->NotNegativeFinite(source, "the armature" + of, axis.armature);
}

void CheckAxis(const Joint& joint, const JointAxis& axis, Rules* rules) {
  const Source& source = joint.source;
  const std::string of = " of joint \"" + joint.name + "\"";
  if (rules->Finite(source, "the axis" + of, axis.axis_J)) {
    const double length = axis.axis_J.norm();
    if (length < 1e-12) {
      rules->Error(source, "the axis" + of + " is zero", NumberText(axis.axis_J),
                   "write a direction such as 0 0 1");
    } else if (std::abs(length - 1.0) > 1e-6) {
      rules->Error(source, "the axis" + of + " is not a unit vector", NumberText(axis.axis_J),
                   "divide it by its length");
    }
  }
  if (!(axis.lower <= axis.upper)) {
    rules->Error(source, "the lower limit" + of + " is above the upper limit",
                 NumberText(axis.lower) + " > " + NumberText(axis.upper),
                 "swap them, or remove them for no limit");
  } else if (axis.lower == kInfinity || axis.upper == -kInfinity) {
    rules->Error(source, "the limits" + of + " leave no position",
                 NumberText(axis.lower) + " to " + NumberText(axis.upper));
  }
  CheckPassive(joint, axis, rules);
  rules->NotNegative(source, "the velocity limit" + of, axis.velocity);
  rules->NotNegativeFinite(source, "the spring stiffness" + of, axis.spring_stiffness);
  rules->Finite(source, "the spring reference" + of, axis.spring_reference);
}

void CheckTwoAxes(const Joint& joint, Rules* rules) {
  const Vector3d& a = joint.axes[0].axis_J;
  const Vector3d& b = joint.axes[1].axis_J;
  if (!a.allFinite() || !b.allFinite()) return;
  const std::string value = NumberText(a) + " and " + NumberText(b);
  const std::string what =
      std::string("the two axes of ") + JointTypeName(joint.type) + " joint \"" + joint.name + "\"";
  if (a.cross(b).norm() < 1e-3) {
    rules->Error(joint.source, what + " are parallel", value, "write two perpendicular directions");
  } else if (std::abs(a.dot(b)) > 1e-6) {
    const bool planar = joint.type == JointType::kPlanar;
    rules->Add(
        planar ? Severity::kError : Severity::kWarning, joint.source,
        what + " are not perpendicular", value,
        planar ? "write two perpendicular directions" : "engines differ in how they treat this");
  }
}

/// Reports references to links that do not exist; returns false when there is one.
bool CheckLinks(const Model& model, const Joint& joint, Rules* rules) {
  const int count = static_cast<int>(model.links.size());
  const std::string what = "joint \"" + joint.name + "\"";
  bool ok = true;
  if (joint.parent < kWorldLink || joint.parent >= count) {
    rules->Error(joint.source, what + " has a parent link that does not exist",
                 std::to_string(joint.parent), "name a link of the model, or the world");
    ok = false;
  }
  if (joint.child < 0 || joint.child >= count) {
    rules->Error(joint.source, what + " has a child link that does not exist",
                 std::to_string(joint.child), "name a link of the model");
    ok = false;
  }
  if (ok && joint.parent == joint.child) {
    rules->Error(joint.source, what + " connects a link to itself",
                 model.links[static_cast<std::size_t>(joint.child)].name,
                 "name two different links");
  }
  return ok;
}

bool IsIndex(int index, std::size_t count) {
  return index >= 0 && static_cast<std::size_t>(index) < count;
}

/// Follows each chain of leaders once, so the cost is linear; a joint that occurs again on its own
/// chain is on a cycle.
void FindMimicCycles(const Model& model, Rules* rules) {
  std::vector<int> chain_of(model.joints.size(), -1);
  for (int start = 0; start < static_cast<int>(model.joints.size()); ++start) {
    int at = start;
    while (IsIndex(at, model.joints.size()) && chain_of[static_cast<std::size_t>(at)] < 0) {
      chain_of[static_cast<std::size_t>(at)] = start;
      const Joint& joint = model.joints[static_cast<std::size_t>(at)];
      if (!joint.mimic || joint.mimic->leader == at) {
        at = -1;
        break;
      }
      at = joint.mimic->leader;
    }
    if (IsIndex(at, model.joints.size()) && chain_of[static_cast<std::size_t>(at)] == start) {
      const Joint& joint = model.joints[static_cast<std::size_t>(at)];
      rules->Error(joint.source, "joints mimic each other in a cycle", joint.name,
                   "one of them must not mimic");
    }
  }
}

/// Checks that joint and axis exist; reports and returns nullptr if not.
const Joint* FindAxis(const Model& model, int joint, int axis, const char* what, Rules* rules) {
  if (!IsIndex(joint, model.joints.size())) {
    return rules->Error(model.source, std::string(what) + " is for a joint that does not exist",
                        std::to_string(joint), "name a joint of model \"" + model.name + "\"");
  }
  const Joint& found = model.joints[static_cast<std::size_t>(joint)];
  const int count = VelocityCount(found.type);
  if (axis >= 0 && axis < count) return &found;
  return rules->Error(
      found.source,
      std::string(what) + " is for an axis that " + JointTypeName(found.type) + " joint \"" +
          found.name + "\" does not have",
      std::to_string(axis),
      count == 0 ? "the joint cannot move" : "accepted: 0 to " + std::to_string(count - 1));
}

void WarnOutsideLimits(const Joint& joint, int axis, double value, const char* what, Rules* rules) {
  if (axis >= LimitedAxisCount(joint.type)) return;
  const JointAxis& limits = joint.axes[axis];
  if (value >= limits.lower && value <= limits.upper) return;
  rules->Warning(joint.source,
                 std::string(what) + " of joint \"" + joint.name + "\" is outside its limits " +
                     NumberText(limits.lower) + " to " + NumberText(limits.upper),
                 NumberText(value), "the nearest limit is used");
}

/// Notes joints whose limits exclude zero, the default position in files.
void NoteZeroOutsideLimits(const Model& model, Rules* rules) {
  if (model.is_static) return;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Joint& joint = model.joints[j];
    if (joint.mimic) continue;
    for (int axis = 0; axis < LimitedAxisCount(joint.type); ++axis) {
      const auto is_this = [&](const InitialPosition& initial) {
        return initial.joint == static_cast<int>(j) && initial.axis == axis;
      };
      const JointAxis& limits = joint.axes[axis];
      if (limits.lower <= 0.0 && limits.upper >= 0.0) continue;
      if (!(limits.lower <= limits.upper)) continue;
      if (std::any_of(model.initial_positions.begin(), model.initial_positions.end(), is_this)) {
        continue;
      }
      rules->Note(joint.source,
                  "joint \"" + joint.name +
                      "\" cannot be at zero; it starts at its "
                      "nearest limit",
                  NumberText(limits.lower > 0.0 ? limits.lower : limits.upper),
                  "write an initial position");
    }
  }
}

void CheckCommand(const Model& model, const InitialCommand& command, Rules* rules) {
  const Joint* joint = FindAxis(model, command.joint, command.axis, "an initial command", rules);
  if (joint == nullptr) return;
  const std::string of = " of joint \"" + joint->name + "\"";
  if (!rules->Finite(joint->source, "the initial command" + of, command.target)) return;
  const bool is_position = command.mode == ControlMode::kPosition;
  if (is_position && PositionCount(joint->type) != VelocityCount(joint->type)) {
    rules->Error(
        joint->source,
        std::string("a ") + JointTypeName(joint->type) + " joint cannot be commanded by position",
        joint->name, "accepted: effort, velocity");
    return;
  }
  if (is_position) {
    WarnOutsideLimits(*joint, command.axis, command.target, "the commanded position", rules);
  }
  if (command.axis >= LimitedAxisCount(joint->type)) return;
  const JointAxis& axis = joint->axes[command.axis];
  const double max = command.mode == ControlMode::kEffort     ? axis.effort
                     : command.mode == ControlMode::kVelocity ? axis.velocity
                                                              : kInfinity;
  if (std::abs(command.target) > max) {
    rules->Warning(joint->source,
                   "the initial command" + of + " is above its limit " + NumberText(max),
                   NumberText(command.target), "the limit applies");
  }
}

void CheckPosition(const Model& model, const InitialPosition& position, Rules* rules) {
  const Joint* joint = FindAxis(model, position.joint, position.axis, "an initial position", rules);
  if (joint == nullptr) return;
  if (!rules->Finite(joint->source, "the initial position of joint \"" + joint->name + "\"",
                     position.position)) {
    return;
  }
  if (PositionCount(joint->type) != VelocityCount(joint->type)) {
    rules->Error(joint->source,
                 std::string("a ") + JointTypeName(joint->type) +
                     " joint cannot start from single coordinates",
                 joint->name, "set the pose of the link instead");
    return;
  }
  WarnOutsideLimits(*joint, position.axis, position.position, "the initial position", rules);
}

}  // namespace

void ValidateJoint(const Model& model, const Joint& joint, Rules* rules) {
  const std::string of = " of joint \"" + joint.name + "\"";
  CheckLinks(model, joint, rules);
  rules->Pose(joint.source, "the pose in the parent" + of, joint.X_PJ);
  rules->Pose(joint.source, "the pose in the child" + of, joint.X_CJ);
  for (int i = 0; i < LimitedAxisCount(joint.type); ++i) CheckAxis(joint, joint.axes[i], rules);
  if (joint.type == JointType::kBall) CheckPassive(joint, joint.axes[0], rules);
  if (LimitedAxisCount(joint.type) == 2) CheckTwoAxes(joint, rules);
  if (joint.type == JointType::kScrew &&
      rules->Finite(joint.source, "the pitch" + of, joint.screw_pitch) &&
      joint.screw_pitch == 0.0) {
    rules->Error(joint.source, "screw joint \"" + joint.name + "\" has no pitch", "0",
                 "write the advance in m per revolution");
  }
  ValidateSensors(joint.sensors, "joint \"" + joint.name + "\"", rules);
}

void ValidateMimics(const Model& model, Rules* rules) {
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Joint& joint = model.joints[j];
    if (!joint.mimic) continue;
    const std::string what = "joint \"" + joint.name + "\"";
    rules->Finite(joint.source, "the mimic multiplier of " + what, joint.mimic->multiplier);
    rules->Finite(joint.source, "the mimic offset of " + what, joint.mimic->offset);
    if (PositionCount(joint.type) != 1) {
      rules->Error(joint.source,
                   std::string(JointTypeName(joint.type)) + " " + what + " cannot mimic", "",
                   "only a joint with one axis can");
    }
    if (!IsIndex(joint.mimic->leader, model.joints.size())) {
      rules->Error(joint.source, what + " mimics a joint that does not exist",
                   std::to_string(joint.mimic->leader), "name a joint of the model");
      continue;
    }
    const Joint& leader = model.joints[static_cast<std::size_t>(joint.mimic->leader)];
    if (&leader == &joint) {
      rules->Error(joint.source, what + " mimics itself", joint.name, "name another joint");
    } else if (PositionCount(leader.type) != 1) {
      rules->Error(joint.source, what + " mimics a joint that does not have exactly one axis",
                   leader.name, "name a joint with one axis");
    }
  }
  FindMimicCycles(model, rules);
}

void ValidateKeyframes(const Model& model, Rules* rules) {
  Names names("keyframe", "model \"" + model.name + "\"");
  for (const Keyframe& keyframe : model.keyframes) {
    names.Add(keyframe.name, model.source, rules);
    if (keyframe.X_MB) {
      rules->Pose(model.source, "the pose of keyframe \"" + keyframe.name + "\"", *keyframe.X_MB);
    }
    for (const InitialCommand& command : keyframe.commands) CheckCommand(model, command, rules);
    for (const InitialPosition& position : keyframe.positions) {
      CheckPosition(model, position, rules);
    }
  }
}

void ValidateInitialValues(const Model& model, Rules* rules) {
  NoteZeroOutsideLimits(model, rules);
  if (model.is_static && !model.initial_commands.empty()) {
    rules->Warning(model.source, "commands to the joints of a static model have no effect",
                   model.name, "remove <static> or the commands");
  }
  for (const InitialCommand& command : model.initial_commands) {
    CheckCommand(model, command, rules);
  }
  for (const InitialPosition& position : model.initial_positions) {
    CheckPosition(model, position, rules);
  }
}

}  // namespace surefoot::world
