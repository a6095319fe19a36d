#include "surefoot/geometry/mesh/made_up_mesh.h"

#include "surefoot/geometry/mesh/loft.h"
#include "surefoot/geometry/mesh/rock.h"

namespace surefoot {

bool IsMadeUpMesh(const std::string& uri) { return IsRockUri(uri) || IsLoftUri(uri); }

Result<TriMesh> MakeMeshOf(const std::string& uri) {
  if (IsLoftUri(uri)) {
    const Result<LoftSpec> loft = ParseLoftUri(uri);
    if (!loft.ok()) return loft.error();
    return MakeLoft(*loft);
  }
  const Result<RockSpec> rock = ParseRockUri(uri);
  if (!rock.ok()) return rock.error();
  return MakeRock(*rock);
}

}  // namespace surefoot
