#include "surefoot/plugins/control_interfaces.h"

#include <algorithm>

namespace surefoot::plugins {
namespace {

using world::Element;

std::string NameOf(const Element& element) { return AttributeOf(element, "name"); }

bool Contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

/// Collects joints, those of the same name in one.
class Collector {
 public:
  Collector(const world::Model& model, Problems* problems) : model_(model), problems_(problems) {}

  /// nullptr for joints that cannot be commanded.
  ControlledJoint* Take(const Element& element, const char* tag) {
    const int joint = FindJoint(model_, NameOf(element));
    if (joint < 0) {
      ForeignReader(element, tag, model_, problems_)
          .Warn(nullptr, "the model has no joint of this name", NameOf(element));
      return nullptr;
    }
    const world::Joint& at = model_.joints[static_cast<std::size_t>(joint)];
    if (world::VelocityCount(at.type) != 1 || at.mimic) return nullptr;
    const auto same = std::find_if(joints_.begin(), joints_.end(),
                                   [&](const ControlledJoint& j) { return j.joint == joint; });
    if (same != joints_.end()) return &*same;
    joints_.emplace_back();
    joints_.back().joint = joint;
    joints_.back().source = element.source;
    return &joints_.back();
  }

  std::vector<ControlledJoint> joints() const { return joints_; }

 private:
  const world::Model& model_;
  Problems* problems_;
  std::vector<ControlledJoint> joints_;
};

/// <command_interface name="velocity">, <state_interface name="position">.
void ReadRos2Joint(const Element& element, Collector* collector) {
  ControlledJoint* joint = collector->Take(element, "ros2_control");
  if (joint == nullptr) return;
  for (const Element& child : element.children) {
    const std::string kind = NameOf(child);
    if (child.name == "state_interface") joint->has_state = true;
    if (child.name != "command_interface") continue;
    joint->position = joint->position || kind == "position";
    joint->velocity = joint->velocity || kind == "velocity";
    joint->effort = joint->effort || kind == "effort";
  }
}

/// <hardwareInterface>hardware_interface/VelocityJointInterface</hardwareInterface>, in the joint
/// or in the actuator.
void ReadTransmission(const Element& element, Collector* collector) {
  std::string kinds;
  for (const Element& part : element.children) {
    for (const Element& child : part.children) {
      if (child.name == "hardwareInterface") kinds += child.text + " ";
    }
  }
  for (const Element& part : element.children) {
    if (part.name != "joint") continue;
    ControlledJoint* joint = collector->Take(part, "transmission");
    if (joint == nullptr) continue;
    joint->has_state = true;
    joint->position = joint->position || Contains(kinds, "PositionJointInterface");
    joint->velocity = joint->velocity || Contains(kinds, "VelocityJointInterface");
    joint->effort = joint->effort || Contains(kinds, "EffortJoin");
  }
}

}  // namespace

std::vector<ControlledJoint> ControlledJoints(const world::Model& model, Problems* problems) {
  Collector collector(model, problems);
  for (const Element& element : model.extensions) {
    if (element.name == "ros2_control") {
      for (const Element& child : element.children) {
        if (child.name == "joint") ReadRos2Joint(child, &collector);
      }
    } else if (element.name == "transmission") {
      ReadTransmission(element, &collector);
    }
  }
  return collector.joints();
}

}  // namespace surefoot::plugins
