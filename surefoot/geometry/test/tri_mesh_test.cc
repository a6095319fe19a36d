#include "surefoot/geometry/mesh/tri_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>

namespace surefoot {
namespace {

constexpr double kPi = 3.14159265358979323846;

double Volume(const TriMesh& mesh) {
  double volume = 0.0;
  for (const auto& t : mesh.triangles) {
    volume += mesh.vertices[t[0]].dot(mesh.vertices[t[1]].cross(mesh.vertices[t[2]])) / 6.0;
  }
  return volume;
}

/// Every directed edge must occur once, and once in the other direction.
bool IsClosed(const TriMesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const auto& t : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) ++edges[{t[i], t[(i + 1) % 3]}];
  }
  for (const auto& [edge, count] : edges) {
    if (count != 1 || edges.count({edge.second, edge.first}) != 1) return false;
  }
  return true;
}

TEST(TriMesh, BoundsOfEmptyMeshAreEmpty) { EXPECT_TRUE(TriMesh().Bounds().isEmpty()); }

TEST(TriMesh, BoxIsClosedAndOutward) {
  const TriMesh box = MakeBoxMesh(Vector3d(1.0, 2.0, 3.0));
  EXPECT_EQ(box.vertices.size(), 8u);
  EXPECT_TRUE(IsClosed(box));
  EXPECT_NEAR(Volume(box), 6.0, 1e-12);
  EXPECT_TRUE(box.Bounds().min().isApprox(Vector3d(-0.5, -1.0, -1.5)));
  EXPECT_TRUE(box.Bounds().max().isApprox(Vector3d(0.5, 1.0, 1.5)));
}

TEST(TriMesh, CylinderIsThePrismOfItsPolygon) {
  for (const int segments : {3, 4, 7, 32}) {
    const TriMesh cylinder = MakeCylinderMesh(0.5, 2.0, segments);
    EXPECT_TRUE(IsClosed(cylinder)) << segments;
    const double polygon = 0.5 * segments * 0.25 * std::sin(2.0 * kPi / segments);
    EXPECT_NEAR(Volume(cylinder), 2.0 * polygon, 1e-12) << segments;
  }
}

TEST(TriMesh, SphereIsClosedInscribedAndConverges) {
  for (const int segments : {3, 4, 5, 8, 33}) {
    const TriMesh sphere = MakeSphereMesh(0.7, segments);
    EXPECT_TRUE(IsClosed(sphere)) << segments;
    for (const Vector3d& vertex : sphere.vertices) EXPECT_NEAR(vertex.norm(), 0.7, 1e-12);
    EXPECT_GT(Volume(sphere), 0.0);
  }
  EXPECT_NEAR(Volume(MakeSphereMesh(0.7, 200)), 4.0 / 3.0 * kPi * 0.343, 1e-3);
}

TEST(TriMesh, MirroringKeepsTrianglesOutward) {
  const TriMesh sphere = MakeSphereMesh(1.0, 12);
  const double volume = Volume(sphere);
  EXPECT_NEAR(Volume(Scaled(sphere, Vector3d(-2.0, 1.0, 1.0))), 2.0 * volume, 1e-12);
  EXPECT_NEAR(Volume(Scaled(sphere, Vector3d(-1.0, -1.0, -1.0))), volume, 1e-12);
  EXPECT_NEAR(Volume(Scaled(sphere, Vector3d(-1.0, 1.0, -3.0))), 3.0 * volume, 1e-12);
}

/// Normals of a scaled sphere against the gradient of the ellipsoid's equation.
TEST(TriMesh, ScaledNormalsStayPerpendicular) {
  TriMesh sphere = MakeSphereMesh(1.0, 16);
  sphere.normals = sphere.vertices;
  for (const Vector3d& scale : {Vector3d(1.0, 2.0, 3.0), Vector3d(-1.0, 2.0, 0.5)}) {
    const TriMesh ellipsoid = Scaled(sphere, scale);
    for (std::size_t i = 0; i < ellipsoid.vertices.size(); ++i) {
      const Vector3d gradient = ellipsoid.vertices[i].cwiseQuotient(scale.cwiseProduct(scale));
      EXPECT_TRUE(ellipsoid.normals[i].isApprox(gradient.normalized(), 1e-9));
    }
  }
}

TEST(TriMesh, FlatteningLeavesFiniteNormals) {
  TriMesh sphere = MakeSphereMesh(1.0, 8);
  sphere.normals = sphere.vertices;
  const TriMesh disc = Scaled(sphere, Vector3d(1.0, 1.0, 0.0));
  for (const Vector3d& normal : disc.normals) EXPECT_NEAR(normal.norm(), 1.0, 1e-9);
}

TEST(TriMesh, TransformedMovesVerticesAndTurnsNormals) {
  TriMesh mesh = MakeBoxMesh(Vector3d(1.0, 1.0, 1.0));
  mesh.normals.assign(8, Vector3d::UnitX());
  const RigidTransform X_AB(Quaterniond(Eigen::AngleAxisd(kPi / 2, Vector3d::UnitZ())),
                            Vector3d(1.0, 2.0, 3.0));
  const TriMesh moved = Transformed(X_AB, mesh);
  for (std::size_t i = 0; i < 8; ++i) {
    const Vector3d& v = mesh.vertices[i];
    EXPECT_TRUE(moved.vertices[i].isApprox(Vector3d(1.0 - v.y(), 2.0 + v.x(), 3.0 + v.z())));
    EXPECT_TRUE(moved.normals[i].isApprox(Vector3d::UnitY()));
  }
  EXPECT_NEAR(Volume(moved), 1.0, 1e-12);
}

}  // namespace
}  // namespace surefoot
