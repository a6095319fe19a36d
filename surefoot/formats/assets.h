#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/formats/uri.h"
#include "surefoot/world/geometry.h"

namespace surefoot::formats {

/// The meshes and height maps of one load. Each file is read once and shared by everything that
/// refers to it. A file that cannot be read is reported at each reference, but read only once. Not
/// thread-safe.
class AssetCache {
 public:
  /// Loads the mesh that `mesh` names by uri, scale, submesh and center, and sets its other
  /// members. Returns false after reporting to `problems` at `source`. Generated rocks
  /// ("surefoot:rock?seed=7&size=0.8") have no file.
  bool LoadMesh(const UriResolver& resolver, const Source& source, Problems* problems,
                world::Mesh* mesh);

  /// The same for the URI of `map`: an image with the extent `size` (m), an elevation file
  /// (GeoTIFF, ...) with its own extent where `size` is 0, or a procedural terrain
  /// ("surefoot:terrain/gravel?seed=7"), which has its own extent.
  bool LoadHeightMap(const UriResolver& resolver, const Vector3d& size, const Source& source,
                     Problems* problems, world::HeightMap* map);

 private:
  /// The content of a file, or why it cannot be read.
  template <typename T>
  struct Entry {
    std::shared_ptr<const T> value;
    std::string error;
  };
  /// The result of `load`, called once for each key. Exceptions of third-party libraries become
  /// errors.
  template <typename T, typename Load>
  static const Entry<T>& Once(const std::string& key, Load load,
                              std::map<std::string, Entry<T>>* known);
  /// The path of a file; std::nullopt after reporting. The places that were searched are listed
  /// once for each URI and once for each package.
  std::optional<std::string> Find(const UriResolver& resolver, const std::string& uri,
                                  const std::string& what, const Source& source,
                                  Problems* problems);
  Entry<TriMesh> ReadMesh(const world::Mesh& mesh, const FileScope& scope);

  std::map<std::string, Entry<TriMesh>> meshes_;
  std::map<std::string, Entry<HeightField>> height_maps_;
  std::set<std::string> missing_;
  std::set<std::string> missing_packages_;
  std::set<std::string> remarked_;
};

}  // namespace surefoot::formats
