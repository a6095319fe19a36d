/// SDF's <visual>, <collision>, <surface> and <material> inside a <gazebo> tag of a link.

#include <tinyxml2.h>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/urdf/parts.h"

namespace surefoot::formats::urdf {
namespace {

/// The element at "friction/ode/mu" below another; nullptr when there is none.
const XmlElement* Below(const XmlElement& element, const std::string& path) {
  const XmlElement* at = &element;
  for (std::size_t first = 0; at != nullptr && first < path.size();) {
    const std::size_t last = std::min(path.find('/', first), path.size());
    at = at->FirstChildElement(path.substr(first, last - first).c_str());
    first = last + 1;
  }
  return at;
}

void SetNumber(const XmlElement& surface, const std::string& path, double world::Surface::*member,
               world::Link* link, UrdfFile* file) {
  const XmlElement* element = Below(surface, path);
  if (element == nullptr) return;
  const auto value =
      ParseDouble(file->ValueOf(*element), file->SourceOf(*element), &file->problems());
  if (!value) return;
  for (world::Collision& collision : link->collisions) collision.surface.*member = *value;
}

void SetColor(const XmlElement& material, const char* name, Eigen::Vector4d* color,
              UrdfFile* file) {
  const XmlElement* element = material.FirstChildElement(name);
  if (element == nullptr) return;
  const auto value =
      ParseColor(file->ValueOf(*element), file->SourceOf(*element), &file->problems());
  if (value) *color = *value;
}

}  // namespace

void ApplySurfaceBlock(const XmlElement& surface, world::Link* link, UrdfFile* file) {
  using world::Surface;
  SetNumber(surface, "friction/ode/mu1", &Surface::mu, link, file);
  SetNumber(surface, "friction/ode/mu", &Surface::mu, link, file);
  SetNumber(surface, "friction/ode/mu2", &Surface::mu2, link, file);
  SetNumber(surface, "friction/bullet/rolling_friction", &Surface::rolling_friction, link, file);
  SetNumber(surface, "bounce/restitution_coefficient", &Surface::restitution, link, file);
  SetNumber(surface, "bounce/threshold", &Surface::restitution_threshold, link, file);
  SetNumber(surface, "contact/ode/kp", &Surface::stiffness, link, file);
  SetNumber(surface, "contact/ode/kd", &Surface::damping, link, file);
}

bool ApplyMaterialBlock(const XmlElement& element, world::Link* link, UrdfFile* file) {
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
  if (!known && !colored) return false;
  SetColor(element, "ambient", &material.ambient, file);
  material.diffuse = colored && !known ? material.ambient : material.diffuse;
  SetColor(element, "diffuse", &material.diffuse, file);
  SetColor(element, "specular", &material.specular, file);
  SetColor(element, "emissive", &material.emissive, file);
  for (world::Visual& visual : link->visuals) visual.material = material;
  return true;
}

void ApplySdfBlock(const XmlElement& element, world::Link* link, UrdfFile* file) {
  if (const XmlElement* material = element.FirstChildElement("material")) {
    ApplyMaterialBlock(*material, link, file);
  }
  if (const XmlElement* surface = element.FirstChildElement("surface")) {
    ApplySurfaceBlock(*surface, link, file);
  }
  if (const XmlElement* clear = element.FirstChildElement("transparency")) {
    const auto value =
        ParseDouble(file->ValueOf(*clear), file->SourceOf(*clear), &file->problems());
    for (world::Visual& visual : link->visuals) {
      visual.transparency = value.value_or(visual.transparency);
    }
  }
}

}  // namespace surefoot::formats::urdf
