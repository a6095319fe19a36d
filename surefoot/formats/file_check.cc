#include "surefoot/formats/file_check.h"

#include <set>
#include <string>

#include "surefoot/base/disk_cache.h"

namespace surefoot::formats {
namespace {

/// Goes through everything in a description that names a file.
class Checker {
 public:
  Checker(const FileScope& scope, Problems* problems) : scope_(scope), problems_(*problems) {}

  void Add(const world::Model& model) {
    source_ = model.source;
    for (const world::Link& link : model.links) {
      for (const world::Collision& collision : link.collisions) Add(collision.geometry);
      for (const world::Visual& visual : link.visuals) {
        Add(visual.geometry);
        if (visual.material) Add(visual.material->texture);
      }
    }
  }

  void Add(const world::GroundMap& map) {
    for (const world::GroundLayer& layer : map.layers) {
      if (const auto* image = std::get_if<world::GroundImage>(&layer)) Add(image->path);
    }
  }

  bool all_inside() const { return all_inside_; }

 private:
  void Add(const world::Geometry& geometry) {
    if (const auto* map = std::get_if<world::HeightMap>(&geometry)) Add(map->path);
    const auto* mesh = std::get_if<world::Mesh>(&geometry);
    if (mesh == nullptr) return;
    Add(mesh->path);
    if (mesh->mesh == nullptr || !seen_meshes_.insert(mesh->mesh.get()).second) return;
    for (const MeshMaterial& material : mesh->mesh->materials) Add(material.texture);
  }

  void Add(const std::string& path) {
    if (path.empty() || !seen_.insert(path).second || scope_.Contains(path)) return;
    all_inside_ = false;
    problems_.Error(source_, "a file of the description was not found", "",
                    "files from clients may only refer to their own upload and to the library");
  }

  const FileScope& scope_;
  Problems& problems_;
  Source source_;
  std::set<std::string> seen_;
  std::set<const TriMesh*> seen_meshes_;
  bool all_inside_ = true;
};

}  // namespace

bool CheckFiles(const world::WorldSpec& spec, const FileScope& scope, Problems* problems) {
  if (!scope.restricted()) return true;
  // Pictures that were embedded in a mesh file are in the cache.
  const FileScope with_cache = scope.With(DiskCache::Default().folder());
  Checker checker(with_cache, problems);
  std::set<const world::Model*> seen;
  for (const world::ModelInstance& instance : spec.models) {
    if (instance.model != nullptr && seen.insert(instance.model.get()).second) {
      checker.Add(*instance.model);
    }
  }
  for (const world::GroundMaterial& ground : spec.grounds) checker.Add(ground.map);
  return checker.all_inside();
}

}  // namespace surefoot::formats
