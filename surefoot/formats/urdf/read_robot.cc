/// Reads <robot>: its parts in order, then what depends on all of them.

#include <tinyxml2.h>

#include <cstring>
#include <filesystem>
#include <set>

#include "surefoot/formats/extensions.h"
#include "surefoot/formats/urdf/parts.h"
#include "surefoot/world/inertia_from_shapes.h"
#include "surefoot/world/validate/validate.h"

namespace surefoot::formats::urdf {
namespace {

/// Reading stops after this many errors: a damaged file has an error in every line.
constexpr int kMaxErrors = 500;

/// Calls `read` for the children of that name, until there are too many errors.
template <typename Read>
void ForEach(const XmlElement& robot, const char* name, UrdfFile* file, Read read) {
  for (const XmlElement* element : ChildrenOf(robot, name)) {
    if (file->error_count() > kMaxErrors) return;
    read(*element);
  }
}

/// Registers a name; returns false after reporting that it is missing or already in use.
bool AddName(const std::string& name, int index, const char* kind, const Source& source, Ids* ids,
             UrdfFile* file) {
  if (name.empty()) return false;
  if (ids->emplace(name, index).second) return true;
  return file->Error(source, std::string("the robot has more than one ") + kind + " of this name",
                     name, "rename one of them");
}

/// Returns false when a link has no unique name.
bool ReadLinks(const XmlElement& element, Robot* robot, UrdfFile* file) {
  const Materials materials = ReadMaterials(element, file);
  bool ok = true;
  ForEach(element, "link", file, [&](const XmlElement& link_element) {
    world::Link link = ReadLink(link_element, materials, file);
    const int index = static_cast<int>(robot->model.links.size());
    ok = AddName(link.name, index, "link", link.source, &robot->link_ids, file) && ok;
    robot->model.links.push_back(std::move(link));
  });
  return ok;
}

/// Some files connect joints to "world" without a link of that name; the link is added, with a
/// note.
void DeclareWorld(const XmlElement& element, Robot* robot, UrdfFile* file) {
  if (robot->link_ids.count("world") > 0) return;
  for (const XmlElement* joint : ChildrenOf(element, "joint")) {
    const XmlElement* parent = joint->FirstChildElement("parent");
    if (parent == nullptr || file->Attribute(*parent, "link") != "world") continue;
    file->Note(*parent, "the robot has no link of this name; it is treated as the world itself",
               "world", "add <link name=\"world\"/>");
    world::Link link;
    link.name = "world";
    link.source = file->SourceOf(*parent);
    robot->link_ids.emplace("world", static_cast<int>(robot->model.links.size()));
    robot->model.links.push_back(std::move(link));
    return;
  }
}

/// Returns false when a joint cannot be used.
bool ReadJoints(const XmlElement& element, Robot* robot, UrdfFile* file) {
  bool ok = true;
  ForEach(element, "joint", file, [&](const XmlElement& joint_element) {
    world::Joint joint;
    if (!ReadJoint(joint_element, *robot, &joint, file)) {
      ok = false;
      return;
    }
    const int index = static_cast<int>(robot->model.joints.size());
    ok = AddName(joint.name, index, "joint", joint.source, &robot->joint_ids, file) && ok;
    robot->model.joints.push_back(std::move(joint));
  });
  if (!ok) return false;
  ForEach(element, "joint", file,
          [&](const XmlElement& joint_element) { ReadMimic(joint_element, robot, file); });
  return true;
}

/// Applies the <surefoot:...> elements of the joints, then those of the model, which override
/// them.
void ApplyExtensions(world::Model* model, Problems* problems) {
  for (std::size_t j = 0; j < model->joints.size(); ++j) {
    for (const world::Element& element : model->joints[j].extensions) {
      ApplyJointExtension(element, static_cast<int>(j), model, problems);
    }
  }
  for (const world::Element& element : model->extensions) {
    ApplyModelExtension(element, "", model, problems);
  }
}

/// The robot's name; the file name without extensions when it has none.
std::string NameOf(const XmlElement& element, UrdfFile* file) {
  const std::string name = file->Attribute(element, "name").value_or("");
  if (!name.empty()) return name;
  const std::string stem = std::filesystem::path(file->path()).filename().string();
  const std::string made = stem.substr(0, stem.find('.'));
  file->Warning(element, "<robot> has no name; it is named \"" + made + "\" after its file", "",
                "write <robot name=\"...\">");
  return made.empty() ? "robot" : made;
}

/// Reads <mujoco><compiler meshdir="..."/></mujoco>, the extension of URDF that MuJoCo defines.
void ReadMujoco(const XmlElement& element, UrdfFile* file) {
  const XmlElement* compiler = element.FirstChildElement("compiler");
  if (compiler == nullptr) return;
  if (const auto folder = file->Attribute(*compiler, "meshdir")) file->set_mesh_folder(*folder);
}

/// True for PyBullet's way to declare a static object: a mass of 0 and no moving joints.
bool IsDeclaredStatic(const XmlElement& element, const world::Model& model, UrdfFile* file) {
  for (const world::Joint& joint : model.joints) {
    if (joint.type != world::JointType::kFixed) return false;
  }
  bool written = false, touches = false;
  for (const world::Link& link : model.links) {
    if (link.inertia.mass != 0.0) return false;
    touches = touches || !link.collisions.empty();
  }
  ForEach(element, "link", file, [&](const XmlElement& link) {
    const XmlElement* inertial = link.FirstChildElement("inertial");
    const XmlElement* mass = inertial ? inertial->FirstChildElement("mass") : nullptr;
    written = written || (mass != nullptr && mass->DoubleAttribute("value", 1.0) == 0.0);
  });
  return written && touches;
}

/// Reports what world::Validate() would find, also when the file cannot be loaded, so that the
/// user sees all errors at once. Lines that already have an error are skipped.
void ReportMore(world::Model model, UrdfFile* file) {
  if (model.links.empty()) return;
  // The mass of moving bodies cannot be judged on an incomplete robot; a static model is not
  // checked for it.
  model.is_static = true;
  Problems found;
  world::Validate(model, &found);
  std::set<int> lines;
  for (const Problem& problem : file->problems().all()) {
    if (problem.severity == Severity::kError) lines.insert(problem.source.line);
  }
  for (const Problem& problem : found.all()) {
    if (problem.severity != Severity::kError || lines.count(problem.source.line) > 0) continue;
    file->Error(problem.source, problem.message, problem.value, problem.advice);
  }
}

/// Reads everything that refers to links and joints by name.
void ReadParts(const XmlElement& element, Robot* robot, UrdfFile* file) {
  world::Model& model = robot->model;
  ForEach(element, "gazebo", file, [&](const XmlElement& e) { ReadGazebo(e, robot, file); });
  ForEach(element, "sensor", file, [&](const XmlElement& e) { ReadUrdfSensor(e, robot, file); });
  ForEach(element, "frame", file, [&](const XmlElement& e) { ReadFrame(e, robot, file); });
  ForEach(element, "drake:frame", file, [&](const XmlElement& e) { ReadFrame(e, robot, file); });
  ForEach(element, "ros2_control", file,
          [&](const XmlElement& e) { ReadRos2Control(e, robot, file); });
  ReadControllers(&model, file);
  for (const char* kept : {"transmission", "ros2_control", "mujoco", "collision_filter_group"}) {
    ForEach(element, kept, file,
            [&](const XmlElement& e) { model.extensions.push_back(file->Keep(e)); });
  }
  for (world::Element& extension : file->KeepPrefixed(element)) {
    model.extensions.push_back(std::move(extension));
  }
}

/// The steps that need all links and joints. The order matters: positions and extensions are
/// applied before the start is checked against the limits.
bool Complete(const XmlElement& element, Robot* robot, UrdfFile* file) {
  world::Model& model = robot->model;
  if (!ConnectLinks(robot, file)) return false;
  ForEach(element, "loop_joint", file, [&](const XmlElement& e) { ReadLoop(e, robot, file); });
  for (const auto& [joint, position] : robot->starts) {
    model.initial_positions.push_back(world::InitialPosition{joint, 0, position});
  }
  ApplyExtensions(&model, &file->problems());
  if (IsDeclaredStatic(element, model, file)) {
    model.is_static = true;
    file->Note(model.source, "the robot has a mass of 0 and no moving parts: it is static",
               model.name, "write a positive mass if it must move");
  }
  RepairInertia(&model, file);
  world::FillMasslessBodies(&model, world::kDefaultDensity, &file->problems());
  StartWithinLimits(&model, file);
  return true;
}

}  // namespace

bool ReadRobot(const XmlElement& element, world::Model* result, UrdfFile* file) {
  file->WarnUnknown(element,
                    {"link", "joint", "material", "gazebo", "transmission", "ros2_control",
                     "sensor", "frame", "loop_joint", "mujoco", "collision_filter_group"},
                    {"name", "version"});
  Robot robot;
  world::Model& model = robot.model;
  model.name = NameOf(element, file);
  model.source = file->SourceOf(element);
  ForEach(element, "mujoco", file, [&](const XmlElement& e) { ReadMujoco(e, file); });
  const bool links_ok = ReadLinks(element, &robot, file);
  DeclareWorld(element, &robot, file);
  const bool joints_ok = ReadJoints(element, &robot, file);
  ReadParts(element, &robot, file);
  // Missing links or joints would only cause false errors about the tree.
  const bool stopped = file->error_count() > kMaxErrors;
  if (stopped) file->Error(model.source, "too many errors; reading stopped");
  const bool complete = !stopped && links_ok && joints_ok && Complete(element, &robot, file);
  if (file->error_count() > 0 && !stopped) ReportMore(model, file);
  *result = std::move(model);
  return complete;
}

}  // namespace surefoot::formats::urdf
