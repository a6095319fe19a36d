#include <algorithm>
#include <array>
#include <cmath>

#include "surefoot/geometry/convex/convex_grid.h"

namespace surefoot::convex {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3i;

/// Cubes are tested slightly larger than they are, so that a surface between two of them marks both
/// and leaves no hole.
constexpr double kHalf = 0.5 + 1e-9;

/// Projection of a triangle along one axis, in grid units; tests which squares it overlaps. With
/// the three projections this is the conservative voxelisation of Schwarz and Seidel (2010).
class Shadow {
 public:
  /// Projected along `axis`; `corners` in grid units.
  Shadow(const std::array<Vector3d, 3>& corners, int axis) {
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    std::array<Vector2d, 3> p;
    for (int i = 0; i < 3; ++i) p[i] = Vector2d(corners[i][u], corners[i][v]);
    const Vector2d d1 = p[1] - p[0];
    const Vector2d d2 = p[2] - p[0];
    const double sign = d1.x() * d2.y() - d1.y() * d2.x() < 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < 3; ++i) {
      const Vector2d edge = p[(i + 1) % 3] - p[i];
      normal_[i] = sign * Vector2d(-edge.y(), edge.x());
      // Edge function at the corner of the square that is farthest inside.
      offset_[i] = kHalf * normal_[i].lpNorm<1>() - normal_[i].dot(p[i]);
    }
  }

  bool Overlaps(double u, double v) const {
    const Vector2d centre(u, v);
    for (int i = 0; i < 3; ++i) {
      if (normal_[i].dot(centre) + offset_[i] < 0.0) return false;
    }
    return true;
  }

 private:
  std::array<Vector2d, 3> normal_;
  std::array<double, 3> offset_;
};

/// A box-shaped section of the grid with a state for each cube.
class Block {
 public:
  enum State : std::uint8_t { kUnknown, kSurface, kOutside };

  Block(const Vector3i& first, const Vector3i& last)
      : first_(first),
        count_(last - first + Vector3i::Ones()),
        state_(static_cast<std::size_t>(count_.x()) * count_.y() * count_.z(), kUnknown) {}

  const Vector3i& first() const { return first_; }
  Vector3i last() const { return first_ + count_ - Vector3i::Ones(); }

  State& at(int i, int j, int k) {
    return state_[static_cast<std::size_t>(i - first_.x()) +
                  static_cast<std::size_t>(count_.x()) *
                      (static_cast<std::size_t>(j - first_.y()) +
                       static_cast<std::size_t>(count_.y()) *
                           static_cast<std::size_t>(k - first_.z()))];
  }
  State& at(const Vector3i& cell) { return at(cell.x(), cell.y(), cell.z()); }
  bool Contains(const Vector3i& cell) const {
    return ((cell - first_).array() >= 0).all() && ((cell - first_).array() < count_.array()).all();
  }

 private:
  Vector3i first_;
  Vector3i count_;
  std::vector<State> state_;
};

