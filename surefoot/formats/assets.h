#pragma once

#include <map>
#include <memory>
#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/formats/uri.h"
#include "surefoot/world/geometry.h"

namespace surefoot::formats {

/// Meshes and height maps of one load: each file is read once and shared by all who name it.
class AssetCache {
 public:
  /// The mesh that `uri` names, scaled; nullptr after reporting to `problems` at `source`.
  std::shared_ptr<const TriMesh> GetMesh(const UriResolver& resolver, const std::string& uri,
                                         const Vector3d& scale, const std::string& submesh,
                                         bool center, const Source& source, Problems* problems);

  /// PNG, or a procedural terrain ("surefoot:terrain/gravel?seed=7"); offset by p_z.
  std::shared_ptr<const HeightField> GetHeightMap(const UriResolver& resolver,
                                                  const std::string& uri, const Vector3d& size,
                                                  const Source& source, Problems* problems);

 private:
  std::map<std::string, std::shared_ptr<const TriMesh>> meshes_;
  std::map<std::string, std::shared_ptr<const HeightField>> height_maps_;
};

}  // namespace surefoot::formats
