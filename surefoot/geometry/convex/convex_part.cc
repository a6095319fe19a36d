#include "surefoot/geometry/convex/convex_part.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/geometry/convex/convex.h"
#include "surefoot/geometry/convex/convex_simplify.h"
#include "surefoot/math/decompose.h"

// A part is a list of surface triangles and of cells. Its hull must cover both, because sheets
// without thickness have no cells.

namespace surefoot::convex {
namespace {

constexpr double kPi = 3.14159265358979323846;
/// Vertices that stand out by less than this share of a sheet's thickness are omitted.
constexpr double kSimpler = 0.1;
constexpr int kRounds = 20;

/// Whether the point, a corner of the part's box, is inside the solid. Only cubes on the surface
/// need the exact test.
bool IsInSolid(const Part& part, const TriMesh& mesh, const Grid& grid, const Vector3d& corner) {
  const Vector3d inwards = part.box.center() - corner;
  const Vector3d point = corner + 1e-6 * inwards;
  const Eigen::Vector3i at = grid.CellAt(point);
  for (const Cell& cell : part.cells) {
    if (cell.index[0] != at.x() || cell.index[1] != at.y() || cell.index[2] != at.z()) continue;
    return cell.inside || std::abs(WindingNumber(mesh, point)) > 0.5;
  }
  return false;
}

/// The width of a convex body: its smallest extent between parallel planes, one of them along a
/// face.
double Width(const TriMesh& hull) {
  double width = std::numeric_limits<double>::infinity();
  for (const auto& t : hull.triangles) {
    const Vector3d& a = hull.vertices[t[0]];
    const Vector3d normal = (hull.vertices[t[1]] - a).cross(hull.vertices[t[2]] - a).normalized();
    if (normal.squaredNorm() < 0.5) continue;
    double depth = 0.0;
    for (const Vector3d& vertex : hull.vertices) depth = std::max(depth, normal.dot(a - vertex));
    width = std::min(width, depth);
  }
  return width;
}

/// Sum of the area vectors over the sum of the areas: near zero for closed and two-sided surfaces,
/// a vector of length near 1 for a sheet.
Vector3d Facing(const Polygons& polygons) {
  Vector3d sum = Vector3d::Zero();
  double area = 0.0;
  for (std::size_t i = 0; i < polygons.size(); ++i) {
    sum += polygons.AreaOf(i) * polygons.normals[i];
    area += polygons.AreaOf(i);
  }
  return area > 0.0 ? Vector3d(sum / area) : Vector3d(Vector3d::Zero());
}

/// Principal direction with the smallest variance of the points.
Vector3d ThinDirection(const std::vector<Vector3d>& points) {
  Vector3d mean = Vector3d::Zero();
  for (const Vector3d& p : points) mean += p / static_cast<double>(points.size());
  Matrix3d spread = Matrix3d::Zero();
  for (const Vector3d& p : points) spread += (p - mean) * (p - mean).transpose();
  return PrincipalAxesOf(spread).axes.col(0);
}

std::optional<TriMesh> SimpleHull(const std::vector<Vector3d>& points, double thickness) {
  std::optional<InnerHull> inner = MakeInnerHull(points, kSimpler * thickness, kRounds);
  if (!inner.has_value()) return std::nullopt;
  return std::move(inner->hull);
}

/// The hull of the points swept from one offset to the other.
std::optional<TriMesh> HullWithShifted(const std::vector<Vector3d>& points, const Vector3d& from,
                                       const Vector3d& to) {
  std::vector<Vector3d> both;
  both.reserve(2 * points.size());
  for (const Vector3d& p : points) {
    both.push_back(p + from);
    both.push_back(p + to);
  }
  return SimpleHull(both, (to - from).norm());
}

}  // namespace

double WindingNumber(const TriMesh& mesh, const Vector3d& point) {
  double solid_angle = 0.0;
  for (const auto& t : mesh.triangles) {
    const Vector3d a = mesh.vertices[t[0]] - point;
    const Vector3d b = mesh.vertices[t[1]] - point;
    const Vector3d c = mesh.vertices[t[2]] - point;
    const double la = a.norm();
    const double lb = b.norm();
    const double lc = c.norm();
    // Solid angle of a triangle (van Oosterom and Strackee 1983).
    const double below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    solid_angle += 2.0 * std::atan2(a.dot(b.cross(c)), below);
  }
  return solid_angle / (4.0 * kPi);
}

std::optional<TriMesh> HullOf(const Part& part, const TriMesh& mesh, const Grid& grid,
                              double thickness) {
  std::vector<Vector3d> points = part.polygons.points;
  const auto less = [](const Vector3d& a, const Vector3d& b) {
    return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
  };
  std::sort(points.begin(), points.end(), less);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  for (int i = 0; i < 8; ++i) {
    const Vector3d corner = part.box.corner(static_cast<Eigen::AlignedBox3d::CornerType>(i));
    if (IsInSolid(part, mesh, grid, corner)) points.push_back(corner);
  }
  if (points.size() < 3) return std::nullopt;
  std::optional<TriMesh> hull = SimpleHull(points, thickness);
  const double width = hull.has_value() ? Width(*hull) : 0.0;
  if (width >= 0.5 * thickness) return hull;
  const Vector3d facing = Facing(part.polygons);
  if (facing.norm() > 0.5) {
    // The front of a sheet stays unchanged; only the back is added.
    return HullWithShifted(points, Vector3d::Zero(), -thickness * facing.normalized());
  }
  if (width > 0.01 * thickness) return hull;
  const Vector3d thin = ThinDirection(points);
  return HullWithShifted(points, -0.5 * thickness * thin, 0.5 * thickness * thin);
}

void Polygons::Add(const std::vector<Vector3d>& polygon, const Vector3d& normal) {
  points.insert(points.end(), polygon.begin(), polygon.end());
  ends.push_back(static_cast<std::uint32_t>(points.size()));
  normals.push_back(normal);
}

double Polygons::AreaOf(std::size_t i) const {
  const Vector3d& first = points[begin_of(i)];
  double area = 0.0;
  for (std::uint32_t p = begin_of(i) + 2; p < ends[i]; ++p) {
    area += 0.5 * normals[i].dot((points[p - 1] - first).cross(points[p] - first));
  }
  return area;
}

Vector3d Polygons::MiddleOf(std::size_t i) const {
  Vector3d sum = Vector3d::Zero();
  for (std::uint32_t p = begin_of(i); p < ends[i]; ++p) sum += points[p];
  return sum / (ends[i] - begin_of(i));
}

Polygons PolygonsOf(const TriMesh& mesh) {
  Polygons polygons;
  for (const auto& t : mesh.triangles) {
    const Vector3d& a = mesh.vertices[t[0]];
    const Vector3d& b = mesh.vertices[t[1]];
    const Vector3d& c = mesh.vertices[t[2]];
    const Vector3d normal = (b - a).cross(c - a);
    const double length = normal.norm();
    if (length > 0.0) polygons.Add({a, b, c}, normal / length);
  }
  return polygons;
}

void Cut(const Polygons& polygons, int axis, double position, double tolerance, Polygons* below,
         Polygons* above) {
  std::vector<Vector3d> low;
  std::vector<Vector3d> high;
  for (std::size_t i = 0; i < polygons.size(); ++i) {
    low.clear();
    high.clear();
    bool reaches_low = false;
    bool reaches_high = false;
    for (std::uint32_t p = polygons.begin_of(i); p < polygons.ends[i]; ++p) {
      const Vector3d& a = polygons.points[p];
      const Vector3d& b = polygons.points[p + 1 < polygons.ends[i] ? p + 1 : polygons.begin_of(i)];
      const double da = a[axis] - position;
      const double db = b[axis] - position;
      if (da <= tolerance) low.push_back(a);
      if (da >= -tolerance) high.push_back(a);
      reaches_low = reaches_low || da < -tolerance;
      reaches_high = reaches_high || da > tolerance;
      if ((da < -tolerance && db > tolerance) || (da > tolerance && db < -tolerance)) {
        Vector3d crossing = a + da / (da - db) * (b - a);
        crossing[axis] = position;
        low.push_back(crossing);
        // Sutherland-Hodgman clipping against one plane, keeping both sides.
        high.push_back(crossing);
      }
    }
    const Vector3d& normal = polygons.normals[i];
    if (!reaches_low && !reaches_high) {
      (normal[axis] > 0.0 ? below : above)->Add(low, normal);
      continue;
    }
    if (reaches_low && low.size() >= 3) below->Add(low, normal);
    if (reaches_high && high.size() >= 3) above->Add(high, normal);
  }
}

Polygons Clipped(const Polygons& polygons, const Eigen::AlignedBox3d& box, double tolerance) {
  Polygons left = polygons;
  for (int axis = 0; axis < 3; ++axis) {
    Polygons low;
    Polygons middle;
    Polygons high;
    Cut(left, axis, box.min()[axis], tolerance, &low, &middle);
    left = Polygons();
    Cut(middle, axis, box.max()[axis], tolerance, &left, &high);
  }
  return left;
}

}  // namespace surefoot::convex
