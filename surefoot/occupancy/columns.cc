#include "surefoot/occupancy/columns.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace surefoot::occupancy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Faces are moved inwards by this length (m), and cells are smaller by half of it on each side. So
/// a shape that only touches a cell's border is not in the cell, and a sheet on a border is in one
/// cell only.
constexpr double kSkin = 1e-6;

/// A triangle clipped by up to four lines: at most 3 + 4 corners.
struct Polygon {
  Vector3d points[8];
  int count = 0;
};

/// The part with sign * p[axis] <= sign * limit, by one step of Sutherland and Hodgman's polygon
/// clipping (1974).
Polygon ClipHalfSpace(const Polygon& polygon, int axis, double limit, double sign) {
  Polygon result;
  for (int i = 0; i < polygon.count; ++i) {
    const Vector3d& a = polygon.points[i];
    const Vector3d& b = polygon.points[(i + 1) % polygon.count];
    const double over_a = sign * (a[axis] - limit);
    const double over_b = sign * (b[axis] - limit);
    if (over_a <= 0.0) result.points[result.count++] = a;
    if ((over_a < 0.0 && over_b > 0.0) || (over_a > 0.0 && over_b < 0.0)) {
      result.points[result.count++] = a + (b - a) * (over_a / (over_a - over_b));
    }
  }
  return result;
}

Polygon Within(const Polygon& polygon, int axis, double low, double high) {
  return ClipHalfSpace(ClipHalfSpace(polygon, axis, high, 1.0), axis, low, -1.0);
}

struct Interval {
  double low = kInfinity;
  double high = -kInfinity;

  void Add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

Interval RangeOf(const Polygon& polygon, int axis) {
  Interval range;
  for (int i = 0; i < polygon.count; ++i) range.Add(polygon.points[i][axis]);
  return range;
}

/// First and last cell that an interval overlaps, of `count` cells; first > last if none.
std::pair<int, int> CellsOf(const Interval& range, double origin, double resolution, int count) {
  // Clamped before the conversion: a coordinate far outside does not fit into an int.
  const auto cell = [&](double at) {
    return static_cast<int>(std::clamp(std::floor((at - origin) / resolution), -1.0, count + 1.0));
  };
  return {std::max(0, cell(range.low)), std::min(count - 1, cell(range.high))};
}

double Cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  return a.x() * b.y() - a.y() * b.x();
}

}  // namespace

/// Registers surfaces and crossings of all triangles. `solid_below`: the mesh is ground, so
/// everything below its crossings is solid.
void Columns::AddMesh(const TriMesh& mesh_W, bool solid_below) {
  for (const auto& triangle : mesh_W.triangles) {
    Vector3d corners[3];
    for (int i = 0; i < 3; ++i) corners[i] = mesh_W.vertices[triangle[static_cast<std::size_t>(i)]];
    const Vector3d area = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    const double size = area.norm();
    // Degenerate triangles have no normal and cover nothing.
    if (!(size > 0.0) || !std::isfinite(size)) continue;
    const Vector3d normal = area / size;
    AddPieces(corners, normal);
    AddCrossings(corners, normal);
  }
  TakeCrossings(solid_below);
}

/// Adds the range of heights of the triangle within each cell's square. Clips first to a row, then
/// to its cells, so the cost grows with the cells covered, not with the bounding box.
void Columns::AddPieces(const Vector3d (&corners)[3], const Vector3d& normal) {
  Polygon triangle;
  for (const Vector3d& corner : corners) {
    triangle.points[triangle.count++] = corner - kSkin * normal;
  }
  const bool gentle = normal.z() >= min_up_;
  const double r = grid_.resolution;
  const auto [first_row, last_row] =
      CellsOf(RangeOf(triangle, 1), grid_.origin_W.y(), r, grid_.height);
  for (int row = first_row; row <= last_row; ++row) {
    const double y = grid_.Bottom(row);
    const Polygon strip = Within(triangle, 1, y + 0.5 * kSkin, y + r - 0.5 * kSkin);
    if (strip.count == 0) continue;
    const auto [first, last] = CellsOf(RangeOf(strip, 0), grid_.origin_W.x(), r, grid_.width);
    for (int column = first; column <= last; ++column) {
      const double x = grid_.Left(column);
      const Polygon piece = Within(strip, 0, x + 0.5 * kSkin, x + r - 0.5 * kSkin);
      if (piece.count == 0) continue;
      const Interval heights = RangeOf(piece, 2);
      surfaces_.Add(grid_.Index(column, row), {heights.low, heights.high, gentle});
    }
  }
}

