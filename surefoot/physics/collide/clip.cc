#include "surefoot/physics/collide/clip.h"

#include <algorithm>

namespace surefoot::collide {
namespace {

/// Keeps what lies below the plane: normal . x <= offset.
void ClipToPlane(const Vector3d& normal, double offset, Feature* cut) {
  if (cut->count == 1) {
    if (normal.dot(cut->points[0]) > offset) cut->count = 0;
    return;
  }
  double heights[Feature::kMost];
  bool any_out = false;
  for (int i = 0; i < cut->count; ++i) {
    heights[i] = normal.dot(cut->points[i]) - offset;
    any_out = any_out || heights[i] > 0.0;
  }
  if (!any_out) return;
  Feature kept;
  const int edges = cut->count == 2 ? 1 : cut->count;
  if (cut->count == 2 && heights[0] <= 0.0) kept.Add(cut->points[0]);
  for (int i = 0; i < edges; ++i) {
    const int next = (i + 1) % cut->count;
    const Vector3d& a = cut->points[i];
    const Vector3d& b = cut->points[next];
    if ((heights[i] > 0.0) != (heights[next] > 0.0)) {
      kept.Add(a + (b - a) * (heights[i] / (heights[i] - heights[next])));
    }
    if (heights[next] <= 0.0) kept.Add(b);
  }
  cut->count = kept.count;
  std::copy(kept.points, kept.points + kept.count, cut->points);
}

}  // namespace

void ClipToPrism(const Feature& polygon, const Vector3d& along, double slack, Feature* cut) {
  for (int i = 0; i < polygon.count && cut->count > 0; ++i) {
    const Vector3d& a = polygon.points[i];
    const Vector3d& b = polygon.points[(i + 1) % polygon.count];
    const Vector3d side = (b - a).cross(along);
    const double length = side.norm();
    if (length <= 0.0) continue;
    ClipToPlane(side, side.dot(a) + slack * length, cut);
  }
}

}  // namespace surefoot::collide
