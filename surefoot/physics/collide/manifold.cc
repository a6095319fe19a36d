#include <algorithm>
#include <cmath>

#include "surefoot/physics/collide/convex_pair.h"

namespace surefoot::collide {
namespace {

/// A face serves as reference for clipping when the cosine between its normal and the contact
/// normal is at least this.
constexpr double kFacing = 0.95;

/// Adds the points of `incident` below the reference face, in the direction of the normal from a to
/// b; `face_of_a` states whose face it is. False when the deepest point is not among them.
bool AddClipped(const Feature& face, bool face_of_a, const Closest& closest, double slack,
                Feature* incident, std::vector<PairPoint>* points) {
  const Vector3d& n_W = closest.n_W;
  const Vector3d out = face_of_a ? n_W : Vector3d(-n_W);
  const double slope = face.normal.dot(out);
  // The rim of a cylinder is a polygon; points may lie outside of it by the sagitta.
  ClipToPrism(face, out, slope > 0.9999 ? slack + face.bulge : slack, incident);
  double max = -1.0;
  for (int i = 0; i < incident->count; ++i) {
    const double depth = face.normal.dot(face.points[0] - incident->points[i]) / slope;
    // A point deeper than the deepest one is beside a round outline, outside of the face.
    if (depth < 0.0 || depth > closest.depth + slack) continue;
    points->push_back(PairPoint{incident->points[i] + 0.5 * depth * out, n_W, depth});
    max = std::max(max, depth);
  }
  // Without the deepest point only a part of the contact was found.
  return max >= 0.98 * closest.depth;
}

/// Two nearly parallel lines, as of cylinders side by side, touch along their common stretch, which
/// is represented by its two ends.
bool AddParallelLines(const Feature& a, const Feature& b, const Closest& closest,
                      std::vector<PairPoint>* points) {
  if (a.count != 2 || b.count != 2) return false;
  const Vector3d u = a.points[1] - a.points[0];
  const Vector3d v = b.points[1] - b.points[0];
  const double length = u.norm();
  if (length <= 0.0 || u.cross(v).norm() > 0.1 * length * v.norm()) return false;
  const Vector3d along = u / length;
  double b0 = along.dot(b.points[0] - a.points[0]);
  double b1 = along.dot(b.points[1] - a.points[0]);
  const double from = std::max(0.0, std::min(b0, b1));
  const double to = std::min(length, std::max(b0, b1));
  if (to <= from || b1 == b0) return false;
  bool any = false;
  for (const double s : {from, to}) {
    const Vector3d p_a = a.points[0] + s * along;
    const Vector3d p_b = b.points[0] + (s - b0) / (b1 - b0) * (b.points[1] - b.points[0]);
    const double depth = closest.n_W.dot(p_a - p_b);
    if (depth < 0.0) continue;
    points->push_back(PairPoint{0.5 * (p_a + p_b), closest.n_W, depth});
    any = true;
  }
  return any;
}

/// One step of Sutherland-Hodgman clipping: keeps the part with normal . x <= offset.
void ClipToPlane(const Vector3d& normal, double offset, Feature* cut) {
  if (cut->count == 1) {
    if (normal.dot(cut->points[0]) > offset) cut->count = 0;
    return;
  }
  double heights[Feature::kMaxPoints];
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

/// Cuts a feature by the sides of a prism over the polygon (Sutherland and Hodgman).
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

/// Contact points where two features overlap; false if there are none.
bool AddFeatureManifold(const Feature& a, const Feature& b, const Closest& closest, double slack,
                        std::vector<PairPoint>* points) {
  const double facing_a = a.count >= 3 ? a.normal.dot(closest.n_W) : 0.0;
  const double facing_b = b.count >= 3 ? -b.normal.dot(closest.n_W) : 0.0;
  // Edge against edge: no face to clip to.
  if (std::max(facing_a, facing_b) < kFacing) return AddParallelLines(a, b, closest, points);
  // Prefers the face of a when both are equally good, so that rounding does not change the choice.
  const bool face_of_a = facing_a >= facing_b - 1e-6;
  Feature incident = face_of_a ? b : a;
  return AddClipped(face_of_a ? a : b, face_of_a, closest, slack, &incident, points);
}

// Several points for faces and edges, so that a box does not rock on one point.
void AddManifold(const Placed& a, const Placed& b, const Closest& closest,
                 std::vector<PairPoint>* points) {
  Feature feature_a;
  Feature feature_b;
  a.FindFeature(closest.n_W, &feature_a);
  b.FindFeature(-closest.n_W, &feature_b);
  const double slack = 1e-9 + 1e-6 * std::min(a.shape->outer_radius, b.shape->outer_radius);
  if (AddFeatureManifold(feature_a, feature_b, closest, slack, points)) return;
  points->push_back(
      PairPoint{0.5 * (closest.p_WA + closest.p_WB), closest.n_W, std::max(0.0, closest.depth)});
}

// Points of the shape below the plane.
void CollidePlane(const Vector3d& normal_W, const Vector3d& p_W, const Placed& b,
                  std::vector<PairPoint>* points) {
  const auto add = [&](const Vector3d& point) {
    const double depth = normal_W.dot(p_W - point);
    if (depth < 0.0) return;
    points->push_back(PairPoint{point + 0.5 * depth * normal_W, normal_W, depth});
  };
  if (b.shape->kind == ConvexKind::kHull) {
    // All corners below the plane: the faces of finely tessellated meshes are too small to rest on.
    const Vector3d normal_G = b.R_WG.transpose() * normal_W;
    const double offset = normal_W.dot(p_W - b.p_WG);
    for (const Vector3d& corner : b.shape->hull->vertices) {
      if (normal_G.dot(corner) <= offset) add(b.p_WG + b.R_WG * corner);
    }
    return;
  }
  Feature feature;
  b.FindFeature(-normal_W, &feature);
  for (int i = 0; i < feature.count; ++i) add(feature.points[i]);
}

}  // namespace surefoot::collide
