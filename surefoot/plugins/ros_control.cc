/// Drives and sensors from <ros2_control> and <transmission> tags, for models without parameter
/// files of controllers.

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/base/text.h"
#include "surefoot/plugins/controller_file.h"
#include "surefoot/plugins/drive_rows.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/plugins/sensor_rows.h"
#include "surefoot/plugins/wheels.h"
#include "surefoot/world/parse.h"

namespace surefoot::plugins {
namespace {

using world::Element;

/// A joint in a tag, and its command interfaces.
struct ControlledJoint {
  int joint = 0;
  bool position = false;
  bool velocity = false;
  bool effort = false;
  /// True if its state is published.
  bool has_state = false;
  Source source;
};

std::string NameOf(const Element& element) { return AttributeOf(element, "name"); }

bool Contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

/// Collects the joints of all tags; a joint in several tags is one entry.
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
    const world::Joint& at = model_.joints[At(joint)];
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

/// Reads <command_interface name="velocity"> and <state_interface name="position">.
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

/// Reads <hardwareInterface>hardware_interface/VelocityJointInterface</hardwareInterface>, which
/// is in the joint or in the actuator.
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

/// The joints with interfaces in all tags, each once, in the order of the file. Warns of unknown
/// joints. Mimic joints and joints with several axes are omitted.
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

constexpr const char* kFrom = kRosControl;

/// True when the name of the joint or its child contains "wheel" or a side.
bool IsCalledWheel(const world::Model& model, int joint) {
  const world::Joint& at = model.joints[At(joint)];
  std::string names = at.name + " " + model.links[At(at.child)].name;
  names = Lower(names);
  for (const char* word : {"wheel", "left", "right", "tyre", "tire"}) {
    if (names.find(word) != std::string::npos) return true;
  }
  return false;
}

/// True when the joint rotates about a vertical axis, as that of a steered wheel.
bool IsPivot(const world::Model& model, int joint) {
  const auto wheel = WheelAt(model, joint);
  return wheel && std::abs(wheel->axis_M.z()) > 0.95;
}

void AddJoints(const world::Model& model, const std::vector<int>& joints, const char* name,
               Element* drive) {
  for (int joint : joints) AddChild(drive, name, model.joints[At(joint)].name, drive->source);
}

/// A drive for the wheels among the joints; std::nullopt when they are not wheels. Removes the
/// joints it uses from the lists.
std::optional<Element> BaseDrive(const world::Model& model, std::vector<int>* velocity,
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
  if (pivots.size() == 2 &&
      !(WheelAt(model, pivots[0])->p_MW.y() > WheelAt(model, pivots[1])->p_MW.y())) {
    std::swap(pivots[0], pivots[1]);
  }
  Element drive = WheelDrive(model, *sides, pivots, kFrom, source);
  const auto leave = [](const std::vector<int>& used, std::vector<int>* joints) {
    std::erase_if(*joints, [&](int joint) {
      return std::find(used.begin(), used.end(), joint) != used.end();
    });
  };
  leave(wheels, velocity);
  leave(pivots, position);
  problems->Note(source,
                 "the joints with velocity interfaces look like wheels; they are driven as " +
                     AttributeOf(drive, "type") + " with cmd_vel",
                 model.joints[At(wheels.front())].name,
                 "write <surefoot:drive> for another kind of drive");
  return drive;
}

/// A drive for all joints with one kind of interface, like ros2_control's
/// forward_command_controller.
Element GroupDrive(const world::Model& model, const std::vector<int>& joints,
                   const std::string& mode, const Source& source) {
  const std::string name = "forward_" + mode + "_controller";
  Element drive = MakeDrive(name, "joint_group", kFrom, source);
  AddJoints(model, joints, "joint", &drive);
  AddChild(&drive, "mode", mode, source);
  AddChild(&drive, "command_topic", name + "/commands", source);
  return drive;
}

/// The kind of sensor by the names of its state interfaces; nullptr when they match none.
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

/// A sensor whose origin is <ros2_control>.
PlacedSensor Make(const std::string& name, const std::string& type, const std::string& topic,
                  const Source& source) {
  PlacedSensor placed = MakeSensor(name, type, source);
  placed.from = kRosControl;
  placed.sensor.topic = topic;
  return placed;
}

/// Whether the file already has a sensor of the type.
bool HasType(const std::vector<PlacedSensor>& sensors, const std::string& type) {
  return std::any_of(sensors.begin(), sensors.end(),
                     [&](const PlacedSensor& placed) { return placed.sensor.type == type; });
}

/// The link in <param name="frame_id">; -1 when there is none.
int LinkOf(const Element& sensor, const world::Model& model) {
  for (const Element& child : sensor.children) {
    if (child.name == "param" && AttributeOf(child, "name") == "frame_id") {
      return FindLink(model, ValueOf(child));
    }
  }
  return -1;
}

/// The names of the state interfaces show the kind of a sensor.
void AddSensor(const Element& element, const world::Model& model, const AllSpellings& spellings,
               std::vector<PlacedSensor>* sensors, Problems* problems) {
  const std::string name = AttributeOf(element, "name");
  const StateInterfaces* interfaces = InterfacesOf(element, spellings);
  const ForeignReader reader(element, "ros2_control", model, problems);
  if (interfaces == nullptr) {
    reader.Warn(nullptr, "unknown kind of sensor: its state interfaces match none; it does not run",
                name);
    return;
  }
  // Its values come from a simulated sensor, which the file usually contains too.
  if (HasType(*sensors, interfaces->type)) return;
  PlacedSensor placed = Make(name, interfaces->type, name, element.source);
  placed.link = LinkOf(element, model);
  if (interfaces->on_joint && placed.link >= 0) placed.joint = JointAbove(model, placed.link);
  if (placed.link < 0 || (interfaces->on_joint && placed.joint < 0)) {
    reader.Warn(nullptr, "the link of this sensor is not given; it does not run", name,
                "write a <sensor> of type " + interfaces->type + " in a <gazebo> tag");
    return;
  }
  sensors->push_back(std::move(placed));
}

/// The name and joints of the broadcaster of joint states.
struct Broadcaster {
  std::string name = "joint_state_broadcaster";
  std::vector<std::string> joints;
};

/// As the parameter file has it; it publishes `joints` unless the file selects some of them.
Broadcaster BroadcasterOf(const world::Model& model, std::vector<std::string> joints) {
  Broadcaster broadcaster;
  for (const Controller& controller : ControllersOf(model)) {
    if (controller.ClassName() != "JointStateBroadcaster") continue;
    broadcaster.name = controller.name;
    std::vector<std::string> selected;
    for (const Element& parameter : controller.parameters.children) {
      if (parameter.name == "joints") selected.push_back(parameter.text);
    }
    if (controller.parameters.Child("interfaces") == nullptr || selected.empty()) break;
    std::erase_if(joints, [&](const std::string& joint) {
      return std::find(selected.begin(), selected.end(), joint) == selected.end();
    });
    break;
  }
  broadcaster.joints = std::move(joints);
  return broadcaster;
}

}  // namespace

// A drive for the wheels, then one for each command interface with the remaining joints.
std::vector<Element> RosControlDrives(const world::Model& model, const std::set<int>& taken,
                                      Problems* problems) {
  std::vector<int> position, velocity, effort;
  Source source;
  for (const ControlledJoint& joint : ControlledJoints(model, problems)) {
    if (taken.count(joint.joint) > 0) continue;
    if (!joint.position && !joint.velocity && !joint.effort) continue;
    if (source.file.empty()) source = joint.source;
    const bool turns = model.joints[At(joint.joint)].type == world::JointType::kContinuous;
    if (joint.velocity && (turns || !joint.position)) {
      velocity.push_back(joint.joint);
    } else {
      (joint.position ? position : effort).push_back(joint.joint);
    }
  }
  std::vector<Element> drives;
  auto wheels = BaseDrive(model, &velocity, &position, source, problems);
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

// Sensors that the file describes elsewhere are not added again.
std::vector<PlacedSensor> RosControlSensors(const world::Model& model,
                                            const AllSpellings& spellings,
                                            const std::vector<PlacedSensor>& others,
                                            Problems* problems) {
  std::vector<PlacedSensor> sensors = others;
  Problems reported_with_drives;
  std::vector<std::string> joints;
  Source source;
  for (const ControlledJoint& joint : ControlledJoints(model, &reported_with_drives)) {
    if (!joint.has_state) continue;
    if (joints.empty()) source = joint.source;
    joints.push_back(model.joints[At(joint.joint)].name);
  }
  if (!joints.empty() && !HasType(others, "joint_state")) {
    const Broadcaster broadcaster = BroadcasterOf(model, std::move(joints));
    joints = broadcaster.joints;
    PlacedSensor states = Make(broadcaster.name, "joint_state", "joint_states", source);
    AddChild(&states.sensor.element, "dynamic_topic", "dynamic_joint_states", source);
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
