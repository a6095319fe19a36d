// Convex shapes on the triangles of static meshes and height fields.

#include <algorithm>
#include <cmath>

#include "surefoot/engines/bullet/contacts.h"
#include "surefoot/engines/bullet/gjk.h"
#include "surefoot/engines/bullet/hulls.h"

namespace surefoot::engines::bullet {
namespace {

/// At larger depths (m) a face's normal is verified by GJK: it may be the face on the other side.
constexpr double kShallow = 2e-3;

struct Triangle {
  Vector3d corners[3];
  /// Unit outward normal.
  Vector3d normal = Vector3d::UnitZ();
  EdgeLeans leans = {kNoLean, kNoLean, kNoLean};
};

/// Distance inside the triangle's nearest edge of a point over it; negative outside. `edge` is that
/// edge.
double DistanceInside(const Triangle& triangle, const Vector3d& p, int* edge) {
  double min = world::kInfinity;
  for (int k = 0; k < 3; ++k) {
    const Vector3d& from = triangle.corners[k];
    const Vector3d along = (triangle.corners[(k + 1) % 3] - from).normalized();
    const double inside = triangle.normal.cross(along).dot(p - from);
    if (inside < min) {
      min = inside;
      *edge = k;
    }
  }
  return min;
}

/// Contact with the triangle's face; normals point from the triangle to the shape.
void FaceContact(const Triangle& triangle, const Shape& shape, const Vector3d& lowest_W,
                 double reach, std::vector<TouchPoint>* points) {
  const std::size_t first = points->size();
  Polygon face;
  SupportingFace(shape, -(shape.R_WG.transpose() * triangle.normal), &face);
  ToWorld(shape, &face);
  Polygon ground;
  for (const Vector3d& corner : triangle.corners) ground.Add(corner);
  ClipFaces(ground, face, triangle.normal, reach, points);
  ReducePoints(first, 4, points);
  const double deepest = Deepest(first, *points);
  int edge = 0;
  const double depth = -triangle.normal.dot(lowest_W - triangle.corners[0]);
  if (depth > deepest + 1e-4 && DistanceInside(triangle, lowest_W, &edge) >= 0.0) {
    points->push_back({lowest_W + 0.5 * depth * triangle.normal, triangle.normal, depth});
  }
}

/// Whether a point is beyond an edge that can be hit.
bool BeyondLeaningEdge(const Triangle& triangle, const Vector3d& p) {
  for (int k = 0; k < 3; ++k) {
    if (triangle.leans[static_cast<std::size_t>(k)] == kNoLean) continue;
    const Vector3d& from = triangle.corners[k];
    const Vector3d along = triangle.corners[(k + 1) % 3] - from;
    if (triangle.normal.cross(along).dot(p - from) <= 0.0) return true;
  }
  return false;
}

/// Point of the triangle nearest to p.
Vector3d NearestPoint(const Triangle& triangle, const Vector3d& p) {
  const Vector3d above = p - triangle.normal * triangle.normal.dot(p - triangle.corners[0]);
  Vector3d nearest = above;
  double min = world::kInfinity;
  for (int k = 0; k < 3; ++k) {
    const Vector3d& from = triangle.corners[k];
    const Vector3d along = triangle.corners[(k + 1) % 3] - from;
    if (triangle.normal.cross(along).dot(above - from) >= 0.0) continue;
    const double share = std::clamp(along.dot(above - from) / along.squaredNorm(), 0.0, 1.0);
    const Vector3d on_edge = from + share * along;
    const double far = (on_edge - above).squaredNorm();
    if (far < min) {
      min = far;
      nearest = on_edge;
    }
  }
  return nearest;
}

/// Closest points of the shape and the triangle; spheres need no GJK.
bool FindClosestTo(const Triangle& triangle, const Shape& shape, double reach, Closest* closest) {
  if (shape.kind != ShapeKind::kSphere) {
    return FindClosest(shape, triangle.corners, reach, closest);
  }
  closest->p_WB = NearestPoint(triangle, shape.X_WG.p);
  const Vector3d towards = closest->p_WB - shape.X_WG.p;
  const double distance = towards.norm();
  closest->distance = distance - shape.size.x();
  if (closest->distance > reach || distance < 1e-12) return false;
  closest->n_W = towards / distance;
  closest->p_WA = shape.X_WG.p + shape.size.x() * closest->n_W;
  return true;
}

/// Contact with an edge that can be hit: the closest points determine the normal. True when that
/// normal is valid for this edge.
bool EdgeContact(const Triangle& triangle, const Shape& shape, double reach,
                 std::vector<TouchPoint>* points) {
  Closest closest;
  if (!FindClosestTo(triangle, shape, reach, &closest)) return false;
  const Vector3d n = -closest.n_W;
  int edge = 0;
  const double inside = DistanceInside(triangle, closest.p_WB, &edge);
  constexpr double kOnEdge = 1e-5;
  if (inside > kOnEdge) return false;
  // A normal that leans more belongs to the triangle on the other side.
  constexpr double kSlack = 1e-4;
  if (n.dot(triangle.normal) < triangle.leans[static_cast<std::size_t>(edge)] - kSlack) {
    return false;
  }
  points->push_back({0.5 * (closest.p_WA + closest.p_WB), n, -closest.distance});
  return true;
}

/// Searches for a separating plane: the triangle's own, or the one across the line from its nearest
/// point to the shape's centre. Also finds the shape's lowest point over the triangle.
bool MayTouch(const Triangle& triangle, const Shape& shape, double reach, Vector3d* lowest_W) {
  const auto farthest = [&shape](const Vector3d& direction_W) {
    return Vector3d(shape.X_WG.p +
                    shape.R_WG * Support(shape, shape.R_WG.transpose() * direction_W));
  };
  *lowest_W = farthest(-triangle.normal);
  if (triangle.normal.dot(*lowest_W - triangle.corners[0]) > reach) return false;
  const Vector3d middle = shape.X_WG.p + shape.R_WG * shape.middle;
  const Vector3d nearest = NearestPoint(triangle, middle);
  const Vector3d towards = middle - nearest;
  const double distance = towards.norm();
  if (distance < 1e-9 || triangle.normal.dot(towards) <= 0.0) return true;
  const Vector3d direction = towards / distance;
  return direction.dot(farthest(-direction) - nearest) <= reach;
}

void CollideTriangle(const Triangle& triangle, const Shape& shape, const Vector3d& lowest_W,
                     double reach, std::vector<TouchPoint>* points) {
  const std::size_t first = points->size();
  FaceContact(triangle, shape, lowest_W, reach, points);
  const double deepest = Deepest(first, *points);
  // A shallow face contact is accepted. Without a face contact, the contact belongs to a neighbour
  // unless it is over an edge that can be hit.
  if (points->size() > first ? deepest < kShallow : !BeyondLeaningEdge(triangle, lowest_W)) return;
  const std::size_t faces = points->size() - first;
  if (EdgeContact(triangle, shape, reach, points) && faces > 0) {
    points->erase(points->begin() + static_cast<std::ptrdiff_t>(first),
                  points->begin() + static_cast<std::ptrdiff_t>(first + faces));
  }
}

/// Collides a shape with the triangles of a mesh, on the side on which its centre is.
class MeshVisitor final : public TriangleVisitor {
 public:
  MeshVisitor(const Shape& mesh, const Shape& shape, double reach, std::vector<TouchPoint>* points)
      : mesh_(mesh), shape_(shape), reach_(reach), points_(points) {
    middle_ = shape.X_WG.p + shape.R_WG * shape.middle;
  }

