#include "surefoot/formats/asset_files.h"

#include <filesystem>
#include <set>

#include "surefoot/geometry/mesh_files/exact_file.h"
#include "surefoot/geometry/mesh_files/mesh_file.h"

namespace surefoot::formats {
namespace {

namespace fs = std::filesystem;

/// Without symbolic links and "..", so that a file has one name.
std::string PlainPath(const std::string& path) {
  std::error_code error;
  const fs::path plain = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path : plain.string();
}

/// All files from which the description was made, and the files to which these refer.
class Collector {
 public:
  explicit Collector(const FileScope& scope) : scope_(scope) {}

  std::set<std::string> Collect(const world::WorldSpec& spec) {
    std::set<const world::Model*> seen;
    for (const world::ModelInstance& instance : spec.models) {
      if (!seen.insert(instance.model.get()).second) continue;
      for (const world::Link& link : instance.model->links) AddLink(link);
    }
    for (const world::GroundMaterial& ground : spec.grounds) AddMap(ground.map);
    return std::move(paths_);
  }

 private:
  void AddLink(const world::Link& link) {
    for (const world::Collision& collision : link.collisions) AddShape(collision.geometry);
    for (const world::Visual& visual : link.visuals) {
      AddShape(visual.geometry);
      if (visual.material) Add(visual.material->texture);
    }
  }

  void AddMap(const world::GroundMap& map) {
    for (const world::GroundLayer& layer : map.layers) {
      if (const auto* image = std::get_if<world::GroundImage>(&layer)) Add(image->path);
    }
  }

  void AddShape(const world::Geometry& geometry) {
    if (const auto* map = std::get_if<world::HeightMap>(&geometry)) Add(map->path);
    const auto* mesh = std::get_if<world::Mesh>(&geometry);
    if (mesh == nullptr) return;
    if (mesh->mesh != nullptr) {
      for (const MeshMaterial& material : mesh->mesh->materials) Add(material.texture);
    }
    if (mesh->path.empty() || !Add(mesh->path)) return;
    const FileScope named_in = scope_.Contains(mesh->path) ? scope_ : FileScope();
    for (const std::string& named : FilesNamedIn(mesh->path, named_in)) Add(named);
  }

  /// Returns false when the file is known or is not a file.
  bool Add(const std::string& path) {
    std::error_code error;
    if (path.empty() || !fs::is_regular_file(path, error)) return false;
    return paths_.insert(PlainPath(path)).second;
  }

  const FileScope& scope_;
  std::set<std::string> paths_;
};

/// The longest common prefix of all paths, by folders.
std::string CommonFolder(const std::set<std::string>& paths) {
  fs::path common;
  bool first = true;
  for (const std::string& path : paths) {
    const fs::path folder = fs::path(path).parent_path();
    if (first) {
      common = folder;
      first = false;
      continue;
    }
    fs::path shared;
    for (auto a = common.begin(), b = folder.begin();
         a != common.end() && b != folder.end() && *a == *b; ++a, ++b) {
      shared /= *a;
    }
    common = shared;
  }
  return common.string();
}

}  // namespace

AssetFiles::AssetFiles(const world::WorldSpec& spec, const WriteContext& context)
    : uri_of_(context.options.uri_of),
      folder_(fs::path(context.path).parent_path().string()),
      copy_(context.options.copy_files) {
  const std::string stem = fs::path(context.path).stem().string();
  files_folder_ = (fs::path(folder_) / (stem + "_files")).string();
  if (!copy_) return;
  const std::set<std::string> paths = Collector(context.options.scope).Collect(spec);
  common_folder_ = CommonFolder(paths);
  for (const std::string& path : paths) Copy(path);
}

void AssetFiles::Copy(const std::string& path) {
  const fs::path place =
      fs::path(files_folder_) / fs::path(path).lexically_relative(common_folder_);
  copied_[path] = place.string();
  files_.push_back(WrittenFile{place.string(), "", path});
}

std::string AssetFiles::UriOf(const std::string& path) {
  const std::string plain = PlainPath(path);
  const auto copied = copied_.find(plain);
  return UriTo(copied != copied_.end() ? copied->second : plain);
}

/// A relative path is not percent-encoded: readers decode %XX only if no file has the literal name.
std::string AssetFiles::UriTo(const std::string& path) const {
  if (uri_of_) return uri_of_(path);
  return fs::path(path).lexically_relative(folder_).string();
}

std::string AssetFiles::NewFile(const std::string& name, std::string content) {
  const std::string path = (fs::path(files_folder_) / name).string();
  files_.push_back(WrittenFile{path, std::move(content), ""});
  return UriTo(path);
}

/// Meshes without a file come from primitives, merged parts and MJCF. OBJ with 17 digits preserves
/// the vertices exactly; STL would round them to float.
std::string AssetFiles::UriOf(const TriMesh& mesh) {
  std::string& uri = made_[&mesh];
  if (!uri.empty()) return uri;
  const std::string name = "mesh_" + std::to_string(++made_count_);
  const auto texture_of = [&](const std::string& path) {
    if (path.empty()) return path;
    const auto copied = copied_.find(PlainPath(path));
    const std::string& place = copied != copied_.end() ? copied->second : path;
    return fs::path(place).lexically_relative(files_folder_).string();
  };
  const ExactObj text = WriteExactObj(mesh, name + ".mtl", texture_of);
  if (!text.materials.empty()) NewFile(name + ".mtl", text.materials);
  uri = NewFile(name + ".obj", text.mesh);
  return uri;
}

std::string AssetFiles::UriOf(const HeightField& field) {
  std::string& uri = made_[&field];
  if (!uri.empty()) return uri;
  uri = NewFile("heights_" + std::to_string(++made_count_) + ".pfm", WriteExactHeights(field));
  return uri;
}

}  // namespace surefoot::formats