/// Adds the heights at which vertical lines through the cells' centres cross the triangle: they
/// decide which parts of a column are inside the solid.
void Columns::AddCrossings(const Vector3d (&corners)[3], const Vector3d& normal) {
  // A vertical face has no crossing; AddPieces has registered it as a surface.
  if (std::abs(normal.z()) < 1e-9) return;
  Polygon triangle;
  Eigen::Vector2d flat[3];
  for (int i = 0; i < 3; ++i) {
    triangle.points[triangle.count++] = corners[i];
    flat[i] = corners[i].head<2>();
  }
  const double area = Cross(flat[1] - flat[0], flat[2] - flat[0]);
  const double r = grid_.resolution;
  const auto [first_row, last_row] =
      CellsOf(RangeOf(triangle, 1), grid_.origin_W.y(), r, grid_.height);
  const auto [first, last] = CellsOf(RangeOf(triangle, 0), grid_.origin_W.x(), r, grid_.width);
  for (int row = first_row; row <= last_row; ++row) {
    for (int column = first; column <= last; ++column) {
      const Eigen::Vector2d p = grid_.Centre(column, row);
      // Barycentric coordinates. A centre on an edge counts for both triangles: counting it twice
      // is harmless, missing it would leave a hole.
      const double u = Cross(p - flat[0], flat[2] - flat[0]) / area;
      const double v = Cross(flat[1] - flat[0], p - flat[0]) / area;
      if (u < -1e-9 || v < -1e-9 || u + v > 1.0 + 1e-9) continue;
      const double z = corners[0].z() + u * (corners[1].z() - corners[0].z()) +
                       v * (corners[2].z() - corners[0].z());
      crossings_.push_back({grid_.Index(column, row), z, normal.z()});
    }
  }
}

/// Converts crossings to floors and solids, cell by cell from the top. Upward faces are kept on a
/// stack, and each downward face closes the last one, as with matching brackets.
void Columns::TakeCrossings(bool solid_below) {
  std::sort(crossings_.begin(), crossings_.end(), [](const Crossing& a, const Crossing& b) {
    if (a.cell != b.cell) return a.cell < b.cell;
    return a.z != b.z ? a.z > b.z : a.up > b.up;
  });
  std::vector<double> tops;
  for (std::size_t i = 0; i < crossings_.size(); ++i) {
    const Crossing& crossing = crossings_[i];
    if (i == 0 || crossings_[i - 1].cell != crossing.cell) tops.clear();
    if (crossing.up > 0.0) {
      AddFloor(crossing.cell, crossing.z, crossing.up);
      if (solid_below) solids_.Add(crossing.cell, {-kInfinity, crossing.z});
      tops.push_back(crossing.z);
    } else if (!tops.empty()) {
      solids_.Add(crossing.cell, {crossing.z, tops.back()});
      tops.pop_back();
    }
  }
  crossings_.clear();
}

/// A plane with everything below it, evaluated per cell: a plane has no mesh.
void Columns::AddHalfSpace(const Vector3d& normal_W, const Vector3d& p_W) {
  const double offset = normal_W.dot(p_W) - kSkin;
  const double half = 0.5 * grid_.resolution - 0.5 * kSkin;
  const bool upright = std::abs(normal_W.z()) < 1e-9;
  for (int row = 0; row < grid_.height; ++row) {
    for (int column = 0; column < grid_.width; ++column) {
      const int cell = grid_.Index(column, row);
      const Eigen::Vector2d centre = grid_.Centre(column, row);
      // Distance from the plane at z = 0, and half the range of that distance over the square.
      const double rest = offset - normal_W.head<2>().dot(centre);
      const double spread = half * (std::abs(normal_W.x()) + std::abs(normal_W.y()));
      if (upright) {
        if (rest > 0.0) solids_.Add(cell, {-kInfinity, kInfinity});
        if (std::abs(rest) <= spread) surfaces_.Add(cell, {-kInfinity, kInfinity});
        continue;
      }
      const double z = rest / normal_W.z();
      const double reach = spread / std::abs(normal_W.z());
      surfaces_.Add(cell, {z - reach, z + reach, normal_W.z() >= min_up_});
      if (normal_W.z() > 0.0) {
        AddFloor(cell, z, normal_W.z());
        solids_.Add(cell, {-kInfinity, z});
      } else {
        solids_.Add(cell, {z, kInfinity});
      }
    }
  }
}

void Columns::Finish() {
  surfaces_.Finish(grid_.count());
  solids_.Finish(grid_.count());
  floors_.Finish(grid_.count());
}

/// Whether something in the column lies between the heights `low` and `high` (m). Surfaces that a
/// robot can drive over count only above `gentle_low`.
bool Columns::IsBlocked(int cell, double low, double high, double gentle_low) const {
  // Open intervals: surfaces that only touch the limits do not block.
  const auto meets = [&](const Span& span) {
    return span.low < high && span.high > (span.gentle ? std::max(low, gentle_low) : low);
  };
  const auto surfaces = surfaces_.of(cell);
  const auto solids = solids_.of(cell);
  return std::any_of(surfaces.begin(), surfaces.end(), meets) ||
         std::any_of(solids.begin(), solids.end(), meets);
}

}  // namespace surefoot::occupancy
