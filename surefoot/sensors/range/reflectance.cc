#include "surefoot/sensors/range/reflectance.h"

#include <algorithm>
#include <optional>

#include "surefoot/world/element_reader.h"

namespace surefoot::sensors {
namespace {

/// Of shapes that have no colour, as collisions do.
constexpr float kUsual = 0.5F;
/// <laser_retro> is whatever the maker of a model wants to read as intensity.
constexpr double kMost = 1e9;

float Brightness(const Eigen::Vector4d& color) {
  return static_cast<float>(0.2126 * color.x() + 0.7152 * color.y() + 0.0722 * color.z());
}

/// What the file says.
std::optional<float> Given(const std::vector<world::Element>& extensions) {
  // A wrong value was an error when the file was read, or is taken as none.
  Problems problems;
  std::optional<float> given;
  for (const world::Element& extension : extensions) {
    if (extension.name != "surefoot:reflectance" && extension.name != "surefoot:laser_retro") {
      continue;
    }
    world::Element holder;
    holder.children.push_back(extension);
    const world::ElementReader reader(holder, &problems);
    const double value = reader.Number(extension.name, -1.0, 0.0, kMost);
    if (value >= 0.0) given = static_cast<float>(value);
  }
  return given;
}

}  // namespace

Reflectances::Surface Reflectances::Read(const raycast::Scene& scene, const raycast::Shape& shape) {
  const world::Link& link = scene.world().link(shape.link);
  const auto index = static_cast<std::size_t>(shape.index);
  const auto& extensions =
      shape.is_collision ? link.collisions[index].extensions : link.visuals[index].extensions;
  Surface surface;
  if (const std::optional<float> given = Given(extensions)) {
    surface.values = {*given};
    return surface;
  }
  if (shape.is_collision) {
    surface.values = {kUsual};
    return surface;
  }
  const world::Visual& visual = link.visuals[index];
  if (visual.material) {
    surface.values = {Brightness(visual.material->diffuse)};
    return surface;
  }
  const auto* mesh = std::get_if<world::Mesh>(&visual.geometry);
  if (mesh != nullptr && !mesh->mesh->materials.empty()) {
    for (const MeshMaterial& material : mesh->mesh->materials) {
      surface.values.push_back(Brightness(material.diffuse));
    }
    const auto& materials = mesh->mesh->triangle_materials;
    const bool right = materials.size() == mesh->mesh->triangles.size() &&
                       std::all_of(materials.begin(), materials.end(),
                                   [&](std::uint32_t at) { return at < surface.values.size(); });
    if (right) surface.triangle_materials = &materials;
    return surface;
  }
  surface.values = {Brightness(world::Material().diffuse)};
  return surface;
}

Reflectances::Reflectances(const raycast::Scene& scene) {
  for (int i = 0; i < scene.shape_count(); ++i) surfaces_.push_back(Read(scene, scene.shape(i)));
}

}  // namespace surefoot::sensors
