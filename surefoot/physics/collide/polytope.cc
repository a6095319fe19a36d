#include <cmath>

#include "surefoot/physics/collide/simplex.h"

namespace surefoot::collide {
namespace {

/// Capacity of the polytope. It lives on the stack, so a step does not allocate.
constexpr int kMaxVertices = 128;
constexpr int kMaxFaces = 4 * kMaxVertices;

struct Face {
  int corners[3];
  Vector3d normal;
  double distance;
};

/// The polytope of EPA: convex, around the origin, growing towards the surface of the Minkowski
/// difference a - b.
class Polytope {
 public:
  Polytope(const Simplex& tetrahedron, double size) : tiny_(1e-14 * size * size) {
    inside_.setZero();
    for (int i = 0; i < 4; ++i) {
      points_[i] = tetrahedron.points[i];
      inside_ += 0.25 * points_[i].w;
    }
    point_count_ = 4;
    AddFace(0, 1, 2);
    AddFace(0, 3, 1);
    AddFace(0, 2, 3);
    AddFace(1, 3, 2);
  }

  /// Linear search: there are few faces.
  int ClosestFace() const {
    int best = 0;
    for (int i = 1; i < face_count_; ++i) {
      if (faces_[i].distance < faces_[best].distance) best = i;
    }
    return best;
  }
  const Face& face(int index) const { return faces_[index]; }
  const DifferencePoint& point(int index) const { return points_[index]; }
  bool full() const { return point_count_ == kMaxVertices || face_count_ > kMaxFaces - 64; }

  /// Extends the polytope to a point outside: removes the faces visible from it and connects their
  /// outline to it. False when nothing changes or a new face is degenerate.
  bool Add(const DifferencePoint& point, double tolerance) {
    edge_count_ = 0;
    const int corner = point_count_;
    points_[point_count_++] = point;
    int kept = 0;
    const int before = face_count_;
    for (int i = 0; i < before; ++i) {
      if (faces_[i].normal.dot(point.w) - faces_[i].distance > tolerance) {
        const int* c = faces_[i].corners;
        AddEdge(c[0], c[1]);
        AddEdge(c[1], c[2]);
        AddEdge(c[2], c[0]);
      } else {
        faces_[kept++] = faces_[i];
      }
    }
    if (kept == before || edge_count_ == 0) return false;
    face_count_ = kept;
    bool sound = true;
    for (int i = 0; i < edge_count_; ++i) {
      sound = AddFace(edges_[i][0], edges_[i][1], corner) && sound;
    }
    return sound;
  }

 private:
  /// With the normal away from the inside; false for a degenerate triangle or without room.
  bool AddFace(int a, int b, int c) {
    if (face_count_ == kMaxFaces) return false;
    Face& face = faces_[face_count_];
    const Vector3d cross = (points_[b].w - points_[a].w).cross(points_[c].w - points_[a].w);
    const double length = cross.norm();
    if (length <= tiny_) return false;
    face.corners[0] = a;
    face.corners[1] = b;
    face.corners[2] = c;
    face.normal = cross / length;
    if (face.normal.dot(points_[a].w - inside_) < 0.0) {
      face.normal = -face.normal;
      std::swap(face.corners[1], face.corners[2]);
    }
    face.distance = face.normal.dot(points_[a].w);
    ++face_count_;
    return true;
  }

  /// An edge between two removed faces is listed in both directions and cancels out; what remains
  /// is the outline.
  void AddEdge(int from, int to) {
    for (int i = 0; i < edge_count_; ++i) {
      if (edges_[i][0] == to && edges_[i][1] == from) {
        --edge_count_;
        edges_[i][0] = edges_[edge_count_][0];
        edges_[i][1] = edges_[edge_count_][1];
        return;
      }
    }
    if (edge_count_ == kMaxFaces) return;
    edges_[edge_count_][0] = from;
    edges_[edge_count_++][1] = to;
  }

  DifferencePoint points_[kMaxVertices];
  Face faces_[kMaxFaces];
  int edges_[kMaxFaces][2];
  Vector3d inside_;
  double tiny_;
  int point_count_ = 0;
  int face_count_ = 0;
  int edge_count_ = 0;
};

/// The overlap through a face: the foot of the perpendicular from the origin, and its barycentric
/// coordinates, which give the points on both shapes.
Closest Through(const Polytope& polytope, const Face& face) {
  Closest way;
  way.n_W = face.normal;
  way.depth = face.distance;
  const DifferencePoint& a = polytope.point(face.corners[0]);
  const DifferencePoint& b = polytope.point(face.corners[1]);
  const DifferencePoint& c = polytope.point(face.corners[2]);
  const Vector3d foot = face.distance * face.normal;
  const double whole = face.normal.dot((b.w - a.w).cross(c.w - a.w));
  double wb = 0.0;
  double wc = 0.0;
  if (whole > 0.0) {
    wb = face.normal.dot((foot - a.w).cross(c.w - a.w)) / whole;
    wc = face.normal.dot((b.w - a.w).cross(foot - a.w)) / whole;
  }
  wb = std::min(1.0, std::max(0.0, wb));
  wc = std::min(1.0 - wb, std::max(0.0, wc));
  way.p_WA = (1.0 - wb - wc) * a.a + wb * b.a + wc * c.a;
  way.p_WB = (1.0 - wb - wc) * a.b + wb * b.b + wc * c.b;
  return way;
}

}  // namespace

// Expands the closest face until it no longer moves by the tolerance.
Closest ExpandPolytope(const Placed& a, const Placed& b, const Simplex& tetrahedron, double size) {
  Polytope polytope(tetrahedron, size);
  const double tolerance = 1e-8 * size;
  Closest best;
  for (;;) {
    const Face face = polytope.face(polytope.ClosestFace());
    best = Through(polytope, face);
    const DifferencePoint point = Difference(a, b, face.normal);
    if (point.w.dot(face.normal) - face.distance <= tolerance || polytope.full()) break;
    if (!polytope.Add(point, 1e-13 * size)) break;
  }
  return best;
}

}  // namespace surefoot::collide
