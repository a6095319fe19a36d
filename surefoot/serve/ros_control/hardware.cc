#include "surefoot/serve/ros_control/hardware.h"

#include <algorithm>
#include <map>
#include <set>

namespace surefoot::serve {
namespace {

namespace cm = msgs::controller_manager_msgs;
using lifecycle = msgs::lifecycle_msgs::State;

std::string AttributeOf(const world::Element& element, const char* name) {
  const std::string* text = element.Attribute(name);
  return text != nullptr ? *text : "";
}

/// The joints of a <ros2_control> tag.
std::set<std::string> JointsIn(const world::Element& tag) {
  std::set<std::string> joints;
  for (const world::Element& child : tag.children) {
    if (child.name == "joint") joints.insert(AttributeOf(child, "name"));
  }
  return joints;
}

std::string JointOf(const std::string& interface) {
  return interface.substr(0, interface.rfind('/'));
}

/// Those of the joints.
std::vector<HardwareInterface> Selected(const std::vector<HardwareInterface>& all,
                                        const std::set<std::string>& joints) {
  std::vector<HardwareInterface> selected;
  std::copy_if(all.begin(), all.end(), std::back_inserter(selected),
               [&](const HardwareInterface& one) { return joints.count(JointOf(one.name)) > 0; });
  return selected;
}

/// <hardware><plugin>gz_ros2_control/GazeboSimSystem</plugin></hardware>
std::string PluginOf(const world::Element& tag) {
  const world::Element* hardware = tag.Child("hardware");
  const world::Element* plugin = hardware != nullptr ? hardware->Child("plugin") : nullptr;
  return plugin != nullptr ? plugin->text : "";
}

void AddCommandsOfTags(const world::Model& model, std::map<std::string, bool>* commands) {
  for (const world::Element& tag : model.extensions) {
    if (tag.name != "ros2_control") continue;
    for (const world::Element& joint : tag.children) {
      if (joint.name != "joint") continue;
      for (const world::Element& child : joint.children) {
        if (child.name != "command_interface") continue;
        commands->try_emplace(AttributeOf(joint, "name") + "/" + AttributeOf(child, "name"), false);
      }
    }
  }
}

}  // namespace

HardwareInterfaces InterfacesOf(const RobotControllers& robot, const world::Model& model) {
  std::map<std::string, bool> commands;
  for (const sim::Controller& controller : robot.controllers) {
    for (const std::string& name : controller.info.command_interfaces) {
      commands[name] = commands[name] || controller.state == sim::ControllerState::kActive;
    }
  }
  AddCommandsOfTags(model, &commands);
  HardwareInterfaces interfaces;
  for (const auto& [name, claimed] : commands) {
    interfaces.commands.push_back({name, "double", true, claimed});
  }
  for (const world::Joint& joint : model.joints) {
    if (world::VelocityCount(joint.type) != 1) continue;
    for (const char* state : {"/position", "/velocity", "/effort"}) {
      interfaces.states.push_back({joint.name + state, "double", true, false});
    }
  }
  return interfaces;
}

std::vector<cm::HardwareComponentState> ComponentsOf(const RobotControllers& robot,
                                                     const world::Model& model, bool has_power,
                                                     double step_rate) {
  const HardwareInterfaces all = InterfacesOf(robot, model);
  cm::HardwareComponentState usual;
  usual.type_ = "system";
  usual.rw_rate = static_cast<std::uint16_t>(std::clamp(step_rate, 1.0, 65535.0));
  usual.state.id = has_power ? lifecycle::PRIMARY_STATE_ACTIVE : lifecycle::PRIMARY_STATE_INACTIVE;
  usual.state.label = has_power ? "active" : "inactive";
  std::vector<cm::HardwareComponentState> components;
  for (const world::Element& tag : model.extensions) {
    if (tag.name != "ros2_control") continue;
    cm::HardwareComponentState component = usual;
    component.name = AttributeOf(tag, "name");
    component.type_ = AttributeOf(tag, "type");
    component.plugin_name = component.class_type = PluginOf(tag);
    const std::set<std::string> joints = JointsIn(tag);
    component.command_interfaces = Selected(all.commands, joints);
    component.state_interfaces = Selected(all.states, joints);
    components.push_back(std::move(component));
  }
  if (!components.empty()) return components;
  usual.name = robot.robot;
  usual.plugin_name = usual.class_type = "surefoot/System";
  usual.command_interfaces = all.commands;
  usual.state_interfaces = all.states;
  return {usual};
}

}  // namespace surefoot::serve
