#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/formats/uri.h"
#include "surefoot/world/geometry.h"

namespace surefoot::formats {

/// Meshes and height maps of one load: each file is read once and shared by all who name it. A
/// file that cannot be read is reported wherever it is named, but tried only once.
class AssetCache {
 public:
  /// The mesh that `uri` names, scaled; nullptr after reporting to `problems` at `source`.
  std::shared_ptr<const TriMesh> GetMesh(const UriResolver& resolver, const std::string& uri,
                                         const Vector3d& scale, const std::string& submesh,
                                         bool center, const Source& source, Problems* problems);

  /// PNG of the given extent, or a procedural terrain ("surefoot:terrain/gravel?seed=7"), which
  /// has an extent of its own. nullptr after reporting.
  std::shared_ptr<const HeightField> GetHeightMap(const UriResolver& resolver,
                                                  const std::string& uri, const Vector3d& size,
                                                  const Source& source, Problems* problems);

 private:
  /// What a file gave: the thing, or why not.
  template <typename T>
  struct Entry {
    std::shared_ptr<const T> value;
    std::string error;
  };
  /// Where the file is; nothing after reporting. The places that were tried are listed only once.
  std::optional<std::string> Find(const UriResolver& resolver, const std::string& uri,
                                  const std::string& what, const Source& source,
                                  Problems* problems);
  Entry<TriMesh> LoadMesh(const std::string& path, const Vector3d& scale,
                          const std::string& submesh, bool center);

  std::map<std::string, Entry<TriMesh>> meshes_;
  std::map<std::string, Entry<HeightField>> height_maps_;
  std::set<std::string> missing_;
};

}  // namespace surefoot::formats
