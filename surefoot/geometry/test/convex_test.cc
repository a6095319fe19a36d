#include "surefoot/geometry/convex/convex.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "surefoot/base/random.h"
#include "surefoot/geometry/mesh/mass_properties.h"

namespace surefoot {
namespace {

using testing::HasSubstr;

double Volume(const TriMesh& mesh) {
  double sum = 0.0;
  for (const auto& t : mesh.triangles) {
    sum += mesh.vertices[t[0]].dot(mesh.vertices[t[1]].cross(mesh.vertices[t[2]])) / 6.0;
  }
  return sum;
}

/// The signed distance of the point farthest outside of any triangle of the mesh.
double FarthestOutside(const TriMesh& hull, const std::vector<Vector3d>& points) {
  double farthest = -std::numeric_limits<double>::infinity();
  for (const auto& t : hull.triangles) {
    const Vector3d a = hull.vertices[t[0]];
    const Vector3d normal = (hull.vertices[t[1]] - a).cross(hull.vertices[t[2]] - a);
    if (normal.norm() < 1e-12) continue;
    for (const Vector3d& p : points) {
      farthest = std::max(farthest, normal.normalized().dot(p - a));
    }
  }
  return farthest;
}

/// Each edge occurs once in each direction: closed and consistently oriented.
bool IsClosed(const TriMesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const auto& t : mesh.triangles) {
    for (int i = 0; i < 3; ++i) ++edges[{t[i], t[(i + 1) % 3]}];
  }
  for (const auto& [edge, count] : edges) {
    const auto back = edges.find({edge.second, edge.first});
    if (count != 1 || back == edges.end() || back->second != 1) return false;
  }
  return true;
}

std::vector<Vector3d> Grid(int n) {
  std::vector<Vector3d> points;
  for (int i = 0; i < n * n * n; ++i) {
    points.emplace_back(i % n, i / n % n, i / n / n);
  }
  return points;
}

TEST(ConvexHull, OfAGridAreItsEightCorners) {
  const std::vector<Vector3d> points = Grid(7);
  const Result<TriMesh> hull = ConvexHull(points);
  ASSERT_TRUE(hull.ok()) << hull.error().message;
  EXPECT_EQ(hull->vertices.size(), 8u);
  EXPECT_EQ(hull->triangles.size(), 12u);
  EXPECT_NEAR(Volume(*hull), 216.0, 1e-9);
  EXPECT_LT(FarthestOutside(*hull, points), 1e-12);
}

TEST(ConvexHull, OfPointsOnASphereKeepsAllAndFacesOutwards) {
  RandomStream random(7, "sphere");
  std::vector<Vector3d> points;
  for (int i = 0; i < 500; ++i) {
    points.push_back(Vector3d(random.Normal(), random.Normal(), random.Normal()).normalized());
  }
  const std::size_t on_surface = points.size();
  for (int i = 0; i < 500; ++i) points.push_back(0.8 * points[i]);
  const Result<TriMesh> hull = ConvexHull(points);
  ASSERT_TRUE(hull.ok());
  EXPECT_EQ(hull->vertices.size(), on_surface);
  EXPECT_EQ(hull->triangles.size(), 2 * on_surface - 4);  // Euler
  EXPECT_TRUE(IsClosed(*hull));
  EXPECT_LT(FarthestOutside(*hull, points), 1e-12);
  EXPECT_GT(Volume(*hull), 0.95 * 4.0 / 3.0 * 3.14159265);
}

TEST(ConvexHull, IsTheSameEachTimeAndForAllSizes) {
  RandomStream random(3, "cloud");
  std::vector<Vector3d> points;
  for (int i = 0; i < 300; ++i) {
    points.emplace_back(random.Uniform(), random.Uniform(), random.Uniform());
  }
  const Result<TriMesh> first = ConvexHull(points);
  const Result<TriMesh> second = ConvexHull(points);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->vertices, second->vertices);
  EXPECT_EQ(first->triangles, second->triangles);
  for (const double scale : {1e-6, 1e6}) {
    std::vector<Vector3d> scaled;
    for (const Vector3d& p : points) scaled.push_back(scale * p);
    const Result<TriMesh> hull = ConvexHull(scaled);
    ASSERT_TRUE(hull.ok());
    EXPECT_NEAR(Volume(*hull) / (scale * scale * scale), Volume(*first), 1e-9);
  }
}

