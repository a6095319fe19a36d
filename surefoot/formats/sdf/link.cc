/// Reads links and the elements that links and worlds share: collisions, visuals, sensors, lights,
/// plugins, extensions.

#include <map>

#include "surefoot/formats/extensions.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/convert.h"
#include "surefoot/formats/sdf/loader.h"
#include "surefoot/world/inertia_from_shapes.h"

namespace surefoot::formats {
namespace {

/// An exact comparison: without a rotation the file's digits are kept.
bool IsUnturned(const RigidTransform& X) { return X.q.w() == 1.0 && X.q.vec() == Vector3d::Zero(); }

/// <inertial>: its pose is that of the inertial frame I, whose origin is the centre of mass.
Inertia ReadInertia(const SdfContext& context, const SdfNode& inertial) {
  Inertia inertia;
  inertia.mass = SdfNumber(&inertial, "mass", 1.0);
  const SdfNode* moments = inertial.Child("inertia");
  if (moments == nullptr) {
    context.Warning(inertial, "a mass without <inertia> gets SDF's default of 1 kg m2", "",
                    "write <inertia>, or remove <inertial> to have it computed");
  }
  const auto moment = [&](const char* name, double fallback) {
    return SdfNumber(moments, name, fallback);
  };
  const double ixy = moment("ixy", 0.0), ixz = moment("ixz", 0.0), iyz = moment("iyz", 0.0);
  inertia.I_BBcm_B << moment("ixx", 1.0), ixy, ixz,  //
      ixy, moment("iyy", 1.0), iyz,                  //
      ixz, iyz, moment("izz", 1.0);
  const RigidTransform X_LI = RawPose(inertial.Child("pose"));
  if (!IsUnturned(X_LI)) return ExpressedIn(X_LI, inertia);
  inertia.p_BBcm = X_LI.p;
  return inertia;
}

/// SDF 1.11: <inertial auto="true"> computes the inertia from the shapes.
bool IsAuto(const SdfNode* inertial) {
  if (inertial == nullptr) return false;
  const std::string value = inertial->AttributeOr("auto");
  return value == "true" || value == "1";
}

/// The <density> of the link, else of its first collision with one; nullptr when there is none.
const SdfNode* FindDensity(const SdfNode& link) {
  if (const SdfNode* own = SdfFind(&link, {"inertial", "density"})) return own;
  for (const SdfNode& child : link.children) {
    const SdfNode* density = child.name == "collision" ? child.Child("density") : nullptr;
    if (density != nullptr) return density;
  }
  return nullptr;
}

/// The reflectivity for lasers, kept as <surefoot:laser_retro> for the ray sensors.
void KeepLaserRetro(const SdfContext& context, const SdfNode& node,
                    std::vector<world::Element>* extensions) {
  const SdfNode* retro = node.Child("laser_retro");
  if (retro == nullptr) return;
  extensions->push_back(context.sources->Keep(*retro));
  extensions->back().name = "surefoot:laser_retro";
}

/// std::nullopt for a shape that cannot be used, after reporting.
std::optional<world::Collision> ReadCollision(const SdfContext& context, const SdfNode& node,
                                              const RigidTransform& X_LG) {
  const std::optional<SdfShape> shape = ReadSdfShape(context, node);
  if (!shape) return std::nullopt;
  world::Collision collision;
  collision.name = node.Name();
  collision.source = context.sources->Of(node);
  collision.geometry = shape->geometry;
  collision.X_LG = X_LG * shape->X_GS;
  collision.surface = ReadSdfSurface(context, node);
  collision.extensions = ReadSdfExtensions(context, node);
  KeepLaserRetro(context, node, &collision.extensions);
  for (const world::Element& extension : collision.extensions) {
    ApplyCollisionExtension(extension, &collision, context.problems());
  }
  // The description has no member for slip, so the surface is also kept as written.
  const SdfNode* ode = SdfFind(&node, {"surface", "friction", "ode"});
  if (SdfFind(ode, {"slip1"}) != nullptr || SdfFind(ode, {"slip2"}) != nullptr) {
    collision.extensions.push_back(context.sources->Keep(*node.Child("surface")));
  }
  return collision;
}

std::optional<world::Visual> ReadVisual(const SdfContext& context, const SdfNode& node,
                                        const RigidTransform& X_LG) {
  const std::optional<SdfShape> shape = ReadSdfShape(context, node);
  if (!shape) return std::nullopt;
  world::Visual visual;
  visual.name = node.Name();
  visual.source = context.sources->Of(node);
  visual.geometry = shape->geometry;
  visual.X_LG = X_LG * shape->X_GS;
  visual.extensions = ReadSdfExtensions(context, node);
  // Gazebo's label plugin, for segmentation cameras.
  const SdfNode* label = SdfFind(&node, {"plugin", "label"});
  if (label != nullptr) {
    world::Element element;
    element.name = "surefoot:label";
    element.text = label->text;
    element.source = context.sources->Of(*label);
    visual.extensions.push_back(element);
  }
  KeepLaserRetro(context, node, &visual.extensions);
  visual.material = ReadSdfMaterial(context, node);
  visual.transparency = SdfNumber(&node, "transparency", 0.0);
  visual.cast_shadows = SdfFlag(&node, "cast_shadows", true);
  return visual;
}

/// Computes mass and inertia from the shapes with the file's density (kg/m3).
void FillInertia(const SdfContext& context, const SdfNode& node, world::Link* link) {
  double density = world::kDefaultDensity;
  const SdfNode* given = node.Child("inertial") != nullptr ? FindDensity(node) : nullptr;
  if (given != nullptr) {
    density = ParseQuietly(ParseDouble, given->text).value_or(density);
    if (!(density > 0.0)) {
      context.Error(*given, "the density must be positive", given->text,
                    "write it in kg/m3; water has 1000");
      density = world::kDefaultDensity;
    }
  }
  world::FillMissingInertia(link, density, context.problems());
}

/// Makes the names of one kind of parts unique; duplicates and missing names get a number.
class PartNames {
 public:
  void MakeUnique(const char* kind, std::string* name) {
    if (name->empty()) *name = kind;
    const std::string first = *name;
    int& count = counts_[first];
    while (++count > 1 && counts_.count(*name) > 0) *name = first + "_" + std::to_string(count);
    if (*name != first) counts_[*name] = 1;
  }

