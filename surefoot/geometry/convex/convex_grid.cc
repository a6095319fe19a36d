#include "surefoot/geometry/convex/convex_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "surefoot/geometry/convex/convex_simplify.h"

// The solid as cells of a grid: inside and outside are decided once, so that volumes of parts are
// counts.

namespace surefoot::convex {
namespace {

using Eigen::Vector3i;

// Bounds the time of the decomposition, and each array to a few MB.
constexpr double kMaxCells = 7e5;
/// Surface of the mesh in grid squares; bounds the time to fill a mesh of very many triangles.
constexpr double kMaxSquares = 3e6;

double Area(const TriMesh& mesh) {
  double area = 0.0;
  for (const auto& t : mesh.triangles) {
    const Vector3d& a = mesh.vertices[t[0]];
    area += 0.5 * (mesh.vertices[t[1]] - a).cross(mesh.vertices[t[2]] - a).norm();
  }
  return area;
}

Vector3i Count(const Vector3d& sides, double size) {
  return (sides / size).array().ceil().cast<int>().matrix() + Vector3i::Constant(3);
}

/// Lower envelope of the parabolas f[i] + (x - i)^2 along one line of the grid, in place: one pass
/// of the exact squared distance transform by Felzenszwalb and Huttenlocher (2012), linear in the
/// number of cubes.
class LineTransform {
 public:
  explicit LineTransform(int longest) : values_(longest), apex_(longest), from_(longest + 1) {}

  void Apply(float* first, std::size_t stride, int count) {
    int hulls = -1;
    for (int i = 0; i < count; ++i) {
      values_[i] = first[stride * i];
      if (values_[i] >= kFar) continue;
      double start = -std::numeric_limits<double>::infinity();
      while (hulls >= 0) {
        const int j = apex_[hulls];
        start =
            (values_[i] - values_[j] + static_cast<double>(i) * i - static_cast<double>(j) * j) /
            (2.0 * (i - j));
        if (start > from_[hulls]) break;
        --hulls;
        start = -std::numeric_limits<double>::infinity();
      }
      ++hulls;
      apex_[hulls] = i;
      from_[hulls] = start;
    }
    if (hulls < 0) return;
    for (int i = 0, k = 0; i < count; ++i) {
      while (k < hulls && from_[k + 1] < i) ++k;
      const double offset = i - apex_[k];
      first[stride * i] = static_cast<float>(values_[apex_[k]] + offset * offset);
    }
  }

  static constexpr float kFar = 1e9F;

 private:
  std::vector<double> values_;
  std::vector<int> apex_;
  std::vector<double> from_;
};

/// The interval in which the line along x through (y, z) is inside all half-spaces.
std::pair<double, double> Chord(const std::vector<Eigen::Vector4d>& planes, double y, double z) {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  for (const Eigen::Vector4d& plane : planes) {
    const double rest = plane.w() - plane.y() * y - plane.z() * z;
    if (plane.x() > 1e-12) {
      high = std::min(high, rest / plane.x());
    } else if (plane.x() < -1e-12) {
      low = std::max(low, rest / plane.x());
    } else if (rest < 0.0) {
      return {0.0, -1.0};
    }
    if (low > high) break;
  }
  return {low, high};
}

}  // namespace

Vector3i Grid::CellAt(const Vector3d& point) const {
  const Vector3d cells = (point - origin) / size;
  Vector3i cell;
  for (int axis = 0; axis < 3; ++axis) {
    cell[axis] = static_cast<int>(
        std::clamp(std::floor(cells[axis]), 0.0, static_cast<double>(count[axis] - 1)));
  }
  return cell;
}

/// The size is 1/400 to 1/40 of the longest side.
Grid MakeGrid(const TriMesh& mesh, double concavity) {
  const Eigen::AlignedBox3d bounds = mesh.Bounds();
  const Vector3d sides = bounds.sizes();
  const double longest = sides.maxCoeff();
  Grid grid;
  grid.size = std::clamp(concavity / 2.5, longest / 400.0, longest / 40.0);
  grid.size = std::max(grid.size, std::sqrt(Area(mesh) / kMaxSquares));
  grid.count = Count(sides, grid.size);
  while (static_cast<double>(grid.CellCount()) > kMaxCells) {
    grid.size *= 1.02;
    grid.count = Count(sides, grid.size);
  }
  grid.origin = bounds.center() - 0.5 * grid.size * grid.count.cast<double>();
  return grid;
}

std::vector<float> DistancesTo(const Grid& grid, const std::vector<Cell>& cells) {
  std::vector<float> squares(grid.CellCount(), LineTransform::kFar);
  for (const Cell& cell : cells) squares[grid.Flat(cell)] = 0.0F;
  LineTransform transform(grid.count.maxCoeff());
  const std::size_t strides[3] = {
      1, static_cast<std::size_t>(grid.count.x()),
      static_cast<std::size_t>(grid.count.x()) * static_cast<std::size_t>(grid.count.y())};
  // The transform is separable: one pass for each axis.
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    for (int i = 0; i < grid.count[u]; ++i) {
      for (int j = 0; j < grid.count[v]; ++j) {
        transform.Apply(&squares[strides[u] * i + strides[v] * j], strides[axis], grid.count[axis]);
      }
    }
  }
  for (float& value : squares) value = static_cast<float>(grid.size) * std::sqrt(value);
  return squares;
}

