/// What <ros2_control> and <transmission> tags want to have told.

#include <algorithm>

#include "surefoot/plugins/control_interfaces.h"
#include "surefoot/plugins/ros_control.h"
#include "surefoot/plugins/sensor_rows.h"
#include "surefoot/world/parse.h"

namespace surefoot::plugins {
namespace {

using world::Element;

/// What its state interfaces make of it by their names; nullptr when they tell nothing.
const StateInterfaces* InterfacesOf(const Element& sensor, const AllSpellings& spellings) {
  for (const Element& child : sensor.children) {
    if (child.name != "state_interface") continue;
    const std::string name = AttributeOf(child, "name");
    for (const SensorSpellings* kind : spellings) {
      for (const std::string& part : world::SplitWords(kind->state_interfaces.beginnings)) {
        if (name.compare(0, part.size(), part) == 0) return &kind->state_interfaces;
      }
    }
  }
  return nullptr;
}

PlacedSensor Make(const std::string& name, const std::string& type, const std::string& topic,
                  const Source& source) {
  PlacedSensor placed = MakeSensor(name, type, source);
  placed.from = "ros2_control";
  placed.sensor.topic = topic;
  return placed;
}

bool HasType(const std::vector<PlacedSensor>& sensors, const std::string& type) {
  return std::any_of(sensors.begin(), sensors.end(),
                     [&](const PlacedSensor& placed) { return placed.sensor.type == type; });
}

/// The link that <param name="frame_id"> names; -1 when none.
int LinkOf(const Element& sensor, const world::Model& model) {
  for (const Element& child : sensor.children) {
    if (child.name == "param" && AttributeOf(child, "name") == "frame_id") {
      return FindLink(model, ValueOf(child));
    }
  }
  return -1;
}

void AddSensor(const Element& element, const world::Model& model, const AllSpellings& spellings,
               std::vector<PlacedSensor>* sensors, Problems* problems) {
  const std::string name = AttributeOf(element, "name");
  const StateInterfaces* interfaces = InterfacesOf(element, spellings);
  const ForeignReader reader(element, "ros2_control", model, problems);
  if (interfaces == nullptr) {
    reader.Warn(nullptr, "a sensor with these state interfaces is not known; it does not run",
                name);
    return;
  }
  // Its values are those of a simulated sensor, mostly written as such too.
  if (HasType(*sensors, interfaces->type)) return;
  PlacedSensor placed = Make(name, interfaces->type, name, element.source);
  placed.link = LinkOf(element, model);
  if (interfaces->on_joint && placed.link >= 0) placed.joint = JointAbove(model, placed.link);
  if (placed.link < 0 || (interfaces->on_joint && placed.joint < 0)) {
    reader.Warn(nullptr, "it is not said where this sensor is; it does not run", name,
                "write a <sensor> of type " + interfaces->type + " in a <gazebo> tag");
    return;
  }
  sensors->push_back(std::move(placed));
}

}  // namespace

std::vector<PlacedSensor> RosControlSensors(const world::Model& model,
                                            const AllSpellings& spellings,
                                            const std::vector<PlacedSensor>& others,
                                            Problems* problems) {
  std::vector<PlacedSensor> sensors = others;
  Problems told_with_drives;
  std::vector<std::string> joints;
  Source source;
  for (const ControlledJoint& joint : ControlledJoints(model, &told_with_drives)) {
    if (!joint.has_state) continue;
    if (joints.empty()) source = joint.source;
    joints.push_back(model.joints[static_cast<std::size_t>(joint.joint)].name);
  }
  if (!joints.empty() && !HasType(others, "joint_state")) {
    PlacedSensor states = Make("joint_state_broadcaster", "joint_state", "joint_states", source);
    for (const std::string& joint : joints) {
      AddChild(&states.sensor.element, "joint", joint, source);
    }
    sensors.push_back(std::move(states));
  }
  for (const Element& element : model.extensions) {
    if (element.name != "ros2_control") continue;
    for (const Element& child : element.children) {
      if (child.name == "sensor") AddSensor(child, model, spellings, &sensors, problems);
    }
  }
  return {sensors.begin() + static_cast<std::ptrdiff_t>(others.size()), sensors.end()};
}

}  // namespace surefoot::plugins
