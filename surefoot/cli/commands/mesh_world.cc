#include "surefoot/cli/commands/mesh_world.h"

#include <algorithm>
#include <filesystem>

#include "surefoot/base/text.h"
#include "surefoot/geometry/mesh_files/mesh_file.h"

namespace surefoot::cli {
namespace {

world::ModelInstance StaticModel(const std::string& name, const world::Geometry& geometry,
                                 const RigidTransform& X_LG, bool collides) {
  auto model = std::make_shared<world::Model>();
  model->name = name;
  model->is_static = true;
  world::Link& link = model->links.emplace_back();
  link.name = "link";
  world::Visual& visual = link.visuals.emplace_back();
  visual.name = "visual";
  visual.geometry = geometry;
  visual.X_LG = X_LG;
  if (collides) {
    world::Collision& collision = link.collisions.emplace_back();
    collision.name = "collision";
    collision.geometry = geometry;
    collision.X_LG = X_LG;
  }
  return world::ModelInstance{name, RigidTransform(), model};
}

}  // namespace

bool IsMeshFile(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  if (ending.empty()) return false;
  ending = Lower(ending);
  const std::vector<std::string>& known = MeshFileEndings();
  return std::find(known.begin(), known.end(), ending.substr(1)) != known.end();
}

Result<std::shared_ptr<const world::World>> LoadMeshWorld(const std::string& file) {
  Result<TriMesh> mesh = LoadMeshFile(file);
  if (!mesh.ok()) return mesh.error();
  world::Mesh shape;
  shape.mesh = std::make_shared<TriMesh>(std::move(mesh).value());
  shape.path = file;
  const RigidTransform X_LG(Vector3d(0.0, 0.0, -shape.mesh->Bounds().min().z()));
  world::WorldSpec spec;
  spec.models.push_back(StaticModel("mesh", shape, X_LG, false));
  spec.models.push_back(StaticModel("floor", world::Plane(), RigidTransform(), true));
  return world::MakeWorld(std::move(spec), nullptr);
}

}  // namespace surefoot::cli
