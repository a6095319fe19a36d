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

/// Meshes and height maps of one load: each file is read once and shared by all who name it. A
/// file that cannot be read is reported wherever it is named, but tried only once.
class AssetCache {
 public:
  /// Loads what `mesh` names by uri, scale, submesh and center, and fills in the rest. False after
  /// reporting to `problems` at `source`. A made-up rock ("surefoot:rock?seed=7&size=0.8") has no
  /// file.
  bool LoadMesh(const UriResolver& resolver, const Source& source, Problems* problems,
                world::Mesh* mesh);

  /// The same for the uri of `map`: an image of the given extent, a file with heights (GeoTIFF,
  /// ...), whose own extent is taken where `size` is 0, or a procedural terrain
  /// ("surefoot:terrain/gravel?seed=7"), which has an extent of its own.
  bool LoadHeightMap(const UriResolver& resolver, const Vector3d& size, const Source& source,
                     Problems* problems, world::HeightMap* map);

 private:
  /// What a file gave: the thing, or why not.
  template <typename T>
  struct Entry {
    std::shared_ptr<const T> value;
    std::string error;
  };
  /// What `load` gives, tried once for a key. What a third-party library throws is an error.
  template <typename T, typename Load>
  static const Entry<T>& Once(const std::string& key, Load load,
                              std::map<std::string, Entry<T>>* known);
  /// Where the file is; nothing after reporting. The places that were tried are listed only once
  /// for an address, and once for a package.
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
