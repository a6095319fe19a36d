#include "surefoot/geometry/convex/solid_hull.h"

#include <algorithm>

#include "surefoot/geometry/convex/convex.h"
#include "surefoot/math/decompose.h"

namespace surefoot {
namespace {

/// A box around the points along their principal axes.
struct Extent {
  Matrix3d R;  // Columns are the directions.
  Vector3d low = Vector3d::Zero();
  Vector3d high = Vector3d::Zero();
  /// Required minimum thickness (m).
  double min = 0.0;
};

Extent FindExtent(const std::vector<Vector3d>& points) {
  Eigen::AlignedBox3d bounds;
  Vector3d middle = Vector3d::Zero();
  for (const Vector3d& point : points) {
    bounds.extend(point);
    middle += point / static_cast<double>(points.size());
  }
  // Scaled to unit size, so that squares of extreme coordinates neither underflow nor overflow.
  const double size = std::max(bounds.diagonal().maxCoeff(), 1e-300);
  Matrix3d spread = Matrix3d::Zero();
  for (const Vector3d& point : points) {
    const Vector3d scaled = (point - middle) / size;
    spread += scaled * scaled.transpose();
  }
  Extent extent;
  extent.R = PrincipalAxesOf(spread).axes;
  extent.low = extent.high = extent.R.transpose() * points.front();
  for (const Vector3d& point : points) {
    const Vector3d along = extent.R.transpose() * point;
    extent.low = extent.low.cwiseMin(along);
    extent.high = extent.high.cwiseMax(along);
  }
  const double length = (extent.high - extent.low).maxCoeff();
  extent.min = std::max(kMinThicknessRatio * length, kMinThickness);
  return extent;
}

/// Thickness to be added along each principal axis (m).
Vector3d Missing(const Extent& extent) {
  return (extent.min - (extent.high - extent.low).array()).cwiseMax(0.0);
}

/// Each point is moved to both sides, so that the hull grows evenly.
std::vector<Vector3d> Thickened(std::vector<Vector3d> points, const Extent& extent) {
  const Vector3d missing = Missing(extent);
  for (int axis = 0; axis < 3; ++axis) {
    if (missing[axis] == 0.0) continue;
    const Vector3d half = 0.5 * missing[axis] * extent.R.col(axis);
    const std::size_t count = points.size();
    for (std::size_t i = 0; i < count; ++i) {
      points.push_back(points[i] - half);
      points[i] += half;
    }
  }
  return points;
}

std::vector<Vector3d> BoxCorners(const Extent& extent) {
  const Vector3d half = 0.5 * Missing(extent);
  const Vector3d ends[] = {extent.low - half, extent.high + half};
  std::vector<Vector3d> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back(extent.R *
                      Vector3d(ends[i & 1].x(), ends[i >> 1 & 1].y(), ends[i >> 2 & 1].z()));
  }
  return corners;
}

}  // namespace

bool IsThin(const std::vector<Vector3d>& points) {
  return !points.empty() && Missing(FindExtent(points)).maxCoeff() > 0.0;
}

Result<TriMesh> SolidHull(const std::vector<Vector3d>& points) {
  if (points.empty()) return Error{"it has no vertices"};
  const Extent extent = FindExtent(points);
  Result<TriMesh> hull = ConvexHull(Thickened(points, extent));
  // Points that Qhull considers degenerate still have a bounding box.
  if (!hull.ok()) hull = ConvexHull(BoxCorners(extent));
  return hull;
}

}  // namespace surefoot