TEST(ConvexHull, TakesRoundedAndRepeatedPoints) {
  // Rounded faces, duplicate corners and nearly equal points are difficult for Qhull's merging.
  TriMesh cylinder =
      Transformed(RigidTransform(QuaternionFromRpy(0.1, 0.2, 0.3), Vector3d(5, 0, 1)),
                  MakeCylinderMesh(0.3, 0.1, 400));
  RandomStream random(1, "hair");
  std::vector<Vector3d> points;
  for (const Vector3d& vertex : cylinder.vertices) {
    for (int i = 0; i < 4; ++i) {
      const Vector3d hair(random.Normal(), random.Normal(), random.Normal());
      points.push_back((vertex + 1e-13 * hair).cast<float>().cast<double>());
      points.push_back(vertex + 1e-10 * hair);
    }
  }
  const Result<TriMesh> hull = ConvexHull(points);
  ASSERT_TRUE(hull.ok()) << hull.error().message;
  EXPECT_TRUE(IsClosed(*hull));
  EXPECT_NEAR(Volume(*hull), Volume(cylinder), 1e-4 * Volume(cylinder));
}

TEST(ConvexHull, SaysWhyThereIsNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const auto message = [](const std::vector<Vector3d>& points) {
    const Result<TriMesh> hull = ConvexHull(points);
    return hull.ok() ? std::string() : hull.error().message;
  };
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  EXPECT_THAT(message({}), HasSubstr("at least 4 points, got 0"));
  EXPECT_THAT(message({Vector3d::Zero(), Vector3d::UnitX(), Vector3d::UnitY()}),
              HasSubstr("got 3"));
  std::vector<Vector3d> points = Grid(3);
  points[5].y() = nan;
  EXPECT_THAT(message(points), HasSubstr("not finite"));
  points[5].y() = inf;
  EXPECT_THAT(message(points), HasSubstr("not finite"));
  EXPECT_THAT(message({Vector3d::Constant(1e308), Vector3d::Constant(-1e308), Vector3d::Zero(),
                       Vector3d::UnitX()}),
              HasSubstr("not finite"));
  EXPECT_THAT(message(std::vector<Vector3d>(9, Vector3d(1, 2, 3))), HasSubstr("the same"));
  std::vector<Vector3d> line;
  std::vector<Vector3d> plane;
  for (int i = 0; i < 40; ++i) {
    line.push_back(Vector3d(1, 2, 3) + i * Vector3d(0.1, 0.7, -0.3));
    plane.push_back(std::sin(i) * Vector3d(1, 2, 3) + std::cos(i) * Vector3d(0.3, -0.1, 0.7));
  }
  EXPECT_THAT(message(line), HasSubstr("no volume"));
  EXPECT_THAT(message(plane), HasSubstr("no volume"));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(ConvexHull, ThinPlatesHaveOne) {
  for (const double thickness : {1e-3, 1e-5, 1e-7}) {
    const TriMesh plate =
        Transformed(RigidTransform(QuaternionFromRpy(0.1, 0.2, 0.3), Vector3d(5, 0, 1)),
                    MakeBoxMesh(Vector3d(2.0, 1.0, thickness)));
    const Result<TriMesh> hull = ConvexHull(plate.vertices);
    ASSERT_TRUE(hull.ok()) << thickness << ": " << hull.error().message;
    EXPECT_NEAR(Volume(*hull), 2.0 * thickness, 1e-6 * thickness + 1e-13);
  }
}

/// Several meshes as one.
TriMesh Joined(const std::vector<TriMesh>& meshes) {
  TriMesh joined;
  for (const TriMesh& mesh : meshes) {
    const auto first = static_cast<std::uint32_t>(joined.vertices.size());
    joined.vertices.insert(joined.vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
    for (const auto& t : mesh.triangles) {
      joined.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
  }
  return joined;
}

TriMesh BoxAt(const Vector3d& centre, const Vector3d& size) {
  return Transformed(RigidTransform(centre), MakeBoxMesh(size));
}

TEST(IsNearlyConvex, DistinguishesConvexFromConcave) {
  const RigidTransform X_AB(QuaternionFromRpy(0.4, 0.5, 0.6), Vector3d(3, -2, 1));
  EXPECT_TRUE(IsNearlyConvex(MakeBoxMesh(Vector3d(1, 2, 3))));
  EXPECT_TRUE(IsNearlyConvex(Transformed(X_AB, MakeBoxMesh(Vector3d(1, 2, 0.01)))));
  EXPECT_TRUE(IsNearlyConvex(Transformed(X_AB, MakeCylinderMesh(0.2, 0.1, 48))));
  EXPECT_TRUE(IsNearlyConvex(MakeSphereMesh(0.5, 64)));
  // Inversion is a property of the file, not of the shape.
  TriMesh inside_out = Transformed(X_AB, MakeSphereMesh(0.5, 16));
  for (auto& t : inside_out.triangles) std::swap(t[0], t[1]);
  EXPECT_TRUE(IsNearlyConvex(inside_out));

  EXPECT_FALSE(IsNearlyConvex(Joined(
      {BoxAt(Vector3d::Zero(), Vector3d(1, 1, 1)), BoxAt(Vector3d(2, 0, 0), Vector3d(1, 1, 1))})));
}

TEST(IsNearlyConvex, TheFractionIsThatOfTheVolume) {
  // A box with a pyramidal pit in its top: volume 1 - depth / 3.
  const auto pitted = [](double depth) {
    TriMesh box = MakeBoxMesh(Vector3d::Ones());
    box.vertices.emplace_back(0.0, 0.0, 0.5 - depth);
    box.triangles.erase(box.triangles.begin() + 2, box.triangles.begin() + 4);  // the top
    for (const auto& t : {std::array<std::uint32_t, 2>{4, 5}, {5, 7}, {7, 6}, {6, 4}}) {
      box.triangles.push_back({t[0], t[1], 8});
    }
    return Transformed(RigidTransform(QuaternionFromRpy(0.4, 0.5, 0.6), Vector3d(3, -2, 1)), box);
  };
  EXPECT_TRUE(IsNearlyConvex(pitted(0.08)));
  EXPECT_FALSE(IsNearlyConvex(pitted(0.10)));
  EXPECT_TRUE(IsNearlyConvex(pitted(0.29), 0.9));
  EXPECT_FALSE(IsNearlyConvex(pitted(0.31), 0.9));
}

TEST(IsNearlyConvex, OpenFlatAndDoubledMeshesAreNot) {
  TriMesh open = MakeBoxMesh(Vector3d::Ones());
  open.triangles.resize(10);
  EXPECT_FALSE(IsNearlyConvex(open));
  EXPECT_FALSE(IsNearlyConvex(TriMesh()));
  EXPECT_FALSE(IsNearlyConvex(MakeBoxMesh(Vector3d(1, 1, 0))));
  // Two columns, each duplicated: their volumes add up to that of the hull.
  const TriMesh columns = Joined(
      {BoxAt(Vector3d(0, 0, 0), Vector3d(1, 1, 4)), BoxAt(Vector3d(3, 0, 0), Vector3d(1, 1, 4))});
  EXPECT_FALSE(IsNearlyConvex(Joined({columns, columns})));
  TriMesh wrong = MakeBoxMesh(Vector3d::Ones());
  wrong.triangles[3][1] = 8;
  EXPECT_FALSE(IsNearlyConvex(wrong));
  wrong = MakeBoxMesh(Vector3d::Ones());
  wrong.vertices[3].x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(IsNearlyConvex(wrong));
}

}  // namespace
}  // namespace surefoot
