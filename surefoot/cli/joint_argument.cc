#include "surefoot/cli/joint_argument.h"

#include <charconv>
#include <optional>
#include <vector>

#include "surefoot/formats/parse.h"

namespace surefoot::cli {
namespace {

using physics::ControlMode;

constexpr ControlMode kModes[] = {ControlMode::kVelocity, ControlMode::kPosition,
                                  ControlMode::kEffort};

Error Wrong(const std::string& text, const std::string& why) {
  return Error{"--command " + text + ": " + why +
               "; write JOINT[.AXIS]=MODE:VALUE, for example front_left_wheel=velocity:3.0"};
}

/// "joint.1" is axis 1 of "joint", when there is no joint of the whole name.
void SplitAxis(const world::World& world, std::string* joint, int* axis) {
  if (world.FindJoint(*joint) >= 0) return;
  const std::size_t dot = joint->rfind('.');
  if (dot == std::string::npos || dot + 1 == joint->size()) return;
  const char* last = joint->data() + joint->size();
  int number = 0;
  const auto [end, error] = std::from_chars(joint->data() + dot + 1, last, number);
  if (end != last || error != std::errc() || number < 0) return;
  *axis = number;
  joint->resize(dot);
}

Error NoJoint(const world::World& world, const std::string& joint) {
  constexpr std::size_t kMostNames = 8;
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
    if (names.size() <= 2 * kMostNames) list += (list.empty() ? "" : ", ") + name;
  }
  const std::string nearest = formats::NearestName(joint, names);
  std::string advice = "did you mean '" + nearest + "'?";
  if (nearest.empty()) {
    advice = "the world has " + (names.empty() ? std::string("none that can move") : list);
    if (names.size() > 2 * kMostNames) advice += ", ...";
  }
  return Error{"there is no joint '" + joint + "'; " + advice};
}

}  // namespace

Result<JointArgument> ParseJointArgument(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos) return Wrong(text, "there is no '='");
  if (equals == 0) return Wrong(text, "the joint is missing");
  const std::size_t colon = text.find(':', equals);
  if (colon == std::string::npos) return Wrong(text, "there is no ':' after the mode");
  JointArgument argument;
  argument.joint = text.substr(0, equals);
  const std::string mode = text.substr(equals + 1, colon - equals - 1);
  for (ControlMode known : kModes) {
    if (mode == sim::ControlModeName(known)) argument.mode = known;
  }
  if (argument.mode == ControlMode::kNone) {
    return Wrong(text, "'" + mode + "' is no mode (velocity, position or effort)");
  }
  Problems problems;
  const std::string value = text.substr(colon + 1);
  const std::optional<double> target = formats::ParseDouble(value, Source(), &problems);
  if (!target) return Wrong(text, "'" + value + "' is not a finite number");
  argument.target = *target;
  return argument;
}

Result<sim::JointCommand> ResolveJointArgument(const JointArgument& argument,
                                               const world::World& world) {
  sim::JointCommand command;
  command.joint = argument.joint;
  command.mode = argument.mode;
  command.target = argument.target;
  SplitAxis(world, &command.joint, &command.axis);
  if (world.FindJoint(command.joint) < 0) return NoJoint(world, command.joint);
  return command;
}

}  // namespace surefoot::cli
