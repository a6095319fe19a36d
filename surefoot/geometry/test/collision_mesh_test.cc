#include "surefoot/geometry/convex/collision_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/geometry/convex/convex.h"
#include "surefoot/geometry/mesh/mass_properties.h"
#include "surefoot/geometry/mesh/simplify.h"

namespace surefoot {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// A ring about z, finely divided.
TriMesh Torus(double ring, double tube, int around, int across) {
  TriMesh mesh;
  for (int i = 0; i < around; ++i) {
    const double a = 2.0 * kPi * i / around;
    for (int j = 0; j < across; ++j) {
      const double b = 2.0 * kPi * j / across;
      const double r = ring + tube * std::cos(b);
      mesh.vertices.emplace_back(r * std::cos(a), r * std::sin(a), tube * std::sin(b));
    }
  }
  const auto at = [&](int i, int j) {
    return static_cast<std::uint32_t>(i % around * across + j % across);
  };
  for (int i = 0; i < around; ++i) {
    for (int j = 0; j < across; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
}

double VolumeOf(const TriMesh& mesh) {
  double volume = 0.0;
  for (const auto& t : mesh.triangles) {
    volume += mesh.vertices[t[0]].dot(mesh.vertices[t[1]].cross(mesh.vertices[t[2]])) / 6.0;
  }
  return volume;
}

bool SameMesh(const TriMesh& a, const TriMesh& b) {
  return a.vertices == b.vertices && a.triangles == b.triangles;
}

TEST(Simplify, StaysCloseAndKeepsTheVolume) {
  const TriMesh fine = Torus(1.0, 0.3, 300, 100);  // 60000 triangles
  const TriMesh simple = Simplified(fine, 0.1, 5000);
  EXPECT_LT(simple.triangles.size(), 10000u);
  EXPECT_GT(simple.triangles.size(), 500u);
  // Its vertices are vertices of the mesh, on the torus.
  for (const Vector3d& v : simple.vertices) {
    EXPECT_NEAR(std::hypot(std::hypot(v.x(), v.y()) - 1.0, v.z()), 0.3, 1e-9);
  }
  EXPECT_NEAR(VolumeOf(simple), 2.0 * kPi * kPi * 0.09, 0.07 * 2.0 * kPi * kPi * 0.09);
  EXPECT_TRUE(SameMesh(simple, Simplified(fine, 0.1, 5000)));
  EXPECT_TRUE(SameMesh(Simplified(simple, 0.1, 100000), simple));
}

TEST(CollisionMesh, ConvexMeshIsOneHullWithFewCorners) {
  const TriMesh ball = MakeSphereMesh(1.0, 60);
  const CollisionParts parts = MakeCollisionParts(ball, {}, DiskCache("")).value();
  ASSERT_EQ(parts.hulls.size(), 1u);
  EXPECT_FALSE(parts.decomposed);
  EXPECT_LE(parts.hulls[0].vertices.size(), 128u);
  EXPECT_GT(VolumeOf(parts.hulls[0]), 0.9 * 4.0 / 3.0 * kPi);
  EXPECT_LE(VolumeOf(parts.hulls[0]), 4.0 / 3.0 * kPi);
  const TriMesh box = MakeBoxMesh(Vector3d(1.0, 2.0, 3.0));
  const CollisionParts plain = MakeCollisionParts(box, {}, DiskCache("")).value();
  EXPECT_EQ(plain.hulls.at(0).vertices.size(), 8u);
  EXPECT_NEAR(VolumeOf(plain.hulls[0]), 6.0, 1e-12);
}

/// A ring keeps its hole, and a second run reads bit-equal parts from the cache.
TEST(CollisionMesh, ConcaveMeshIsDecomposedOnceAndKept) {
  const TempFolder folder;
  const DiskCache cache(folder.Path("cache"));
  const TriMesh ring = Torus(1.0, 0.3, 24, 12);
  const CollisionParts first = MakeCollisionParts(ring, {}, cache).value();
  EXPECT_TRUE(first.decomposed);
  EXPECT_GT(first.hulls.size(), 4u);
  for (const TriMesh& hull : first.hulls) {
    EXPECT_LE(hull.vertices.size(), 128u);
    EXPECT_TRUE(IsNearlyConvex(hull));
    // The centre of the hole is in none of them.
    bool outside = false;
    for (const auto& t : hull.triangles) {
      const Vector3d& a = hull.vertices[t[0]];
      const Vector3d normal = (hull.vertices[t[1]] - a).cross(hull.vertices[t[2]] - a);
      if (normal.dot(-a) > 0.0) outside = true;
    }
    EXPECT_TRUE(outside);
  }
  ASSERT_FALSE(std::filesystem::is_empty(cache.folder()));
  for (const DiskCache& other : {cache, DiskCache("")}) {
    const CollisionParts again = MakeCollisionParts(ring, {}, other).value();
    ASSERT_EQ(again.hulls.size(), first.hulls.size());
    EXPECT_EQ(again.decomposed, first.decomposed);
    for (std::size_t i = 0; i < first.hulls.size(); ++i) {
      EXPECT_TRUE(SameMesh(again.hulls[i], first.hulls[i])) << i;
    }
  }
  CollisionOptions options;
  options.max_parts = 3;
  const CollisionParts few = MakeCollisionParts(ring, options, cache).value();
  EXPECT_LE(few.hulls.size(), 3u);
}

TEST(CollisionMesh, FlatMeshIsAnError) {
  TriMesh sheet;
  sheet.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  sheet.triangles = {{0, 1, 2}};
  const Result<CollisionParts> parts = MakeCollisionParts(sheet, {}, DiskCache(""));
  ASSERT_FALSE(parts.ok());
  EXPECT_NE(parts.error().message.find("; "), std::string::npos);
}

}  // namespace
}  // namespace surefoot
