#include "surefoot/geometry/mesh/generated_mesh.h"

#include "surefoot/base/try.h"
#include "surefoot/geometry/mesh/loft.h"
#include "surefoot/geometry/mesh/rock.h"

// Meshes that a URI describes (rocks, hulls): the same text gives the same mesh on every machine.

namespace surefoot {

bool IsGeneratedMesh(const std::string& uri) { return IsRockUri(uri) || IsLoftUri(uri); }

Result<TriMesh> GenerateMesh(const std::string& uri) {
  if (IsLoftUri(uri)) {
    return MakeLoft(SUREFOOT_TRY(ParseLoftUri(uri)));
  }
  return MakeRock(SUREFOOT_TRY(ParseRockUri(uri)));
}

}  // namespace surefoot
