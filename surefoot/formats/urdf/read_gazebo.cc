/// Reads <gazebo> tags, which hold what URDF has no elements for: friction, sensors, plugins,
/// lights.

#include <tinyxml2.h>

#include <array>
#include <cmath>
#include <cstring>
#include <sstream>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/urdf/parts.h"

namespace surefoot::formats::urdf {
namespace {

/// The descendant at a path such as "friction/ode/mu"; nullptr when there is none.
const XmlElement* Below(const XmlElement& element, const std::string& path) {
  const XmlElement* at = &element;
  std::istringstream names(path);
  for (std::string name; at != nullptr && std::getline(names, name, '/');) {
    at = at->FirstChildElement(name.c_str());
  }
  return at;
}

/// A number of a surface, and the path at which it is written.
struct SurfaceNumber {
  const char* path;
  double world::Surface::*member;
};

/// Applies SDF's <surface> to all collisions of a link.
void ApplySurfaceBlock(const XmlElement& surface, world::Link* link, UrdfFile* file) {
  using world::Surface;
  constexpr SurfaceNumber kNumbers[] = {
      {"friction/ode/mu1", &Surface::mu},
      {"friction/ode/mu", &Surface::mu},
      {"friction/ode/mu2", &Surface::mu2},
      {"friction/bullet/rolling_friction", &Surface::rolling_friction},
      {"bounce/restitution_coefficient", &Surface::restitution},
      {"bounce/threshold", &Surface::restitution_threshold},
      {"contact/ode/kp", &Surface::stiffness},
      {"contact/ode/kd", &Surface::damping}};
  for (const SurfaceNumber& number : kNumbers) {
    if (const XmlElement* element = Below(surface, number.path)) {
      SetSurface(*element, number.member, link, file);
    }
  }
}

void SetColor(const XmlElement& material, const char* name, Eigen::Vector4d* color,
              UrdfFile* file) {
  const XmlElement* element = material.FirstChildElement(name);
  if (element == nullptr) return;
  const auto value =
      ParseColor(file->ValueOf(*element), file->SourceOf(*element), &file->problems());
  if (value) *color = *value;
}

/// The colour of a Gazebo material script; nullptr when it is unknown. From Gazebo Classic's
/// media/materials/scripts/gazebo.material.
const Eigen::Vector4d* GazeboColor(const std::string& name) {
  static const std::array<std::pair<const char*, Eigen::Vector4d>, 15> colors = {{
      {"Gazebo/Black", {0.0, 0.0, 0.0, 1.0}},
      {"Gazebo/FlatBlack", {0.1, 0.1, 0.1, 1.0}},
      {"Gazebo/DarkGrey", {0.175, 0.175, 0.175, 1.0}},
      {"Gazebo/DarkGray", {0.175, 0.175, 0.175, 1.0}},
      {"Gazebo/Grey", {0.7, 0.7, 0.7, 1.0}},
      {"Gazebo/Gray", {0.7, 0.7, 0.7, 1.0}},
      {"Gazebo/White", {1.0, 1.0, 1.0, 1.0}},
      {"Gazebo/Red", {1.0, 0.0, 0.0, 1.0}},
      {"Gazebo/Green", {0.0, 1.0, 0.0, 1.0}},
      {"Gazebo/Blue", {0.0, 0.0, 1.0, 1.0}},
      {"Gazebo/Yellow", {1.0, 1.0, 0.0, 1.0}},
      {"Gazebo/Orange", {1.0, 0.5088, 0.0468, 1.0}},
      {"Gazebo/Purple", {1.0, 0.0, 1.0, 1.0}},
      {"Gazebo/Turquoise", {0.0, 1.0, 1.0, 1.0}},
      {"Gazebo/Indigo", {0.33, 0.0, 0.5, 1.0}},
  }};
  for (const auto& [known, color] : colors) {
    if (name == known) return &color;
  }
  return nullptr;
}

/// Applies SDF's <material>. One without a known colour is ignored, so the visuals keep theirs.
void ApplyMaterialBlock(const XmlElement& element, world::Link* link, UrdfFile* file) {
  world::Material material;
  material.element = file->Keep(element);
  if (const XmlElement* name = Below(element, "script/name")) {
    material.name = file->ValueOf(*name);
    if (const Eigen::Vector4d* color = GazeboColor(material.name)) {
      material.ambient = material.diffuse = *color;
    }
  }
  const bool known = GazeboColor(material.name) != nullptr;
  const bool colored = element.FirstChildElement("diffuse") || element.FirstChildElement("ambient");
  if (!known && !colored) return;
  SetColor(element, "ambient", &material.ambient, file);
  material.diffuse = colored && !known ? material.ambient : material.diffuse;
  SetColor(element, "diffuse", &material.diffuse, file);
  SetColor(element, "specular", &material.specular, file);
  SetColor(element, "emissive", &material.emissive, file);
  for (world::Visual& visual : link->visuals) visual.material = material;
}

/// Applies SDF's <visual> or <collision>, which Gazebo merges into those of the link.
void ApplySdfBlock(const XmlElement& element, world::Link* link, UrdfFile* file) {
  if (const XmlElement* material = element.FirstChildElement("material")) {
    ApplyMaterialBlock(*material, link, file);
  }
  if (const XmlElement* surface = element.FirstChildElement("surface")) {
    ApplySurfaceBlock(*surface, link, file);
  }
  if (const XmlElement* clear = element.FirstChildElement("transparency")) {
    const auto value = file->NumberIn(*clear);
    for (world::Visual& visual : link->visuals) {
      visual.transparency = value.value_or(visual.transparency);
    }
  }
}

bool Is(const XmlElement& element, const char* name) {
  return std::strcmp(element.Name(), name) == 0;
}

std::optional<bool> BoolIn(const XmlElement& element, UrdfFile* file) {
  return ParseBool(file->ValueOf(element), file->SourceOf(element), &file->problems());
}

/// The pose of <pose>x y z roll pitch yaw</pose> (m, rad; `degrees` is an attribute), the identity
/// when there is none.
RigidTransform PoseIn(const XmlElement& parent, UrdfFile* file) {
  const XmlElement* element = file->Child(parent, "pose");
  if (element == nullptr) return RigidTransform();
  const Source source = file->SourceOf(*element);
  const auto v = ParseVector(file->ValueOf(*element), 6, source, &file->problems());
  if (!v) return RigidTransform();
  if (file->Attribute(*element, "relative_to").value_or("") != "") {
    file->Warning(source, "relative_to is ignored: the pose is relative to the link",
                  *file->Attribute(*element, "relative_to"));
  }
  const auto degrees = file->Attribute(*element, "degrees");
  const bool in_degrees = degrees && ParseBool(*degrees, source, &file->problems()).value_or(false);
  const double unit = in_degrees ? M_PI / 180.0 : 1.0;
  return RigidTransform(QuaternionFromRpy((*v)[3] * unit, (*v)[4] * unit, (*v)[5] * unit),
                        Vector3d((*v)[0], (*v)[1], (*v)[2]));
}

/// Plugins are interpreted by surefoot/plugins after the model has been read.
world::Plugin ReadPlugin(const XmlElement& element, UrdfFile* file) {
  world::Plugin plugin;
  plugin.source = file->SourceOf(element);
  plugin.name = file->Attribute(element, "name").value_or("");
  plugin.filename = file->Required(element, "filename").value_or("");
  plugin.element = file->Keep(element);
  return plugin;
}

/// Name, type and pose are read here; the other values are read later from the kept element.
world::Light ReadLight(const XmlElement& element, UrdfFile* file) {
  world::Light light;
  light.source = file->SourceOf(element);
  light.name = file->Required(element, "name").value_or("");
  light.type = file->Required(element, "type").value_or("");
  light.X_PL = PoseIn(element, file);
  light.element = file->Keep(element);
  return light;
}

/// Reads Gazebo's <sensor>; the element is kept for the sensor's own settings.
world::Sensor ReadSensor(const XmlElement& element, UrdfFile* file) {
  world::Sensor sensor;
  sensor.source = file->SourceOf(element);
  sensor.name = file->Required(element, "name").value_or("");
  sensor.type = file->Required(element, "type").value_or("");
  sensor.X_LS = PoseIn(element, file);
  sensor.element = file->Keep(element);
  if (const XmlElement* rate = file->Child(element, "update_rate")) {
    sensor.update_rate = file->NumberIn(*rate).value_or(0.0);
  }
  if (const XmlElement* topic = file->Child(element, "topic")) sensor.topic = file->ValueOf(*topic);
  if (const XmlElement* on = file->Child(element, "always_on")) {
    sensor.always_on = BoolIn(*on, file).value_or(false);
  }
  if (const XmlElement* shown = file->Child(element, "visualize")) {
    sensor.visualize = BoolIn(*shown, file).value_or(false);
  }
  return sensor;
}

/// Gazebo's material overrides URDF's.
void ApplyMaterial(const XmlElement& element, world::Link* link, UrdfFile* file) {
  const std::string name = file->ValueOf(element);
  const Eigen::Vector4d* color = GazeboColor(name);
  if (color == nullptr) {
    file->NoteOnce("material " + name, file->SourceOf(element),
                   "the colour of this Gazebo material is unknown", name,
                   "the visuals keep their own colours");
    return;
  }
  for (world::Visual& visual : link->visuals) {
    world::Material material;
    material.name = name;
    material.ambient = material.diffuse = *color;
    material.element = file->Keep(element);
    visual.material = std::move(material);
  }
}

/// fdir1 is in the collision's frame; mu applies along it, mu2 across.
void SetFrictionDirection(const XmlElement& element, world::Link* link, UrdfFile* file) {
  const auto value =
      ParseVector3(file->ValueOf(element), file->SourceOf(element), &file->problems());
  if (!value) return;
  // A zero vector lets the engine choose the direction.
  const Vector3d direction = value->norm() > 1e-9 ? value->normalized() : Vector3d::Zero();
  for (world::Collision& collision : link->collisions) {
    collision.surface.friction_direction = direction;
  }
}

/// Returns false when the element is not a number of the surface.
bool ApplySurface(const XmlElement& element, world::Link* link, UrdfFile* file) {
  using world::Surface;
  constexpr SurfaceNumber kNumbers[] = {{"mu1", &Surface::mu},
                                        {"mu", &Surface::mu},
                                        {"mu2", &Surface::mu2},
                                        {"kp", &Surface::stiffness},
                                        {"kd", &Surface::damping}};
  for (const SurfaceNumber& number : kNumbers) {
    if (!Is(element, number.path)) continue;
    SetSurface(element, number.member, link, file);
    return true;
  }
  if (!Is(element, "fdir1")) return false;
  SetFrictionDirection(element, link, file);
  return true;
}

/// Warns of a tag that is nearly a known one. Other unknown tags are kept silently: <gazebo> may
/// contain anything.
void WarnIfMisspelt(const XmlElement& element, const char* known, UrdfFile* file) {
  if (HasPrefix(element.Name())) return;
  const std::string nearest = NearestName(element.Name(), SplitWords(known));
  if (nearest.empty() || nearest == element.Name()) return;
  file->Warning(element, "unknown tag", element.Name(), "did you mean \"" + nearest + "\"?");
}

/// Applies tags that concern the whole model, wherever they are written. Returns false for others.
bool ApplyToModel(const XmlElement& element, world::Model* model, UrdfFile* file) {
  if (Is(element, "static")) {
    model->is_static = BoolIn(element, file).value_or(model->is_static);
  } else if (Is(element, "self_collide") || Is(element, "selfCollide")) {
    model->self_collide = BoolIn(element, file).value_or(false) || model->self_collide;
  } else {
    return false;
  }
  return true;
}

/// Applies a tag with a link as its reference. Tags without effect here are kept for plugins and
/// engines that know them.
void ApplyToLink(const XmlElement& element, world::Link* link, world::Model* model,
                 UrdfFile* file) {
  constexpr const char* kKnown =
      "mu1 mu2 kp kd fdir1 minDepth maxVel maxContacts selfCollide material sensor plugin "
      "light gravity kinematic turnGravityOff dampingFactor laserRetro visual collision "
      "self_collide velocity_decay maxVel max_contacts projector static enable_wind surface "
      "stopKp stopKd";
  if (ApplySurface(element, link, file)) return;
  if (Is(element, "sensor")) {
    AddSensor(ReadSensor(element, file), "link " + link->name, &link->sensors, file);
  } else if (Is(element, "plugin")) {
    link->plugins.push_back(ReadPlugin(element, file));
  } else if (Is(element, "light")) {
    link->lights.push_back(ReadLight(element, file));
  } else if (Is(element, "material") && element.FirstChildElement() == nullptr) {
    ApplyMaterial(element, link, file);
  } else if (Is(element, "material")) {
    ApplyMaterialBlock(element, link, file);
  } else if (Is(element, "visual") || Is(element, "collision") || Is(element, "surface")) {
    if (Is(element, "surface")) ApplySurfaceBlock(element, link, file);
    ApplySdfBlock(element, link, file);
    link->extensions.push_back(file->Keep(element));
  } else if (Is(element, "turnGravityOff")) {
    link->gravity = !BoolIn(element, file).value_or(!link->gravity);
  } else if (Is(element, "gravity")) {
    link->gravity = BoolIn(element, file).value_or(link->gravity);
  } else if (Is(element, "kinematic")) {
    link->kinematic = BoolIn(element, file).value_or(link->kinematic);
  } else if (Is(element, "selfCollide") || Is(element, "self_collide")) {
    ApplyToModel(element, model, file);
    if (model->self_collide) {
      file->NoteOnce("selfCollide", file->SourceOf(element),
                     "selfCollide applies to all links of the model, not only to this one",
                     link->name);
    }
  } else {
    WarnIfMisspelt(element, kKnown, file);
    link->extensions.push_back(file->Keep(element));
    ApplySurfaceToLink(link->extensions.back(), link, file);
  }
}

/// Applies a tag with a joint as its reference.
void ApplyToJoint(const XmlElement& element, int index, Robot* robot, UrdfFile* file) {
  world::Model* model = &robot->model;
  constexpr const char* kKnown =
      "springStiffness springReference implicitSpringDamper initial_joint_position "
      "provideFeedback stopCfm stopErp stopKp stopKd springDamping dampingFactor physics axis "
      "plugin fudgeFactor cfmDamping preserveFixedJoint sensor disableFixedJointLumping";
  world::Joint& joint = model->joints[static_cast<std::size_t>(index)];
  if (Is(element, "springStiffness")) {
    joint.axes[0].spring_stiffness = file->NumberIn(element).value_or(0.0);
  } else if (Is(element, "springReference")) {
    joint.axes[0].spring_reference = file->NumberIn(element).value_or(0.0);
  } else if (Is(element, "initial_joint_position")) {
    const auto value = file->NumberIn(element);
    if (value) robot->starts[index] = *value;
  } else if (Is(element, "sensor")) {
    AddSensor(ReadSensor(element, file), "joint " + joint.name, &joint.sensors, file);
  } else {
    WarnIfMisspelt(element, kKnown, file);
    joint.extensions.push_back(file->Keep(element));
  }
}

/// A tag without reference. Unknown elements are kept for plugins.
void ApplyToRobot(const XmlElement& element, world::Model* model, UrdfFile* file) {
  constexpr const char* kKnown =
      "plugin static self_collide enable_wind gravity gripper link joint pose";
  if (ApplyToModel(element, model, file)) return;
  if (Is(element, "plugin")) {
    model->plugins.push_back(ReadPlugin(element, file));
    return;
  }
  if (Is(element, "link") || Is(element, "joint")) {
    file->WarnRepeated(
        std::string("sdf ") + element.Name(), element,
        std::string("an SDF <") + element.Name() + "> in a <gazebo> tag is kept, but not simulated",
        file->Attribute(element, "name").value_or(""), "write it in URDF");
  }
  if (Is(element, "sensor")) {
    file->Warning(element, "a sensor must be on a link; it is ignored",
                  file->Attribute(element, "name").value_or(""),
                  "write <gazebo reference=\"LINK\">");
  }
  WarnIfMisspelt(element, kKnown, file);
  model->extensions.push_back(file->Keep(element));
}

}  // namespace

/// A tag with an unknown reference is a warning, as in Gazebo: macros often leave such tags.
void ReadGazebo(const XmlElement& element, Robot* robot, UrdfFile* file) {
  file->WarnUnknownAttributes(element, {"reference"});
  const std::string reference = file->Attribute(element, "reference").value_or("");
  world::Model& model = robot->model;
  if (reference.empty()) {
    for (const XmlElement* child : ChildrenOf(element)) ApplyToRobot(*child, &model, file);
    return;
  }
  const auto link = robot->link_ids.find(reference);
  const auto joint = robot->joint_ids.find(reference);
  if (link != robot->link_ids.end()) {
    world::Link& target = model.links[static_cast<std::size_t>(link->second)];
    for (const XmlElement* child : ChildrenOf(element)) ApplyToLink(*child, &target, &model, file);
  } else if (joint != robot->joint_ids.end()) {
    for (const XmlElement* child : ChildrenOf(element)) {
      ApplyToJoint(*child, joint->second, robot, file);
    }
  } else {
    const std::string key = "reference " + reference;
    std::string advice;
    if (file->IsNewKind(key)) {
      Ids ids = robot->link_ids;
      ids.insert(robot->joint_ids.begin(), robot->joint_ids.end());
      advice = AdviceOn(reference, ids, "links and joints");
    }
    file->WarnRepeated(key, element,
                       "the robot has no link or joint of this name; the tag is ignored", reference,
                       advice);
  }
}

}  // namespace surefoot::formats::urdf