  void Visit(int index) override {
    const TriMesh& mesh = *mesh_.mesh->mesh;
    const auto& corners = mesh.triangles[static_cast<std::size_t>(index)];
    Triangle triangle;
    for (std::size_t k = 0; k < 3; ++k) {
      triangle.corners[k] = mesh_.X_WG.p + mesh_.R_WG * mesh.vertices[corners[k]];
    }
    triangle.normal = (triangle.corners[1] - triangle.corners[0])
                          .cross(triangle.corners[2] - triangle.corners[0]);
    const double area = triangle.normal.norm();
    if (area < 1e-300) return;
    triangle.normal /= area;
    triangle.leans = mesh_.mesh->leans[static_cast<std::size_t>(index)];
    if (triangle.normal.dot(middle_ - triangle.corners[0]) < 0.0) {
      // From behind: the same triangle with opposite orientation.
      std::swap(triangle.corners[0], triangle.corners[1]);
      triangle.normal = -triangle.normal;
      std::swap(triangle.leans[1], triangle.leans[2]);
    }
    Vector3d lowest;
    if (!MayTouch(triangle, shape_, reach_, &lowest)) return;
    CollideTriangle(triangle, shape_, lowest, reach_, points_);
  }

 private:
  const Shape& mesh_;
  const Shape& shape_;
  double reach_;
  std::vector<TouchPoint>* points_;
  Vector3d middle_;
};

/// Collides a shape with the cells of a height field under it.
class FieldWalker {
 public:
  FieldWalker(const Shape& field, const Shape& shape, double reach, std::vector<TouchPoint>* points)
      : field_(*field.field), ground_(field), shape_(shape), reach_(reach), points_(points) {}

  void Walk() {
    const Matrix3d R_GW = ground_.R_WG.transpose();
    const Vector3d middle = R_GW * (0.5 * (shape_.low + shape_.high) - ground_.X_WG.p);
    const Vector3d half = R_GW.cwiseAbs() * (0.5 * (shape_.high - shape_.low));
    const double step_x = field_.size_x / (field_.cols - 1);
    const double step_y = field_.size_y / (field_.rows - 1);
    const auto cell = [](double at, int max) {
      return static_cast<int>(std::clamp(std::floor(at), 0.0, static_cast<double>(max)));
    };
    const double x = middle.x() + field_.size_x / 2.0;
    const double y = middle.y() + field_.size_y / 2.0;
    const int last_col = field_.cols - 2;
    const int last_row = field_.rows - 2;
    if (x + half.x() < 0.0 || y + half.y() < 0.0 || x - half.x() > field_.size_x ||
        y - half.y() > field_.size_y) {
      return;
    }
    for (int row = cell((y - half.y()) / step_y, last_row);
         row <= cell((y + half.y()) / step_y, last_row); ++row) {
      for (int col = cell((x - half.x()) / step_x, last_col);
           col <= cell((x + half.x()) / step_x, last_col); ++col) {
        VisitCell(row, col, middle.z() - half.z());
      }
    }
  }

