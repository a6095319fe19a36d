#include "surefoot/formats/assets.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/geometry/mesh/generated_mesh.h"
#include "surefoot/geometry/mesh/uri_options.h"
#include "surefoot/geometry/mesh_files/mesh_file.h"
#include "surefoot/geometry/terrain/height_map_file.h"
#include "surefoot/geometry/terrain/terrain.h"

// Meshes and height maps are loaded once per load, by their resolved path and options, and shared
// by all shapes that use them.

namespace surefoot::formats {
namespace {

/// Part of a key: hexadecimal floats are exact.
std::string KeyOf(const Vector3d& v) { return StrFormat("|%a,%a,%a", v.x(), v.y(), v.z()); }

std::string EndingList() { return Joined(MeshFileEndings()); }

/// "package://NAME"; empty for other URIs.
std::string PackageOf(const std::string& uri) {
  const std::string scheme = "package://";
  if (uri.compare(0, scheme.size(), scheme) != 0) return "";
  return uri.substr(0, std::min(uri.find('/', scheme.size()), uri.size()));
}

/// The options after the question mark of a file name, such as "?extent=20x10"; empty when the
/// question mark is part of the name.
std::string PartIn(const std::string& uri, const UriResolver& resolver, const Source& source) {
  const std::string file = WithoutOptions(uri);
  if (file.size() == uri.size() || !resolver.Find(file, source.file).ok()) return "";
  return uri.substr(file.size());
}

}  // namespace

template <typename T, typename Load>
const AssetCache::Entry<T>& AssetCache::Once(const std::string& key, Load load,
                                             std::map<std::string, Entry<T>>* known) {
  const auto [found, is_new] = known->try_emplace(key);
  Entry<T>& entry = found->second;
  if (!is_new) return entry;
  try {
    Result<T> read = load();
    if (!read.ok()) entry.error = read.error().message;
    if (read.ok()) entry.value = std::make_shared<const T>(std::move(*read));
  } catch (const std::exception& failure) {
    entry.error = std::string("the file cannot be read: ") + failure.what();
  }
  return entry;
}

std::optional<std::string> AssetCache::Find(const UriResolver& resolver, const std::string& uri,
                                            const std::string& what, const Source& source,
                                            Problems* problems) {
  const std::string key = std::filesystem::path(source.file).parent_path().string() + "|" + uri;
  if (missing_.count(key) > 0) {
    problems->Error(source, "the " + what + " was not found", uri,
                    "the searched places are listed above");
    return std::nullopt;
  }
  const Result<FoundFile> found = resolver.Find(uri, source.file);
  if (found.ok()) {
    // One remark for each folder, since its other files are found in the same way.
    const std::string folder = key.substr(0, key.find_last_of("/\\"));
    if (!found->remark.empty() && remarked_.insert(folder).second) {
      problems->Warning(source, "the " + what + " was " + found->remark, uri, "correct the URI");
    }
    return found->path;
  }
  missing_.insert(key);
  const std::string package = PackageOf(uri);
  if (package.empty() || missing_packages_.insert(package).second) {
    problems->Error(source, "the " + what + " " + found.error().message);
  } else {
    problems->Error(source, "the " + what + " was not found", uri,
                    "the searched places for files of " + package + " are listed above");
  }
  return std::nullopt;
}

/// Scaled meshes are separate entries that are made from the unscaled one.
AssetCache::Entry<TriMesh> AssetCache::ReadMesh(const world::Mesh& mesh, const FileScope& scope) {
  const bool made_up = mesh.path.empty();
  const std::string key =
      (made_up ? mesh.uri : mesh.path) + "|" + mesh.submesh + (mesh.center ? "|c" : "|");
  const auto load = [&] {
    return made_up ? GenerateMesh(mesh.uri)
                   : LoadMeshFile(mesh.path, mesh.submesh, mesh.center, scope);
  };
  const Entry<TriMesh>& plain = Once(key, load, &meshes_);
  if (plain.value == nullptr || mesh.scale == Vector3d::Ones()) return plain;
  Entry<TriMesh>& scaled = meshes_[key + KeyOf(mesh.scale)];
  if (scaled.value == nullptr) {
    scaled.value = std::make_shared<const TriMesh>(Scaled(*plain.value, mesh.scale));
  }
  return scaled;
}

bool AssetCache::LoadMesh(const UriResolver& resolver, const Source& source, Problems* problems,
                          world::Mesh* mesh) {
  const bool made_up = IsGeneratedMesh(mesh->uri);
  const std::optional<std::string> path =
      made_up ? std::string() : Find(resolver, mesh->uri, "mesh", source, problems);
  if (!path) return false;
  std::error_code error;
  if (!made_up && !std::filesystem::is_regular_file(*path, error)) {
    problems->Error(source, "the mesh is not a file", mesh->uri, "name a file: " + EndingList());
    return false;
  }
  if (!mesh->scale.allFinite() || (mesh->scale.array() == 0.0).any()) {
    problems->Error(source, "the mesh's scale must not be zero", mesh->uri,
                    "write for example 1 1 1");
    return false;
  }
  mesh->path = *path;
  const Entry<TriMesh> entry = ReadMesh(*mesh, resolver.scope());
  if (entry.value == nullptr) {
    problems->Error(source, "the mesh cannot be used: " + entry.error, mesh->uri,
                    "readable mesh files: " + EndingList());
  }
  mesh->mesh = entry.value;
  return entry.value != nullptr;
}

bool AssetCache::LoadHeightMap(const UriResolver& resolver, const Vector3d& size,
                               const Source& source, Problems* problems, world::HeightMap* map) {
  const bool procedural = map->uri.rfind("surefoot:terrain/", 0) == 0;
  map->size = size;
  const std::string part = procedural ? std::string() : PartIn(map->uri, resolver, source);
  if (!procedural) {
    const std::string file = map->uri.substr(0, map->uri.size() - part.size());
    const auto found = Find(resolver, file, "height map", source, problems);
    if (!found) return false;
    map->path = *found;
  }
  const std::string key = procedural ? map->uri : map->path + part + KeyOf(size);
  // Notes on the file are reported at its first use.
  std::vector<std::string> notes;
  const auto load = [&] {
    return procedural ? MakeTerrainFromUri(map->uri)
                      : surefoot::LoadHeightMap(map->path, size, &notes, part);
  };
  const Entry<HeightField>& entry = Once(key, load, &height_maps_);
  for (const std::string& note : notes) problems->Note(source, note, map->uri);
  if (entry.value == nullptr) {
    problems->Error(source, "the height map cannot be used: " + entry.error, map->uri,
                    "name a greyscale image, a GeoTIFF, or surefoot:terrain/KIND");
  }
  map->field = entry.value;
  return entry.value != nullptr;
}

}  // namespace surefoot::formats