/// Marks the cubes that the triangle touches: those over the squares of its projection along its
/// main axis, in the height range of its plane there, if the other two projections agree.
void MarkTriangle(const std::array<Vector3d, 3>& corners, Block* block) {
  const Vector3d normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  int w = 0;
  if (normal.cwiseAbs().maxCoeff(&w) <= 0.0) w = 2;
  const int u = (w + 1) % 3;
  const int v = (w + 2) % 3;
  const std::array<Shadow, 3> shadows = {Shadow(corners, w), Shadow(corners, u),
                                         Shadow(corners, v)};
  const Vector3d low = corners[0].cwiseMin(corners[1]).cwiseMin(corners[2]);
  const Vector3d high = corners[0].cwiseMax(corners[1]).cwiseMax(corners[2]);
  // Range of cubes whose closed interval [i, i + 1] intersects [low, high].
  const auto cell_from = [&](double x, int axis) {
    return std::max(block->first()[axis], static_cast<int>(std::ceil(x - 1.0 - 1e-9)));
  };
  const auto cell_to = [&](double x, int axis) {
    return std::min(block->last()[axis], static_cast<int>(std::floor(x + 1e-9)));
  };
  const bool has_plane = std::abs(normal[w]) > 0.0;
  const double slope_u = has_plane ? -normal[u] / normal[w] : 0.0;
  const double slope_v = has_plane ? -normal[v] / normal[w] : 0.0;
  const double spread = kHalf * (std::abs(slope_u) + std::abs(slope_v));
  for (int i = cell_from(low[u], u); i <= cell_to(high[u], u); ++i) {
    for (int j = cell_from(low[v], v); j <= cell_to(high[v], v); ++j) {
      if (!shadows[0].Overlaps(i + 0.5, j + 0.5)) continue;
      double w_low = low[w];
      double w_high = high[w];
      if (has_plane) {
        const double middle = corners[0][w] + slope_u * (i + 0.5 - corners[0][u]) +
                              slope_v * (j + 0.5 - corners[0][v]);
        w_low = std::max(w_low, middle - spread);
        w_high = std::min(w_high, middle + spread);
      }
      for (int k = cell_from(w_low, w); k <= cell_to(w_high, w); ++k) {
        // The projection along u has the coordinates (v, w), the one along v has (w, u).
        if (!shadows[1].Overlaps(j + 0.5, k + 0.5) || !shadows[2].Overlaps(k + 0.5, i + 0.5)) {
          continue;
        }
        Vector3i cell;
        cell[u] = i;
        cell[v] = j;
        cell[w] = k;
        block->at(cell) = Block::kSurface;
      }
    }
  }
}

/// Flood fill of all cubes that are reachable from the block's first cube without crossing the
/// surface. An explicit stack, because recursion would be millions of calls deep.
void MarkOutside(Block* block) {
  std::vector<Vector3i> stack = {block->first()};
  block->at(block->first()) = Block::kOutside;
  while (!stack.empty()) {
    const Vector3i cell = stack.back();
    stack.pop_back();
    for (int axis = 0; axis < 3; ++axis) {
      for (const int step : {-1, 1}) {
        Vector3i next = cell;
        next[axis] += step;
        if (!block->Contains(next) || block->at(next) != Block::kUnknown) continue;
        block->at(next) = Block::kOutside;
        stack.push_back(next);
      }
    }
  }
}

}  // namespace

std::vector<Cell> Fill(const Grid& grid, const TriMesh& mesh) {
  const Eigen::AlignedBox3d bounds = mesh.Bounds();
  // An empty layer of cubes all around connects the outside.
  const Vector3d margin = Vector3d::Constant(1e-6 * grid.size);
  Block block((grid.CellAt(bounds.min() - margin) - Vector3i::Ones()).cwiseMax(0),
              (grid.CellAt(bounds.max() + margin) + Vector3i::Ones())
                  .cwiseMin(grid.count - Vector3i::Ones()));
  for (const auto& t : mesh.triangles) {
    std::array<Vector3d, 3> corners;
    for (int i = 0; i < 3; ++i) corners[i] = (mesh.vertices[t[i]] - grid.origin) / grid.size;
    MarkTriangle(corners, &block);
  }
  MarkOutside(&block);
  std::vector<Cell> cells;
  for (int k = block.first().z(); k <= block.last().z(); ++k) {
    for (int j = block.first().y(); j <= block.last().y(); ++j) {
      for (int i = block.first().x(); i <= block.last().x(); ++i) {
        const Block::State state = block.at(i, j, k);
        if (state == Block::kOutside) continue;
        cells.push_back({{static_cast<std::int16_t>(i), static_cast<std::int16_t>(j),
                          static_cast<std::int16_t>(k)},
                         state == Block::kUnknown});
      }
    }
  }
  return cells;
}

}  // namespace surefoot::convex