 private:
  Vector3d Corner(int row, int col) const {
    return Vector3d((static_cast<double>(col) / (field_.cols - 1) - 0.5) * field_.size_x,
                    (static_cast<double>(row) / (field_.rows - 1) - 0.5) * field_.size_y,
                    field_.At(row, col));
  }
  bool Has(int row, int col) const {
    return row >= 0 && col >= 0 && row < field_.rows && col < field_.cols;
  }

  void VisitCell(int row, int col, double lowest) {
    const double highest = std::max(std::max(field_.At(row, col), field_.At(row, col + 1)),
                                    std::max(field_.At(row + 1, col), field_.At(row + 1, col + 1)));
    if (highest < lowest) return;
    // The diagonal runs from (row, col) to (row + 1, col + 1). `far`: the corners opposite to the
    // three edges, in the neighbouring triangles.
    const int lower[3][2] = {{row, col}, {row, col + 1}, {row + 1, col + 1}};
    const int lower_far[3][2] = {{row - 1, col}, {row + 1, col + 2}, {row + 1, col}};
    VisitTriangle(lower, lower_far);
    const int upper[3][2] = {{row, col}, {row + 1, col + 1}, {row + 1, col}};
    const int upper_far[3][2] = {{row, col + 1}, {row + 2, col + 1}, {row, col - 1}};
    VisitTriangle(upper, upper_far);
  }

  /// Height fields store no leans; they are computed from the neighbouring corners when needed.
  void VisitTriangle(const int (&at)[3][2], const int (&far)[3][2]) {
    Vector3d corners[3];
    for (int k = 0; k < 3; ++k) corners[k] = Corner(at[k][0], at[k][1]);
    const Vector3d normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
    Triangle triangle;
    for (int k = 0; k < 3; ++k) {
      triangle.corners[k] = ground_.X_WG.p + ground_.R_WG * corners[k];
    }
    triangle.normal = ground_.R_WG * normal;
    Vector3d lowest;
    if (!MayTouch(triangle, shape_, reach_, &lowest)) return;
    for (int k = 0; k < 3; ++k) {
      // Edges at the border of the field can be hit from any side.
      float& lean = triangle.leans[static_cast<std::size_t>(k)];
      lean = kBorderLean;
      if (!Has(far[k][0], far[k][1])) continue;
      const Vector3d across = Corner(far[k][0], far[k][1]) - corners[k];
      const Vector3d other = (corners[k] - corners[(k + 1) % 3]).cross(across).normalized();
      lean = LeanOf(normal, other, across);
    }
    CollideTriangle(triangle, shape_, lowest, reach_, points_);
  }

  const HeightField& field_;
  const Shape& ground_;
  const Shape& shape_;
  double reach_;
  std::vector<TouchPoint>* points_;
};

/// Merges equal points of adjacent triangles; the deeper one is kept.
void MergeDuplicates(std::size_t first, std::vector<TouchPoint>* points) {
  constexpr double kSamePlace = 1e-3;
  std::size_t kept = first;
  for (std::size_t i = first; i < points->size(); ++i) {
    const TouchPoint& point = (*points)[i];
    bool twin = false;
    for (std::size_t k = first; k < kept && !twin; ++k) {
      TouchPoint& other = (*points)[k];
      twin = (other.p_W - point.p_W).squaredNorm() < kSamePlace * kSamePlace &&
             other.n_W.dot(point.n_W) > 0.99;
      if (twin && point.depth > other.depth) other = point;
    }
    if (!twin) (*points)[kept++] = point;
  }
  points->resize(kept);
}

}  // namespace

void CollideMesh(const Shape& mesh, const Shape& b, double reach, std::vector<TouchPoint>* points) {
  const std::size_t first = points->size();
  const Matrix3d R_GW = mesh.R_WG.transpose();
  const Vector3d middle = R_GW * (0.5 * (b.low + b.high) - mesh.X_WG.p);
  const Vector3d half = R_GW.cwiseAbs() * (0.5 * (b.high - b.low));
  MeshVisitor visitor(mesh, b, reach, points);
  VisitTriangles(*mesh.mesh, middle - half, middle + half, &visitor);
  MergeDuplicates(first, points);
}

void CollideHeightField(const Shape& field, const Shape& b, double reach,
                        std::vector<TouchPoint>* points) {
  const std::size_t first = points->size();
  FieldWalker(field, b, reach, points).Walk();
  MergeDuplicates(first, points);
}

}  // namespace surefoot::engines::bullet
