#include "surefoot/plugins/ros_control.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/text.h"
#include "surefoot/plugins/control_interfaces.h"
#include "surefoot/plugins/drive_rows.h"
#include "surefoot/plugins/wheels.h"

namespace surefoot::plugins {
namespace {

using world::Element;

constexpr const char* kFrom = "ros2_control";

const world::Joint& JointAt(const world::Model& model, int joint) {
  return model.joints[static_cast<std::size_t>(joint)];
}

/// Whether the joint or what it carries is called a wheel, or one side's.
bool IsCalledWheel(const world::Model& model, int joint) {
  const world::Joint& at = JointAt(model, joint);
  std::string names = at.name + " " + model.links[static_cast<std::size_t>(at.child)].name;
  names = Lower(names);
  for (const char* word : {"wheel", "left", "right", "tyre", "tire"}) {
    if (names.find(word) != std::string::npos) return true;
  }
  return false;
}

/// True when the joint turns about a vertical axis: a pivot of a steered wheel.
bool IsPivot(const world::Model& model, int joint) {
  const auto wheel = WheelAt(model, joint);
  return wheel && std::abs(wheel->axis_M.z()) > 0.95;
}

void AddJoints(const world::Model& model, const std::vector<int>& joints, const char* name,
               Element* drive) {
  for (int joint : joints) AddChild(drive, name, JointAt(model, joint).name, drive->source);
}

/// The joints' wheels as a drive; nothing when they are none. What it takes leaves the lists.
std::optional<Element> WheelDrive(const world::Model& model, std::vector<int>* velocity,
                                  std::vector<int>* position, const Source& source,
                                  Problems* problems) {
  std::vector<int> wheels, pivots;
  for (int joint : *velocity) {
    if (IsCalledWheel(model, joint)) wheels.push_back(joint);
  }
  for (int joint : *position) {
    if (IsPivot(model, joint) && IsCalledWheel(model, joint)) pivots.push_back(joint);
  }
  const auto sides = SidesOf(model, wheels);
  if (!sides) return std::nullopt;
  if (pivots.size() > 2) return std::nullopt;
  const std::string type = !pivots.empty()          ? "ackermann"
                           : sides->left.size() > 1 ? "skid_steer"
                                                    : "diff_drive";
  Element drive = MakeDrive("base_controller", type, kFrom, source);
  AddJoints(model, sides->left, "left_joint", &drive);
  AddJoints(model, sides->right, "right_joint", &drive);
  AddChild(&drive, "wheel_separation", NumberText(sides->separation), source);
  AddChild(&drive, "wheel_radius", NumberText(sides->radius), source);
  if (pivots.size() == 1) AddJoints(model, pivots, "steering_joint", &drive);
  if (pivots.size() == 2) {
    const double first = WheelAt(model, pivots[0])->p_MW.y();
    const double second = WheelAt(model, pivots[1])->p_MW.y();
    AddJoints(model, {pivots[first > second ? 0 : 1]}, "left_steering_joint", &drive);
    AddJoints(model, {pivots[first > second ? 1 : 0]}, "right_steering_joint", &drive);
  }
  const auto leave = [](const std::vector<int>& used, std::vector<int>* joints) {
    joints->erase(std::remove_if(joints->begin(), joints->end(),
                                 [&](int joint) {
                                   return std::find(used.begin(), used.end(), joint) != used.end();
                                 }),
                  joints->end());
  };
  leave(wheels, velocity);
  leave(pivots, position);
  problems->Note(source,
                 "the joints with velocity interfaces look like wheels; they are driven as " +
                     type + " with cmd_vel",
                 JointAt(model, wheels.front()).name,
                 "write <surefoot:drive> for another kind of drive");
  return drive;
}

/// All joints of one kind of interface, as forward_command_controller has them.
Element GroupDrive(const world::Model& model, const std::vector<int>& joints,
                   const std::string& mode, const Source& source) {
  const std::string name = "forward_" + mode + "_controller";
  Element drive = MakeDrive(name, "joint_group", kFrom, source);
  AddJoints(model, joints, "joint", &drive);
  AddChild(&drive, "mode", mode, source);
  AddChild(&drive, "command_topic", name + "/commands", source);
  return drive;
}

}  // namespace

std::vector<Element> RosControlDrives(const world::Model& model, const std::set<int>& taken,
                                      Problems* problems) {
  std::vector<int> position, velocity, effort;
  Source source;
  for (const ControlledJoint& joint : ControlledJoints(model, problems)) {
    if (taken.count(joint.joint) > 0) continue;
    if (!joint.position && !joint.velocity && !joint.effort) continue;
    if (source.file.empty()) source = joint.source;
    const bool turns = JointAt(model, joint.joint).type == world::JointType::kContinuous;
    if (joint.velocity && (turns || !joint.position)) {
      velocity.push_back(joint.joint);
    } else {
      (joint.position ? position : effort).push_back(joint.joint);
    }
  }
  std::vector<Element> drives;
  auto wheels = WheelDrive(model, &velocity, &position, source, problems);
  if (wheels) drives.push_back(std::move(*wheels));
  const struct {
    const char* mode;
    const std::vector<int>* joints;
  } groups[] = {{"position", &position}, {"velocity", &velocity}, {"effort", &effort}};
  for (const auto& group : groups) {
    if (!group.joints->empty()) {
      drives.push_back(GroupDrive(model, *group.joints, group.mode, source));
    }
  }
  return drives;
}

}  // namespace surefoot::plugins
