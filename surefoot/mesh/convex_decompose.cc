#include <utility>

#include "surefoot/mesh/convex.h"

namespace surefoot {

Result<std::vector<TriMesh>> DecomposeConvex(const TriMesh& mesh, double /*concavity*/,
                                             int /*max_parts*/) {
  Result<TriMesh> hull = ConvexHull(mesh.vertices);
  if (!hull.ok()) return hull.error();
  return std::vector<TriMesh>{std::move(hull).value()};
}

}  // namespace surefoot