/// Scans the cubes inside the hull along x, between the two ends of each chord. Cubes of the solid
/// itself have distance 0.
Excess ExcessOf(const Grid& grid, const std::vector<float>& distances, const TriMesh& hull) {
  const std::vector<Eigen::Vector4d> planes = PlanesOf(hull, 1e-3 * grid.size);
  const Eigen::AlignedBox3d bounds = hull.Bounds();
  const Vector3i first = grid.CellAt(bounds.min());
  const Vector3i last = grid.CellAt(bounds.max());
  Excess excess;
  std::size_t outside = 0;
  for (int k = first.z(); k <= last.z(); ++k) {
    for (int j = first.y(); j <= last.y(); ++j) {
      const Vector3d centre = grid.Centre(Vector3i(0, j, k));
      const auto [low, high] = Chord(planes, centre.y(), centre.z());
      if (low > high) continue;
      const int begin = std::max(
          first.x(), static_cast<int>(std::ceil(std::max(low - centre.x(), 0.0) / grid.size)));
      const int end = static_cast<int>(
          std::floor(std::min(high - centre.x(), grid.size * last.x()) / grid.size));
      const float* row = &distances[grid.Flat(Vector3i(0, j, k))];
      for (int i = begin; i <= end; ++i) {
        if (row[i] <= 0.0F) continue;
        ++outside;
        excess.distance = std::max(excess.distance, static_cast<double>(row[i]));
      }
    }
  }
  excess.volume = static_cast<double>(outside) * std::pow(grid.size, 3);
  return excess;
}

void PieceFinder::Clear() {
  for (const std::size_t flat : used_) label_[flat] = kNone;
  used_.clear();
}

/// Only the labels of the last call are cleared, so the cost does not depend on the grid's size.
std::vector<std::vector<Cell>> PieceFinder::Find(const std::vector<Cell>& cells) {
  Clear();
  used_.reserve(cells.size());
  for (const Cell& cell : cells) {
    used_.push_back(grid_.Flat(cell));
    label_[used_.back()] = kWaiting;
  }
  std::int32_t pieces = 0;
  std::vector<std::size_t> stack;
  for (const Cell& cell : cells) {
    if (label_[grid_.Flat(cell)] == kWaiting) Collect(cell, pieces++, &stack);
  }
  std::vector<std::vector<Cell>> groups(static_cast<std::size_t>(pieces));
  for (const Cell& cell : cells) groups[label_[grid_.Flat(cell)]].push_back(cell);
  return groups;
}

void PieceFinder::Collect(const Cell& first, std::int32_t piece, std::vector<std::size_t>* stack) {
  // The empty layer around the solid makes all 26 neighbours valid indices.
  std::vector<std::ptrdiff_t> steps;
  for (int i = 0; i < 27; ++i) {
    const std::ptrdiff_t row = grid_.count.x();
    const std::ptrdiff_t layer = row * grid_.count.y();
    steps.push_back((i % 3 - 1) + row * (i / 3 % 3 - 1) + layer * (i / 9 - 1));
  }
  label_[grid_.Flat(first)] = piece;
  stack->assign(1, grid_.Flat(first));
  while (!stack->empty()) {
    const auto flat = static_cast<std::ptrdiff_t>(stack->back());
    stack->pop_back();
    for (const std::ptrdiff_t step : steps) {
      const auto next = static_cast<std::size_t>(flat + step);
      if (label_[next] != kWaiting) continue;
      label_[next] = piece;
      stack->push_back(next);
    }
  }
}

int PieceFinder::PieceNear(const Vector3d& point) const {
  const Vector3i centre = grid_.CellAt(point);
  if (label_[grid_.Flat(centre)] >= 0) return label_[grid_.Flat(centre)];
  int best = -1;
  double best_distance = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 27; ++i) {
    const Vector3i cell = centre + Vector3i(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
    if ((cell.array() < 0).any() || (cell.array() >= grid_.count.array()).any()) continue;
    const double distance = (grid_.Centre(cell) - point).norm();
    if (label_[grid_.Flat(cell)] < 0 || distance >= best_distance) continue;
    best = label_[grid_.Flat(cell)];
    best_distance = distance;
  }
  return best;
}

}  // namespace surefoot::convex
