#include "surefoot/formats/markup.h"
#include "surefoot/formats/sdf/write/write_parts.h"

namespace surefoot::formats {
namespace {

using world::Element;

/// Mass (kg) and moment (kg m2) of a massless link in the file: the smallest that other programs
/// accept. <surefoot:massless> marks it for Surefoot.
constexpr double kMinMass = 1e-6;
constexpr double kMinMoment = 1e-9;

/// The inertia is written about the centre of mass in the link's axes, so <inertial> needs no
/// rotation. Computed inertias are marked: the reader then knows that the file did not give them.
void AddInertial(const world::Link& link, bool is_static, Element* element) {
  const Inertia& inertia = link.inertia;
  const bool massless = inertia.mass == 0.0;
  if (massless && is_static) return;
  const Matrix3d I = massless ? Matrix3d(kMinMoment * Matrix3d::Identity()) : inertia.I_BBcm_B;
  Element& inertial = AddChild(element, "inertial");
  AddSdfPose(RigidTransform(inertia.p_BBcm), &inertial);
  AddChild(&inertial, "mass", NumberText(massless ? kMinMass : inertia.mass));
  Element& moments = AddChild(&inertial, "inertia");
  AddChild(&moments, "ixx", NumberText(I(0, 0)));
  AddChild(&moments, "ixy", NumberText(I(0, 1)));
  AddChild(&moments, "ixz", NumberText(I(0, 2)));
  AddChild(&moments, "iyy", NumberText(I(1, 1)));
  AddChild(&moments, "iyz", NumberText(I(1, 2)));
  AddChild(&moments, "izz", NumberText(I(2, 2)));
  if (massless) AddChild(element, "surefoot:massless");
  if (link.inertia_computed) AddChild(element, "surefoot:computed_inertia");
}

/// A stiffness or damping equal to SDF's default, which the reader would take as not given.
void AddContact(const world::Surface& surface, Element* element) {
  const bool stiff = surface.stiffness >= 1e12;
  const bool damped = surface.damping == 1.0;
  if (!stiff && !damped) return;
  AddChild(element, "surefoot:contact").attributes = {{"stiffness", NumberText(surface.stiffness)},
                                                      {"damping", NumberText(surface.damping)}};
}

/// The material name of a surface and values that SDF cannot express are extensions.
Element WriteCollision(const SdfWriter& writer, const world::Collision& collision,
                       const std::string& name) {
  Element element = MakeElement("collision");
  SetAttribute(&element, "name", name);
  AddSdfPose(collision.X_LG, &element);
  element.children.push_back(WriteSdfGeometry(writer, collision.geometry));
  Element surface = WriteSdfSurface(collision.surface);
  if (!surface.children.empty()) element.children.push_back(std::move(surface));
  if (!collision.surface.name.empty()) {
    SetAttribute(&AddChild(&element, "surefoot:surface"), "name", collision.surface.name);
  }
  AddContact(collision.surface, &element);
  AddSdfName(collision.name, name, &element);
  AddSdfExtensions(collision.extensions, &element);
  return element;
}

/// Values equal to SDF's defaults are left out, so that files stay short.
Element WriteVisual(const SdfWriter& writer, const world::Visual& visual, const std::string& name) {
  Element element = MakeElement("visual");
  SetAttribute(&element, "name", name);
  AddSdfPose(visual.X_LG, &element);
  element.children.push_back(WriteSdfGeometry(writer, visual.geometry));
  if (visual.material) element.children.push_back(WriteSdfMaterial(writer, *visual.material));
  if (visual.transparency != 0.0) {
    AddChild(&element, "transparency", NumberText(visual.transparency));
  }
  if (!visual.cast_shadows) AddChild(&element, "cast_shadows", "false");
  AddSdfName(visual.name, name, &element);
  AddSdfExtensions(visual.extensions, &element);
  return element;
}

}  // namespace

/// Each kind of part has its own name space in SDF, so names are assigned for each kind.
Element WriteSdfLink(const SdfWriter& writer, const world::Link& link, bool is_static,
                     const std::string& name) {
  Element element = MakeElement("link");
  SetAttribute(&element, "name", name);
  AddSdfPose(link.X_ML, &element);
  AddInertial(link, is_static, &element);
  if (!link.gravity) AddChild(&element, "gravity", "false");
  if (link.kinematic) AddChild(&element, "kinematic", "true");
  SdfSiblingNames collision_names, visual_names, sensor_names, light_names;
  for (const world::Collision& collision : link.collisions) {
    const std::string written = collision_names.Take(collision.name, "collision");
    element.children.push_back(WriteCollision(writer, collision, written));
  }
  for (const world::Visual& visual : link.visuals) {
    const std::string written = visual_names.Take(visual.name, "visual");
    element.children.push_back(WriteVisual(writer, visual, written));
  }
  for (const world::Sensor& sensor : link.sensors) {
    const std::string written = sensor_names.Take(sensor.name, "sensor");
    element.children.push_back(WriteSdfSensor(sensor, sensor.X_LS, written));
  }
  for (const world::Light& light : link.lights) {
    element.children.push_back(WriteSdfLight(light, light_names.Take(light.name, "light")));
  }
  for (const world::Plugin& plugin : link.plugins) {
    element.children.push_back(WriteSdfPlugin(plugin));
  }
  AddSdfExtensions(link.extensions, &element);
  return element;
}

}  // namespace surefoot::formats
