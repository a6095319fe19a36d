#include "surefoot/engines/bullet/hulls.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "surefoot/base/try.h"
#include "surefoot/geometry/convex/collision_mesh.h"
#include "surefoot/geometry/convex/convex.h"

// Convex parts of meshes for Bullet: hulls with merged faces, thickened where they are flat,
// because GJK needs shapes with volume.

namespace surefoot::engines::bullet {
namespace {

/// Smallest thickness: as a share of the length, and in m.
constexpr double kMinThicknessRatio = 1e-4;
constexpr double kMinThickness = 5e-5;
/// Triangles whose normals differ less than this belong to one face (cosine).
constexpr double kOneFace = 1.0 - 1e-8;
/// Convex edges bent by less than half a milliradian count as flat (cosine).
constexpr double kFlat = 1.0 - 1e-7;

/// Oriented bounds of points, along the eigenvectors of their covariance.
struct Extent {
  /// Columns are the directions.
  Matrix3d R = Matrix3d::Identity();
  Vector3d low = Vector3d::Zero();
  Vector3d high = Vector3d::Zero();
  double min = kMinThickness;
};

Extent FindExtent(const std::vector<Vector3d>& points) {
  Extent extent;
  Vector3d middle = Vector3d::Zero();
  for (const Vector3d& point : points) middle += point / static_cast<double>(points.size());
  double size = 1e-300;
  for (const Vector3d& point : points) size = std::max(size, (point - middle).norm());
  Matrix3d spread = Matrix3d::Zero();
  for (const Vector3d& point : points) {
    const Vector3d scaled = (point - middle) / size;
    spread += scaled * scaled.transpose();
  }
  extent.R = Eigen::SelfAdjointEigenSolver<Matrix3d>(spread).eigenvectors();
  extent.low = extent.high = extent.R.transpose() * points.front();
  for (const Vector3d& point : points) {
    extent.low = extent.low.cwiseMin(extent.R.transpose() * point);
    extent.high = extent.high.cwiseMax(extent.R.transpose() * point);
  }
  extent.min = std::max(kMinThicknessRatio * (extent.high - extent.low).maxCoeff(), kMinThickness);
  return extent;
}

/// Doubles the points along directions in which they have almost no extent.
std::vector<Vector3d> Thickened(std::vector<Vector3d> points) {
  const Extent extent = FindExtent(points);
  for (int axis = 0; axis < 3; ++axis) {
    const double missing = extent.min - (extent.high[axis] - extent.low[axis]);
    if (missing <= 0.0) continue;
    const Vector3d half = 0.5 * missing * extent.R.col(axis);
    const std::size_t count = points.size();
    for (std::size_t i = 0; i < count; ++i) {
      points.push_back(points[i] - half);
      points[i] += half;
    }
  }
  return points;
}

/// The fallback for points without a valid hull.
std::vector<Vector3d> BoxAround(const std::vector<Vector3d>& points) {
  Extent extent = FindExtent(points);
  std::vector<Vector3d> corners;
  for (int i = 0; i < 8; ++i) {
    const Vector3d corner((i & 1) != 0 ? extent.high.x() : extent.low.x(),
                          (i & 2) != 0 ? extent.high.y() : extent.low.y(),
                          (i & 4) != 0 ? extent.high.z() : extent.low.z());
    corners.push_back(extent.R * corner);
  }
  return corners;
}

Vector3d NormalOf(const TriMesh& mesh, const std::array<std::uint32_t, 3>& t) {
  const Vector3d& a = mesh.vertices[t[0]];
  return (mesh.vertices[t[1]] - a).cross(mesh.vertices[t[2]] - a);
}

/// Merges coplanar triangles to polygons: contact polygons then have few corners.
std::shared_ptr<const Hull> WithFaces(const TriMesh& mesh) {
  auto hull = std::make_shared<Hull>();
  hull->vertices = mesh.vertices;
  std::vector<std::vector<int>> corners;
  for (const auto& triangle : mesh.triangles) {
    Vector3d normal = NormalOf(mesh, triangle);
    if (normal.norm() < 1e-300) continue;
    normal.normalize();
    std::size_t face = 0;
    while (face < hull->faces.size() && hull->faces[face].normal.dot(normal) < kOneFace) ++face;
    if (face == hull->faces.size()) {
      hull->faces.push_back(Hull::Face{normal, 0, 0});
      corners.emplace_back();
    }
    for (const std::uint32_t corner : triangle) corners[face].push_back(static_cast<int>(corner));
  }
  for (std::size_t i = 0; i < corners.size(); ++i) {
    std::vector<int>& list = corners[i];
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    Vector3d middle = Vector3d::Zero();
    for (const int c : list) {
      middle += hull->vertices[static_cast<std::size_t>(c)] / static_cast<double>(list.size());
    }
    Hull::Face& face = hull->faces[i];
    const Vector3d u = face.normal.unitOrthogonal();
    const Vector3d w = face.normal.cross(u);
    const auto angle = [&](int c) {
      const Vector3d out = hull->vertices[static_cast<std::size_t>(c)] - middle;
      return std::atan2(out.dot(w), out.dot(u));
    };
    std::sort(list.begin(), list.end(), [&](int a, int b) { return angle(a) < angle(b); });
    face.first = static_cast<int>(hull->corners.size());
    face.count = static_cast<int>(list.size());
    hull->corners.insert(hull->corners.end(), list.begin(), list.end());
  }
  return hull;
}

/// True when the mesh has no volume: a sheet, a line or a point.
bool IsFlat(const TriMesh& mesh) {
  if (mesh.vertices.empty()) return true;
  const Extent extent = FindExtent(mesh.vertices);
  return (extent.high - extent.low).minCoeff() < extent.min;
}

}  // namespace

Result<std::vector<std::shared_ptr<const Hull>>> MakeHulls(const TriMesh& mesh) {
  if (mesh.vertices.empty()) return Error{"has no vertices"};
  CollisionParts parts;
  // The decomposition needs a volume.
  if (IsFlat(mesh)) {
    parts.hulls.push_back(mesh);
  } else {
    parts = SUREFOOT_TRY(MakeCollisionParts(mesh, {}, DiskCache::Default()));
  }
  std::vector<std::shared_ptr<const Hull>> hulls;
  for (const TriMesh& part : parts.hulls) {
    const std::vector<Vector3d> points = Thickened(part.vertices);
    Result<TriMesh> hull = ConvexHull(points);
    if (!hull.ok()) hull = ConvexHull(BoxAround(points));
    if (!hull.ok()) {
      return Error{"cannot be used: " + hull.error().message +
                   "; use a box or another primitive shape"};
    }
    hulls.push_back(WithFaces(hull.value()));
  }
  return hulls;
}

std::vector<Vector3d> InsetVertices(const Hull& hull, double margin) {
  // Least-squares solution of n . move = -1 over the faces at each vertex, regularized for vertices
  // with fewer than three faces.
  std::vector<Matrix3d> squares(hull.vertices.size(), Matrix3d::Zero());
  std::vector<Vector3d> sums(hull.vertices.size(), Vector3d::Zero());
  for (const Hull::Face& face : hull.faces) {
    for (int i = 0; i < face.count; ++i) {
      const auto corner =
          static_cast<std::size_t>(hull.corners[static_cast<std::size_t>(face.first + i)]);
      squares[corner] += face.normal * face.normal.transpose();
      sums[corner] += face.normal;
    }
  }
  std::vector<Vector3d> inner = hull.vertices;
  for (std::size_t i = 0; i < inner.size(); ++i) {
    const Matrix3d regular = squares[i] + 1e-6 * Matrix3d::Identity();
    Vector3d move = regular.ldlt().solve(sums[i]);
    constexpr double kFarthest = 4.0;  // at sharp corners
    if (move.norm() > kFarthest) move *= kFarthest / move.norm();
    inner[i] -= margin * move;
  }
  return inner;
}

/// The width of a polytope is attained at a face normal or between two edges; the faces are a
/// sufficient estimate for a margin.
double MinHalfWidth(const Hull& hull) {
  double min = world::kInfinity;
  for (const Hull::Face& face : hull.faces) {
    double low = world::kInfinity;
    double high = -world::kInfinity;
    for (const Vector3d& vertex : hull.vertices) {
      low = std::min(low, face.normal.dot(vertex));
      high = std::max(high, face.normal.dot(vertex));
    }
    min = std::min(min, (high - low) / 2.0);
  }
  return min;
}

/// At a convex edge the normals of both faces bound the contact normal.
float LeanOf(const Vector3d& normal, const Vector3d& other_normal, const Vector3d& across) {
  const double cosine = normal.dot(other_normal);
  return across.dot(normal) < 0.0 && cosine < kFlat ? static_cast<float>(cosine) : kNoLean;
}

std::vector<EdgeLeans> FindLeans(const TriMesh& mesh) {
  // Vertices at equal coordinates are merged, because some formats repeat them per triangle.
  std::map<std::tuple<double, double, double>, int> places;
  std::vector<int> place(mesh.vertices.size());
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Vector3d& v = mesh.vertices[i];
    place[i] = places.emplace(std::tuple(v.x(), v.y(), v.z()), static_cast<int>(places.size()))
                   .first->second;
  }
  std::map<std::pair<int, int>, std::vector<std::pair<int, int>>> edges;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (int k = 0; k < 3; ++k) {
      const int a = place[mesh.triangles[t][static_cast<std::size_t>(k)]];
      const int b = place[mesh.triangles[t][static_cast<std::size_t>((k + 1) % 3)]];
      edges[std::minmax(a, b)].emplace_back(static_cast<int>(t), k);
    }
  }
  std::vector<EdgeLeans> leans(mesh.triangles.size(), EdgeLeans{});
  for (const auto& [edge, users] : edges) {
    // An edge of one triangle is a border; one of three or more is treated as a border, too.
    float lean = kBorderLean;
    if (users.size() == 2) {
      const auto& [t, k] = users[0];
      const auto& [other, j] = users[1];
      const auto& corners = mesh.triangles[static_cast<std::size_t>(t)];
      const auto& far = mesh.triangles[static_cast<std::size_t>(other)];
      const Vector3d across = mesh.vertices[far[static_cast<std::size_t>((j + 2) % 3)]] -
                              mesh.vertices[corners[static_cast<std::size_t>(k)]];
      lean = LeanOf(NormalOf(mesh, corners).normalized(), NormalOf(mesh, far).normalized(), across);
    }
    for (const auto& [t, k] : users) {
      leans[static_cast<std::size_t>(t)][static_cast<std::size_t>(k)] = lean;
    }
  }
  return leans;
}

}  // namespace surefoot::engines::bullet
