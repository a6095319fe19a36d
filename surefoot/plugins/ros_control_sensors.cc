/// What <ros2_control> and <transmission> tags want to have told.

#include <algorithm>

#include "surefoot/plugins/control_interfaces.h"
#include "surefoot/plugins/ros_control.h"

namespace surefoot::plugins {
namespace {

using world::Element;

/// "imu" or "force_torque" by the names of its state interfaces; empty when they tell neither.
std::string TypeOf(const Element& sensor) {
  for (const Element& child : sensor.children) {
    const std::string name = AttributeOf(child, "name");
    if (child.name != "state_interface") continue;
    for (const char* part : {"angular_velocity", "linear_acceleration", "orientation"}) {
      if (name.compare(0, std::string(part).size(), part) == 0) return "imu";
    }
    for (const char* part : {"force", "torque"}) {
      if (name.compare(0, std::string(part).size(), part) == 0) return "force_torque";
    }
  }
  return "";
}

PlacedSensor Make(const std::string& name, const std::string& type, const std::string& topic,
                  const Source& source) {
  PlacedSensor placed;
  placed.from = "ros2_control";
  placed.sensor.name = name;
  placed.sensor.type = type;
  placed.sensor.topic = topic;
  placed.sensor.always_on = true;
  placed.sensor.source = source;
  placed.sensor.element.name = "sensor";
  placed.sensor.element.source = source;
  placed.sensor.element.attributes = {{"name", name}, {"type", type}};
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

void AddSensor(const Element& element, const world::Model& model,
               std::vector<PlacedSensor>* sensors, Problems* problems) {
  const std::string name = AttributeOf(element, "name");
  const std::string type = TypeOf(element);
  const ForeignReader reader(element, "ros2_control", model, problems);
  if (type.empty()) {
    reader.Warn(nullptr, "a sensor with these state interfaces is not known; it does not run",
                name);
    return;
  }
  // Its values are those of a simulated sensor, mostly written as such too.
  if (HasType(*sensors, type)) return;
  PlacedSensor placed = Make(name, type, name, element.source);
  placed.link = LinkOf(element, model);
  if (type == "force_torque" && placed.link >= 0) {
    for (std::size_t i = 0; i < model.joints.size(); ++i) {
      if (model.joints[i].child == placed.link) placed.joint = static_cast<int>(i);
    }
  }
  if (placed.link < 0 || (type == "force_torque" && placed.joint < 0)) {
    reader.Warn(nullptr, "it is not said where this sensor is; it does not run", name,
                "write a <sensor> of type " + type + " in a <gazebo> tag");
    return;
  }
  sensors->push_back(std::move(placed));
}

}  // namespace

std::vector<PlacedSensor> RosControlSensors(const world::Model& model,
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
      if (child.name == "sensor") AddSensor(child, model, &sensors, problems);
    }
  }
  return {sensors.begin() + static_cast<std::ptrdiff_t>(others.size()), sensors.end()};
}

}  // namespace surefoot::plugins
