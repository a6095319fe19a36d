#include "surefoot/cli/mesh_world.h"

#include <algorithm>
#include <filesystem>

#include "surefoot/mesh/mesh_file.h"

namespace surefoot::cli {
namespace {

std::shared_ptr<const world::Model> ModelOf(const std::string& name, world::Visual visual) {
  auto model = std::make_shared<world::Model>();
  model->name = name;
  model->is_static = true;
  world::Link link;
  link.name = "link";
  visual.name = "visual";
  link.visuals.push_back(std::move(visual));
  model->links.push_back(std::move(link));
  return model;
}

}  // namespace

bool IsMeshFile(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  if (ending.empty()) return false;
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const std::vector<std::string>& known = MeshFileEndings();
  return std::find(known.begin(), known.end(), ending.substr(1)) != known.end();
}

Result<std::shared_ptr<const world::World>> LoadMeshWorld(const std::string& file) {
  Result<TriMesh> mesh = LoadMeshFile(file);
  if (!mesh.ok()) return mesh.error();
  world::Mesh shape;
  shape.mesh = std::make_shared<TriMesh>(std::move(mesh).value());
  shape.path = file;
  world::Visual visual;
  visual.X_LG.p.z() = -shape.mesh->Bounds().min().z();
  visual.geometry = std::move(shape);
  world::Visual floor;
  floor.geometry = world::Plane{Eigen::Vector2d::Constant(world::kInfinity)};
  world::WorldSpec spec;
  spec.models.push_back({"mesh", RigidTransform(), ModelOf("mesh", std::move(visual))});
  spec.models.push_back({"floor", RigidTransform(), ModelOf("floor", std::move(floor))});
  return world::MakeWorld(std::move(spec), nullptr);
}

}  // namespace surefoot::cli