 private:
  std::map<std::string, int> counts_;
};

}  // namespace

/// Static links may have an impossible inertia, which has no effect; it is replaced by zero so
/// that validation does not report it.
bool CompleteSdfInertia(const SdfContext& context, const SdfNode& node, bool is_static,
                        world::Link* link) {
  if (is_static) {
    if (!IsPhysical(link->inertia)) link->inertia = Inertia();
    return false;
  }
  const SdfNode* inertial = node.Child("inertial");
  const bool given = inertial != nullptr && !IsAuto(inertial);
  if (given && link->inertia.mass == 0.0) {
    link->inertia = Inertia();
    return true;
  }
  if (!given) FillInertia(context, node, link);
  return false;
}

/// The link's own pose is set by the model's builder, which knows the frames.
world::Link ReadSdfLink(const SdfContext& context, SdfScope* model, SdfScope::Entry* entry) {
  const SdfNode& node = *entry->node;
  world::Link link;
  link.name = entry->name;
  link.source = context.sources->Of(node);
  link.gravity = SdfFlag(&node, "gravity", true);
  link.kinematic = SdfFlag(&node, "kinematic", false);
  link.extensions = ReadSdfExtensions(context, node);
  link.plugins = ReadSdfPlugins(context, node);
  PartNames collisions, visuals, sensors, lights;
  for (const SdfNode& child : node.children) {
    if (child.name == "collision") {
      auto collision = ReadCollision(context, child, model->PoseIn(entry, child));
      if (!collision) continue;
      collisions.MakeUnique("collision", &collision->name);
      link.collisions.push_back(std::move(*collision));
    } else if (child.name == "visual") {
      auto visual = ReadVisual(context, child, model->PoseIn(entry, child));
      if (!visual) continue;
      visuals.MakeUnique("visual", &visual->name);
      link.visuals.push_back(std::move(*visual));
    } else if (child.name == "sensor") {
      link.sensors.push_back(ReadSdfSensor(context, child));
      link.sensors.back().X_LS = model->PoseIn(entry, child);
      sensors.MakeUnique("sensor", &link.sensors.back().name);
    } else if (child.name == "light") {
      link.lights.push_back(ReadSdfLight(context, child));
      link.lights.back().X_PL = model->PoseIn(entry, child);
      lights.MakeUnique("light", &link.lights.back().name);
    } else if (child.name == "inertial" && !IsAuto(&child)) {
      link.inertia = ReadInertia(context, child);
    }
  }
  return link;
}

/// Only what all sensors have in common; the sensor itself reads the kept element.
world::Sensor ReadSdfSensor(const SdfContext& context, const SdfNode& node) {
  world::Sensor sensor;
  sensor.name = node.Name();
  sensor.type = node.AttributeOr("type");
  sensor.update_rate = SdfNumber(&node, "update_rate", 0.0);
  sensor.topic = SdfText(&node, "topic");
  sensor.always_on = SdfFlag(&node, "always_on", false);
  sensor.visualize = SdfFlag(&node, "visualize", false);
  sensor.element = context.sources->Keep(node);
  sensor.source = sensor.element.source;
  return sensor;
}

world::Light ReadSdfLight(const SdfContext& context, const SdfNode& node) {
  world::Light light;
  light.name = node.Name();
  light.type = node.AttributeOr("type");
  light.element = context.sources->Keep(node);
  light.source = light.element.source;
  return light;
}

std::vector<world::Plugin> ReadSdfPlugins(const SdfContext& context, const SdfNode& node) {
  std::vector<world::Plugin> plugins;
  for (const SdfNode& child : node.children) {
    if (child.name != "plugin") continue;
    world::Plugin plugin;
    plugin.name = child.Name();
    plugin.filename = child.AttributeOr("filename");
    plugin.element = context.sources->Keep(child);
    plugin.source = plugin.element.source;
    plugins.push_back(std::move(plugin));
  }
  return plugins;
}

/// The placeholder of a model in another format has a prefix too, but is not an extension.
std::vector<world::Element> ReadSdfExtensions(const SdfContext& context, const SdfNode& node) {
  std::vector<world::Element> extensions;
  for (const SdfNode& child : node.children) {
    if (IsExtension(child.name) && child.name != kForeign) {
      extensions.push_back(context.sources->Keep(child));
    }
  }
  return extensions;
}

}  // namespace surefoot::formats
