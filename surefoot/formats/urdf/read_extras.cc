/// Reads what other programs have added to URDF: sensors, Drake's frames and loops, ros2_control,
/// PyBullet's contact.

#include <tinyxml2.h>

#include <algorithm>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/urdf/parts.h"
#include "surefoot/formats/xml_file.h"
#include "surefoot/formats/yaml.h"

namespace surefoot::formats::urdf {
namespace {

/// The index of a name; -1 after reporting at `element`.
int FindId(const XmlElement& element, const std::string& name, const Ids& ids, const char* message,
           const char* kind, UrdfFile* file) {
  const auto found = ids.find(name);
  if (found != ids.end()) return found->second;
  file->Error(element, message, name, AdviceOn(name, ids, kind));
  return -1;
}

/// The pose of the attributes xyz and rpy of the element itself.
RigidTransform PoseOf(const XmlElement& element, UrdfFile* file) {
  const Vector3d rpy = file->VectorOr(element, "rpy", Vector3d::Zero());
  return RigidTransform(QuaternionFromRpy(rpy.x(), rpy.y(), rpy.z()),
                        file->VectorOr(element, "xyz", Vector3d::Zero()));
}

/// Link and pose of one end of a <loop_joint>; -1 after reporting.
int ReadLoopEnd(const XmlElement& loop, const char* name, const Ids& ids, RigidTransform* X,
                UrdfFile* file) {
  const XmlElement* end = file->RequiredChild(loop, name);
  if (end == nullptr) return -1;
  file->WarnUnknown(*end, {}, {"link", "xyz", "rpy"});
  const auto link = file->Required(*end, "link");
  *X = PoseOf(*end, file);
  if (!link) return -1;
  return FindId(*end, *link, ids, "the end of a loop must be a link of the robot", "links", file);
}

}  // namespace

void AddSensor(world::Sensor sensor, const std::string& owner, std::vector<world::Sensor>* sensors,
               UrdfFile* file) {
  const std::string given = sensor.name;
  for (std::size_t i = sensors->size() + 1; !file->TakeName(owner, sensor.name); ++i) {
    sensor.name = given + "_" + std::to_string(i);
  }
  if (sensor.name != given) {
    file->WarnRepeated(
        "sensor " + given, sensor.source,
        "there is another sensor of this name; this one is renamed to \"" + sensor.name + "\"",
        given, "rename one of them");
  }
  sensors->push_back(std::move(sensor));
}

/// The kind of sensor is the name of its child element or the attribute type.
void ReadUrdfSensor(const XmlElement& element, Robot* robot, UrdfFile* file) {
  const XmlElement* parent = file->RequiredChild(element, "parent");
  world::Sensor sensor;
  sensor.source = file->SourceOf(element);
  sensor.name = file->Required(element, "name").value_or("");
  sensor.type = file->Attribute(element, "type").value_or("");
  for (const char* type : {"camera", "ray"}) {
    if (element.FirstChildElement(type) != nullptr) sensor.type = type;
  }
  sensor.update_rate = file->NumberOr(element, "update_rate", 0.0);
  sensor.X_LS = file->OriginOf(element);
  sensor.element = file->Keep(element);
  if (parent == nullptr) return;
  if (const auto joint = file->Attribute(*parent, "joint")) {
    const int id = FindId(*parent, *joint, robot->joint_ids,
                          "the sensor's parent is not a joint of the robot", "joints", file);
    if (id < 0) return;
    AddSensor(std::move(sensor), "joint " + *joint,
              &robot->model.joints[static_cast<std::size_t>(id)].sensors, file);
    return;
  }
  const auto link = file->Required(*parent, "link");
  if (!link) return;
  const int id = FindId(*parent, *link, robot->link_ids,
                        "the sensor's parent is not a link of the robot", "links", file);
  if (id < 0) return;
  AddSensor(std::move(sensor), "link " + *link,
            &robot->model.links[static_cast<std::size_t>(id)].sensors, file);
}

void ReadFrame(const XmlElement& element, Robot* robot, UrdfFile* file) {
  file->WarnUnknown(element, {}, {"name", "link", "xyz", "rpy"});
  world::Frame frame;
  frame.name = file->Required(element, "name").value_or("");
  const auto link = file->Required(element, "link");
  frame.X_LF = PoseOf(element, file);
  if (!link || frame.name.empty()) return;
  frame.link = FindId(element, *link, robot->link_ids, "a frame must be on a link of the robot",
                      "links", file);
  if (!file->TakeName("frame", frame.name)) {
    file->WarnRepeated("frame", element,
                       "the robot has more than one frame of this name; the first one is used",
                       frame.name, "rename one of them");
    return;
  }
  if (frame.link >= 0) robot->model.frames.push_back(std::move(frame));
}

/// Only <param name="initial_value"> of position interfaces of joints with one degree of freedom:
/// that is what gz_ros2_control applies.
void ReadRos2Control(const XmlElement& element, Robot* robot, UrdfFile* file) {
  for (const XmlElement* joint : ChildrenOf(element, "joint")) {
    const auto id = robot->joint_ids.find(file->Attribute(*joint, "name").value_or(""));
    if (id == robot->joint_ids.end()) continue;
    const auto type = robot->model.joints[static_cast<std::size_t>(id->second)].type;
    if (world::VelocityCount(type) != 1) continue;
    for (const XmlElement* state : ChildrenOf(*joint, "state_interface")) {
      if (file->Attribute(*state, "name").value_or("") != "position") continue;
      for (const XmlElement* param : ChildrenOf(*state, "param")) {
        if (file->Attribute(*param, "name").value_or("") != "initial_value") continue;
        const auto value = file->NumberIn(*param);
        if (value) robot->starts[id->second] = *value;
      }
    }
  }
}

/// The file name is a path or $(find PACKAGE)/..., which is converted to package://. A missing
/// file is a note: models are often loaded without their ROS packages.
void ReadControllers(world::Model* model, UrdfFile* file) {
  for (const world::Plugin& plugin : model->plugins) {
    const world::Element* given = plugin.element.Child("parameters");
    if (given == nullptr || plugin.filename.find("ros2_control") == std::string::npos) continue;
    std::string path = Trimmed(given->text);
    const std::string find = "$(find ";
    if (path.compare(0, find.size(), find) == 0) {
      path.replace(0, find.size(), "package://");
      path.erase(std::min(path.find(')'), path.size() - 1), 1);
    }
    Problems unheard;
    const auto found = file->context().resolver->Resolve(path, file->path());
    const auto text = found.ok() ? ReadTextFile(found.value(), &unheard) : std::nullopt;
    if (!text) {
      file->Note(given->source,
                 "the controllers' parameter file was not found; their behaviour is assumed", path);
      continue;
    }
    world::Element parameters = ParseParameters(*text, found.value());
    parameters.name = "surefoot:ros_parameters";
    model->extensions.push_back(std::move(parameters));
  }
}

/// The joint is added after the tree has been built, so it does not become a part of the tree.
void ReadLoop(const XmlElement& element, Robot* robot, UrdfFile* file) {
  file->WarnUnknown(element, {"link1", "link2", "axis"}, {"name", "type"});
  world::Joint joint;
  joint.name = file->Required(element, "name").value_or("");
  joint.source = file->SourceOf(element);
  const auto type = ReadJointType(element, file);
  joint.parent = ReadLoopEnd(element, "link1", robot->link_ids, &joint.X_PJ, file);
  joint.child = ReadLoopEnd(element, "link2", robot->link_ids, &joint.X_CJ, file);
  if (!type || joint.parent < 0 || joint.child < 0 || joint.name.empty()) return;
  joint.type = *type;
  joint.axes[0].axis_J = Vector3d::UnitX();
  if (const XmlElement* axis = file->Child(element, "axis")) {
    const Vector3d given = file->VectorOr(*axis, "xyz", Vector3d::UnitX());
    if (given.norm() > 1e-9) joint.axes[0].axis_J = given.normalized();
  }
  robot->joint_ids.emplace(joint.name, static_cast<int>(robot->model.joints.size()));
  robot->model.joints.push_back(std::move(joint));
}

/// The pointer to member lets tables of names share this code.
void SetSurface(const XmlElement& element, double world::Surface::*member, world::Link* link,
                UrdfFile* file) {
  const auto value = file->NumberIn(element);
  if (!value) return;
  for (world::Collision& collision : link->collisions) collision.surface.*member = *value;
}

/// lateral_friction sets both directions; PyBullet has no anisotropic friction here.
void ReadContact(const XmlElement& element, world::Link* link, UrdfFile* file) {
  const struct {
    const char* name;
    double world::Surface::*member;
  } numbers[] = {{"lateral_friction", &world::Surface::mu},
                 {"lateral_friction", &world::Surface::mu2},
                 {"rolling_friction", &world::Surface::rolling_friction},
                 {"spinning_friction", &world::Surface::torsional_friction},
                 {"restitution", &world::Surface::restitution},
                 {"stiffness", &world::Surface::stiffness},
                 {"damping", &world::Surface::damping}};
  for (const auto& number : numbers) {
    const XmlElement* child = element.FirstChildElement(number.name);
    if (child == nullptr) continue;
    SetSurface(*child, number.member, link, file);
  }
  link->extensions.push_back(file->Keep(element));
}

}  // namespace surefoot::formats::urdf
