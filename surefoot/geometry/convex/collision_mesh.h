#pragma once

#include <cstddef>
#include <vector>

#include "surefoot/base/disk_cache.h"
#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

struct CollisionOptions {
  /// How far the parts may deviate, as a share of the mesh's diagonal. 2 % is below what a wheel or
  /// a foot notices.
  double deviation = 0.02;
  int max_parts = 64;
  /// Engines take time for every corner.
  std::size_t max_hull_vertices = 128;
  /// Meshes with more triangles are simplified first, by at most half of the deviation.
  std::size_t max_triangles = 60'000;
};

/// What stands for a mesh in collisions.
struct CollisionParts {
  /// Convex each.
  std::vector<TriMesh> hulls;
  /// The mesh is concave and was cut into several parts.
  bool decomposed = false;
};

/// Convex parts for engines that collide convex shapes only: the hull of a mesh that is nearly
/// convex, else a decomposition. The same mesh gives the same parts to the bit; what takes long is
/// kept in `cache`. An error, told as the end of a sentence about the mesh, when it has no volume.
Result<CollisionParts> MakeCollisionParts(const TriMesh& mesh, const CollisionOptions& options,
                                          const DiskCache& cache);

/// The convex mesh with at most `max_vertices` corners, inside of the given one and as close to it
/// as that allows.
TriMesh LimitedHull(const TriMesh& hull, std::size_t max_vertices);

}  // namespace surefoot
