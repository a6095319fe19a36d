#include "surefoot/formats/urdf/urdf.h"

#include <tinyxml2.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "surefoot/formats/assets.h"
#include "surefoot/formats/extensions.h"
#include "surefoot/formats/urdf/parts.h"
#include "surefoot/formats/xml_file.h"
#include "surefoot/world/inertia_from_shapes.h"

namespace surefoot::formats {
namespace urdf {
namespace {

/// About as many opening brackets as a robot of 100,000 links has; more cost gigabytes.
constexpr std::ptrdiff_t kMaxBrackets = 4'000'000;
/// One more error than this helps nobody.
constexpr int kMaxErrors = 500;

/// Children of the robot of that name, while errors are few enough.
template <typename Read>
void ForEach(const XmlElement& robot, const char* name, UrdfFile* file, Read read) {
  for (const XmlElement* element = robot.FirstChildElement(name); element != nullptr;
       element = element->NextSiblingElement(name)) {
    if (file->error_count() > kMaxErrors) return;
    read(*element);
  }
}

/// False after reporting that the name is missing or used before.
bool AddName(const std::string& name, int index, const char* kind, const Source& source, Ids* ids,
             UrdfFile* file) {
  if (name.empty()) return false;
  if (ids->emplace(name, index).second) return true;
  file->problems().Error(source,
                         std::string("the robot has more than one ") + kind + " of this name", name,
                         "rename one of them");
  return false;
}

/// False when a link has no name of its own.
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

/// Some files hang joints on the world without a link of that name.
void DeclareWorld(const XmlElement& element, Robot* robot, UrdfFile* file) {
  if (robot->link_ids.count("world") > 0) return;
  for (const XmlElement* joint = element.FirstChildElement("joint"); joint != nullptr;
       joint = joint->NextSiblingElement("joint")) {
    const XmlElement* parent = joint->FirstChildElement("parent");
    if (parent == nullptr || file->Attribute(*parent, "link") != "world") continue;
    file->problems().Note(file->SourceOf(*parent),
                          "there is no link of this name; it is taken as "
                          "the world itself",
                          "world", "add <link name=\"world\"/>");
    world::Link link;
    link.name = "world";
    link.source = file->SourceOf(*parent);
    robot->link_ids.emplace("world", static_cast<int>(robot->model.links.size()));
    robot->model.links.push_back(std::move(link));
    return;
  }
}

/// False when a joint cannot be used.
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

/// The <sensor> of URDF itself: <parent link=""/>, <origin/>, and <camera> or <ray>.
void ReadUrdfSensor(const XmlElement& element, Robot* robot, UrdfFile* file) {
  file->WarnUnknown(element, {"parent", "origin", "camera", "ray"},
                    {"name", "update_rate", "type", "id"});
  const XmlElement* parent = file->RequiredChild(element, "parent");
  const auto link_name = parent != nullptr ? file->Required(*parent, "link") : std::nullopt;
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
  if (!link_name) return;
  const auto link = robot->link_ids.find(*link_name);
  if (link == robot->link_ids.end()) {
    file->problems().Error(file->SourceOf(*parent), "the sensor's parent is no link of the robot",
                           *link_name, AdviceOn(*link_name, robot->link_ids, "links"));
    return;
  }
  robot->model.links[static_cast<std::size_t>(link->second)].sensors.push_back(std::move(sensor));
}

/// Carries out the <surefoot:...> elements of the joints, then those of the model.
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

/// False when no model came out.
bool ReadRobot(const XmlElement& element, Robot* robot, UrdfFile* file) {
  file->WarnUnknown(
      element, {"link", "joint", "material", "gazebo", "transmission", "ros2_control", "sensor"},
      {"name", "version"});
  world::Model& model = robot->model;
  model.name = file->Required(element, "name").value_or("");
  model.source = file->SourceOf(element);
  const bool links_ok = ReadLinks(element, robot, file);
  DeclareWorld(element, robot, file);
  const bool joints_ok = ReadJoints(element, robot, file);
  ForEach(element, "gazebo", file, [&](const XmlElement& e) { ReadGazebo(e, robot, file); });
  ForEach(element, "sensor", file, [&](const XmlElement& e) { ReadUrdfSensor(e, robot, file); });
  for (const char* kept : {"transmission", "ros2_control"}) {
    ForEach(element, kept, file,
            [&](const XmlElement& e) { model.extensions.push_back(file->Keep(e)); });
  }
  for (world::Element& extension : file->KeepPrefixed(element)) {
    model.extensions.push_back(std::move(extension));
  }
  // A robot with links or joints missing would only give false alarms about its tree.
  const bool stopped = file->error_count() > kMaxErrors;
  if (stopped) file->problems().Error(model.source, "too many errors; reading stopped");
  if (stopped || !links_ok || !joints_ok || !ConnectLinks(robot, file)) return false;
  ApplyExtensions(&model, &file->problems());
  world::FillMasslessBodies(&model, world::kDefaultDensity, &file->problems());
  return true;
}

bool CheckRoot(const XmlElement& root, UrdfFile* file) {
  if (std::strcmp(root.Name(), "robot") == 0) return true;
  std::string advice = "a URDF file begins with <robot name=\"...\">";
  if (std::strcmp(root.Name(), "sdf") == 0) advice = "this is SDF; name the file .sdf";
  if (std::strcmp(root.Name(), "mujoco") == 0) advice = "this is MJCF";
  file->problems().Error(file->SourceOf(root), "not a URDF file: its first element is not <robot>",
                         root.Name(), advice);
  return false;
}

bool Read(const std::string& path, const ReadContext& given, world::WorldSpec* spec,
          bool* is_model) {
  AssetCache own_assets;
  ReadContext context = given;
  if (context.assets == nullptr) context.assets = &own_assets;
  UrdfFile file(path, context);
  const auto text = ReadTextFile(path, context.problems);
  if (!text) return false;
  const std::ptrdiff_t brackets = std::count(text->begin(), text->end(), '<');
  if (brackets > kMaxBrackets) {
    context.problems->Error(Source{path, 0, ""}, "the file has too many elements",
                            std::to_string(brackets),
                            "at most " + std::to_string(kMaxBrackets / 2) + " are accepted");
    return false;
  }
  tinyxml2::XMLDocument document;
  if (!ParseXml(*text, path, context.problems, &document)) return false;
  const XmlElement& root = *document.RootElement();
  if (!CheckRoot(root, &file) || !CheckMarkup(root, &file)) return false;
  Robot robot;
  if (!ReadRobot(root, &robot, &file)) return false;
  world::ModelInstance instance;
  instance.name = robot.model.name;
  instance.model = std::make_shared<const world::Model>(std::move(robot.model));
  spec->models = {std::move(instance)};
  *is_model = true;
  return true;
}

/// True when the first element is <robot>.
bool Matches(const std::string& head) {
  std::size_t at = 0;
  while ((at = head.find('<', at)) != std::string::npos) {
    if (head.compare(at, 4, "<!--") == 0) {
      at = head.find("-->", at);
    } else if (head.compare(at, 2, "<?") == 0 || head.compare(at, 2, "<!") == 0) {
      at = head.find('>', at);
    } else {
      const std::size_t end = head.find_first_of(" \t\r\n/>", at);
      return head.substr(at, end - at) == "<robot";
    }
    if (at == std::string::npos) return false;
  }
  return false;
}

}  // namespace
}  // namespace urdf

Format MakeUrdfFormat() {
  Format format;
  format.help = "URDF, the robot description of ROS, with <gazebo> tags; xacro must be run before";
  format.endings = {"urdf", "xacro"};
  format.matches = &urdf::Matches;
  format.read = &urdf::Read;
  return format;
}

}  // namespace surefoot::formats
