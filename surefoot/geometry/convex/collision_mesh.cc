#include "surefoot/geometry/convex/collision_mesh.h"

#include <algorithm>
#include <optional>
#include <string>

#include "surefoot/base/hash.h"
#include "surefoot/base/text.h"
#include "surefoot/geometry/convex/convex.h"
#include "surefoot/geometry/convex/convex_simplify.h"
#include "surefoot/geometry/mesh/mesh_bytes.h"
#include "surefoot/geometry/mesh/simplify.h"

// The parts that engines collide instead of a mesh: its hull if it is nearly convex, else a
// decomposition, which is kept in the cache on disk because it takes seconds.

namespace surefoot {
namespace {

/// Part of the cache key; increase it when the same mesh gives different parts.
constexpr int kAlgorithmVersion = 1;
/// Testing the convexity of smaller meshes is faster than reading the cache.
constexpr std::size_t kSmallTriangles = 5'000;

/// Depends on everything that determines the result: the mesh, the options and the algorithm.
std::string KeyOf(const TriMesh& mesh, const CollisionOptions& options) {
  std::uint64_t hashes[2];
  // Two hashes make 128 bits: accidental collisions are out of the question.
  for (const std::uint64_t seed : {0, 1}) {
    const std::uint64_t vertices =
        HashBytes(mesh.vertices.data(), mesh.vertices.size() * sizeof(Vector3d), seed);
    hashes[seed] = HashBytes(mesh.triangles.data(),
                             mesh.triangles.size() * sizeof(mesh.triangles[0]), vertices);
  }
  // %a prints the deviation exactly.
  const std::string text =
      StrFormat("collision %d %a %d %zu %zu %zu %zu ", kAlgorithmVersion, options.deviation,
                options.max_parts, options.max_hull_vertices, options.max_triangles,
                mesh.vertices.size(), mesh.triangles.size());
  return text + HashText(hashes[0]) + HashText(hashes[1]);
}

std::optional<CollisionParts> FromCache(const DiskCache& cache, const std::string& name,
                                        const std::string& key) {
  const std::optional<Bytes> bytes = cache.Read(name, key);
  if (!bytes) return std::nullopt;
  ByteReader in(*bytes);
  CollisionParts parts;
  parts.decomposed = in.Get<std::uint8_t>() != 0;
  const auto count = in.Get<std::uint32_t>();
  // A damaged cache entry counts as a miss; the parts are then computed again.
  if (!in.ok() || count == 0 || count > in.left()) return std::nullopt;
  for (std::uint32_t i = 0; i < count; ++i) {
    TriMesh hull;
    if (!GetMesh(&in, &hull)) return std::nullopt;
    parts.hulls.push_back(std::move(hull));
  }
  if (in.left() != 0) return std::nullopt;
  return parts;
}

void IntoCache(const DiskCache& cache, const std::string& name, const std::string& key,
               const CollisionParts& parts) {
  Bytes bytes;
  ByteWriter out(&bytes);
  out.Put<std::uint8_t>(parts.decomposed ? 1 : 0);
  out.Put<std::uint32_t>(static_cast<std::uint32_t>(parts.hulls.size()));
  for (const TriMesh& hull : parts.hulls) PutMesh(hull, &out);
  cache.Write(name, key, bytes);
}

Result<CollisionParts> WithHulls(const std::vector<TriMesh>& meshes, bool decomposed,
                                 const CollisionOptions& options) {
  CollisionParts parts;
  parts.decomposed = decomposed;
  for (const TriMesh& mesh : meshes) {
    const Result<TriMesh> hull = ConvexHull(mesh.vertices);
    if (!hull.ok()) {
      return Error{"has no volume: " + hull.error().message +
                   "; give it some thickness or use a plane or a box"};
    }
    parts.hulls.push_back(LimitedHull(*hull, options.max_hull_vertices));
  }
  return parts;
}

Result<CollisionParts> Decomposed(const TriMesh& mesh, const CollisionOptions& options) {
  const double deviation = options.deviation * mesh.Bounds().diagonal().norm();
  const TriMesh simple = Simplified(mesh, 0.5 * deviation, options.max_triangles);
  const Result<std::vector<TriMesh>> parts = DecomposeConvex(simple, deviation, options.max_parts);
  if (!parts.ok()) {
    return Error{"is concave and cannot be decomposed: " + parts.error().message +
                 "; use primitive shapes, convex parts or a height map for the collision"};
  }
  return WithHulls(*parts, true, options);
}

}  // namespace

TriMesh LimitedHull(const TriMesh& hull, std::size_t max_vertices) {
  if (hull.vertices.size() <= max_vertices) return hull;
  const double extent = hull.Bounds().diagonal().norm();
  // The tolerance grows geometrically until the hull is small enough.
  for (double tolerance = 1e-3 * extent; tolerance < extent; tolerance *= 1.5) {
    std::optional<convex::InnerHull> inner =
        convex::MakeInnerHull(hull.vertices, tolerance, 64, max_vertices);
    if (inner && inner->hull.vertices.size() <= max_vertices) return std::move(inner->hull);
  }
  return hull;
}

Result<CollisionParts> MakeCollisionParts(const TriMesh& mesh, const CollisionOptions& options,
                                          const DiskCache& cache) {
  const bool small = mesh.triangles.size() <= kSmallTriangles;
  const bool small_convex = small && IsNearlyConvex(mesh);
  if (small_convex) return WithHulls({mesh}, false, options);
  const std::string key = KeyOf(mesh, options);
  const std::string name = "collision-" + HashText(HashString(key));
  if (std::optional<CollisionParts> known = FromCache(cache, name, key)) return std::move(*known);
  Result<CollisionParts> parts = !small && IsNearlyConvex(mesh) ? WithHulls({mesh}, false, options)
                                                                : Decomposed(mesh, options);
  if (parts.ok()) IntoCache(cache, name, key, *parts);
  return parts;
}

}  // namespace surefoot
