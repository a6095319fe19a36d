#include <algorithm>
#include <cmath>

#include "surefoot/geometry/convex/convex_part.h"

namespace surefoot::convex {

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
