#pragma once

#include <cstddef>
#include <vector>

#include "surefoot/base/disk_cache.h"
#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// Limits of MakeCollisionParts.
struct CollisionOptions {
  /// Allowed deviation of the parts, as a share of the mesh's diagonal. 2 % is less than a wheel or
  /// a foot notices.
  double deviation = 0.02;
  int max_parts = 64;
  /// The cost of collision detection grows with the number of vertices in every engine.
  std::size_t max_hull_vertices = 128;
  /// Meshes with more triangles are simplified first, by at most half of the allowed deviation.
  std::size_t max_triangles = 60'000;
};

/// Convex shapes that represent a mesh in collisions.
struct CollisionParts {
  /// Each is convex and closed.
  std::vector<TriMesh> hulls;
  /// Whether the mesh is concave and was decomposed.
  bool decomposed = false;
};

/// Convex parts for engines that collide convex shapes only: the hull of a nearly convex mesh, else
/// a decomposition. Deterministic to the bit. Slow results are stored in `cache`. Fails if the mesh
/// has no volume; the error is worded as the end of a sentence about the mesh.
///
///   Result<CollisionParts> parts = MakeCollisionParts(mesh, CollisionOptions(),
///   DiskCache::Default());
Result<CollisionParts> MakeCollisionParts(const TriMesh& mesh, const CollisionOptions& options,
                                          const DiskCache& cache);

/// A convex mesh with at most `max_vertices` vertices, inside the given one and as close to it as
/// the limit allows.
TriMesh LimitedHull(const TriMesh& hull, std::size_t max_vertices);

}  // namespace surefoot
