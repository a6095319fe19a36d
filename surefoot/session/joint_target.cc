#include "surefoot/session/joint_target.h"

#include <system_error>
#include <vector>

#include "surefoot/base/text.h"
#include "surefoot/world/parse.h"

namespace surefoot {
namespace {

/// "joint.1" is axis 1 of "joint", unless a joint has the whole name.
void SplitAxis(const world::World& world, std::string* joint, int* axis) {
  if (world.FindJoint(*joint) >= 0) return;
  const std::size_t dot = joint->rfind('.');
  if (dot == std::string::npos || dot + 1 == joint->size()) return;
  int number = 0;
  if (!FromChars(std::string_view(*joint).substr(dot + 1), &number) || number < 0) return;
  *axis = number;
  joint->resize(dot);
}

/// Suggests the nearest name, or lists the joints.
Error NoJoint(const world::World& world, const std::string& joint) {
  constexpr std::size_t kMaxNames = 8;
  std::vector<std::string> names;
  std::string list;
  for (int id = 0; id < world.joint_count(); ++id) {
    if (world.joint(id).v_count == 0) continue;
    const std::string name = world.JointName(id);
    if (world.joint_spec(id).name == joint) {
      return Error{"several models have a joint '" + joint + "'; write for example " + name};
    }
    names.push_back(world.joint_spec(id).name);
    names.push_back(name);
    if (names.size() <= 2 * kMaxNames) list += (list.empty() ? "" : ", ") + name;
  }
  const std::string nearest = world::NearestName(joint, names);
  std::string advice = "did you mean '" + nearest + "'?";
  if (nearest.empty()) {
    advice = "the world has " + (names.empty() ? std::string("none that can move") : list);
    if (names.size() > 2 * kMaxNames) advice += ", ...";
  }
  return Error{"there is no joint '" + joint + "'; " + advice};
}

}  // namespace

// kNone for unknown names.
physics::ControlMode ParseControlMode(const std::string& name) {
  using physics::ControlMode;
  for (ControlMode mode : {ControlMode::kVelocity, ControlMode::kPosition, ControlMode::kEffort}) {
    if (name == sim::ControlModeName(mode)) return mode;
  }
  return ControlMode::kNone;
}

// Accepts "joint", "model::joint" and a number of the axis.
Result<sim::JointCommand> ResolveJoint(const JointTarget& target, const world::World& world) {
  sim::JointCommand command;
  command.joint = target.joint;
  command.mode = target.mode;
  command.target = target.target;
  SplitAxis(world, &command.joint, &command.axis);
  if (world.FindJoint(command.joint) < 0) return NoJoint(world, command.joint);
  return command;
}

}  // namespace surefoot
