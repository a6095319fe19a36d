#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "surefoot/base/items.h"
#include "surefoot/geometry/convex/convex.h"
#include "surefoot/geometry/convex/convex_part.h"

// Search for the plane that divides a part best: planes along the axes at cell borders and planes
// through faces, compared by the excess of the hulls over the solid.

namespace surefoot::convex {
namespace {

using Points = std::vector<Vector3d>;

/// Number of positions tried along each axis before refining.
constexpr int kCoarse = 10;
/// Parts with more cells along an axis are searched at a coarser resolution.
constexpr int kMaxSlices = 40;
/// Largest faces across each axis for which the cut is evaluated by the connected pieces it leaves.
constexpr std::size_t kFaces = 2;
/// Cost of an uneven cut, as a share of the volume to be gained; prefers halves to slivers.
constexpr double kImbalance = 0.1;

/// Volume of the convex hull of the points, which are replaced by the hull's vertices.
double ReduceToHull(Points* points) {
  Result<TriMesh> hull = ConvexHull(*points);
  if (!hull.ok()) return 0.0;
  // Signed volumes of tetrahedra over a common apex.
  double volume = 0.0;
  const Vector3d& apex = hull->vertices[0];
  for (const auto& t : hull->triangles) {
    volume += (hull->vertices[t[0]] - apex)
                  .dot((hull->vertices[t[1]] - apex).cross(hull->vertices[t[2]] - apex)) /
              6.0;
  }
  *points = std::move(hull->vertices);
  return volume;
}

/// The cells of a part as slices across an axis, in units of `merge` cells: a coarse cell is filled
/// if any of its cells is.
class Slices {
 public:
  Slices(const std::vector<Cell>& cells, int axis, int merge) : axis_(axis) {
    int low[3];
    int high[3];
    for (int i = 0; i < 3; ++i) {
      low[i] = std::numeric_limits<int>::max();
      high[i] = std::numeric_limits<int>::min();
      for (const Cell& cell : cells) {
        low[i] = std::min(low[i], cell.index[i] / merge);
        high[i] = std::max(high[i], cell.index[i] / merge);
      }
    }
    begin_ = low[axis];
    count_.assign(static_cast<std::size_t>(high[axis] - low[axis] + 1), 0);
    const int v = (axis + 2) % 3;
    row_begin_ = low[v];
    rows_.assign(count_.size(), std::vector<Row>(static_cast<std::size_t>(high[v] - low[v] + 1)));
    for (const Cell& cell : cells) {
      const std::size_t slice = static_cast<std::size_t>(cell.index[axis] / merge - begin_);
      Row& row = rows_[slice][static_cast<std::size_t>(cell.index[v] / merge - row_begin_)];
      row.low = std::min(row.low, cell.index[(axis + 1) % 3] / merge);
      row.high = std::max(row.high, cell.index[(axis + 1) % 3] / merge);
      count_[slice] += 1.0 / (merge * merge * merge);
    }
    for (std::size_t i = 0; i < count_.size(); ++i) outlines_.push_back(Outline(i));
  }

  int begin() const { return begin_; }
  int end() const { return begin_ + static_cast<int>(count_.size()); }
  /// Number of filled cells in the slices [from, to).
  double CountBetween(int from, int to) const {
    double sum = 0.0;
    for (int i = from; i < to; ++i) sum += count_[static_cast<std::size_t>(i - begin_)];
    return sum;
  }
  /// Adds the convex outlines of the slices [from, to): enough to build their hull.
  void AddCorners(int from, int to, Points* points) const {
    for (int i = from; i < to; ++i) {
      for (const Eigen::Vector2d& corner : outlines_[static_cast<std::size_t>(i - begin_)]) {
        for (const int side : {0, 1}) {
          Vector3d point;
          point[axis_] = i + side;
          point[(axis_ + 1) % 3] = corner.x();
          point[(axis_ + 2) % 3] = corner.y();
          points->push_back(point);
        }
      }
    }
  }

 private:
  /// Range of filled cells along one row; what is between does not affect the hull.
  struct Row {
    int low = std::numeric_limits<int>::max();
    int high = std::numeric_limits<int>::min();
  };

  /// Vertices of a slice's convex outline, by Andrew's monotone chain (1979): one chain for each
  /// side.
  std::vector<Eigen::Vector2d> Outline(std::size_t slice) const {
    std::vector<Eigen::Vector2d> outline;
    for (const double side : {-1.0, 1.0}) {
      std::vector<Eigen::Vector2d> chain;
      for (std::size_t r = 0; r < rows_[slice].size(); ++r) {
        const Row& row = rows_[slice][r];
        if (row.low > row.high) continue;
        const double u = side < 0.0 ? row.low : row.high + 1;
        const double v = row_begin_ + static_cast<double>(r);
        for (const double edge : {v, v + 1.0}) {
          const Eigen::Vector2d next(u, edge);
          while (chain.size() >= 2 &&
                 side * Turn(chain[chain.size() - 2], chain.back(), next) <= 0.0) {
            chain.pop_back();
          }
          chain.push_back(next);
        }
      }
      outline.insert(outline.end(), chain.begin(), chain.end());
    }
    return outline;
  }

  /// Twice the signed area of a triangle; positive when it turns left.
  static double Turn(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
    return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
  }

  int axis_;
  int begin_ = 0;
  int row_begin_ = 0;
  std::vector<double> count_;
  std::vector<std::vector<Row>> rows_;
  std::vector<std::vector<Eigen::Vector2d>> outlines_;
};

/// Excess volume of the hulls on both sides of a cut, for cuts along an axis. Hulls grow
/// incrementally from slice to slice, so each is built from the previous hull's few vertices.
class Sweep {
 public:
  Sweep(const std::vector<Cell>& cells, int axis, int merge) : slices_(cells, axis, merge) {
    const int stride = std::max(1, (slices_.end() - slices_.begin() + kCoarse) / (kCoarse + 1));
    for (int i = slices_.begin() + stride; i < slices_.end(); i += stride) coarse_.push_back(i);
    below_[slices_.begin()] = {};
    above_[slices_.end()] = {};
    for (const int index : coarse_) below_[index] = Below(index);
    for (auto i = coarse_.rbegin(); i != coarse_.rend(); ++i) above_[*i] = Above(*i);
    whole_ = Below(slices_.end()).excess;
  }

  const std::vector<int>& coarse() const { return coarse_; }
  int begin() const { return slices_.begin(); }
  int end() const { return slices_.end(); }
  double whole() const { return whole_; }
  double ExcessAt(int index) const { return Below(index).excess + Above(index).excess; }
  /// 0 for equal halves, near 1 for a sliver.
  double ImbalanceAt(int index) const {
    const double below = slices_.CountBetween(begin(), index);
    const double above = slices_.CountBetween(index, end());
    return std::abs(below - above) / (below + above);
  }

 private:
  struct Side {
    Points corners;
    double excess = 0.0;
  };

  /// Extends the nearest hull that is known.
  Side Below(int index) const {
    const auto known = std::prev(below_.upper_bound(index));
    if (known->first == index && index > begin()) return known->second;
    Side side = known->second;
    slices_.AddCorners(known->first, index, &side.corners);
    side.excess = ReduceToHull(&side.corners) - slices_.CountBetween(begin(), index);
    return side;
  }
  Side Above(int index) const {
    const auto known = above_.lower_bound(index);
    if (known->first == index && index < end()) return known->second;
    Side side = known->second;
    slices_.AddCorners(index, known->first, &side.corners);
    side.excess = ReduceToHull(&side.corners) - slices_.CountBetween(index, end());
    return side;
  }

  Slices slices_;
  std::vector<int> coarse_;
  std::map<int, Side> below_;
  std::map<int, Side> above_;
  double whole_ = 0.0;
};

/// A planar face across an axis; a cut along it leaves the solid that it bounds on one side.
struct Face {
  double position = 0.0;
  double area = 0.0;
  int index = 0;
};

/// The faces across the axis, largest first; nearly coplanar polygons are one face.
std::vector<Face> FacesAcross(const Part& part, const Grid& grid, int axis) {
  std::vector<Face> faces;
  const double margin = 0.01 * grid.size;
  for (const double facing : {1.0, -1.0}) {
    std::vector<std::pair<double, double>> found;  // position, area
    for (std::size_t i = 0; i < part.polygons.size(); ++i) {
      if (facing * part.polygons.normals[i][axis] < 0.999) continue;
      found.emplace_back(part.polygons.MiddleOf(i)[axis], part.polygons.AreaOf(i));
    }
    std::sort(found.begin(), found.end());
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (i > 0 && found[i].first - found[i - 1].first < 1e-4 * grid.size) {
        faces.back().area += found[i].second;
        continue;
      }
      const double cells = (found[i].first - grid.origin[axis]) / grid.size;
      // The cube that contains the face stays with the solid.
      const int index = static_cast<int>(std::floor(cells)) + (facing > 0.0 ? 1 : 0);
      // A sheet at the end of the part, such as a floor: the cut is just above it, so that the
      // things on it are separated from it.
      double position = found[i].first;
      if (facing > 0.0) position = std::max(position, part.box.min()[axis] + margin);
      if (facing < 0.0) position = std::min(position, part.box.max()[axis] - margin);
      faces.push_back({position, found[i].second, index});
    }
  }
  const auto is_useless = [&](const Face& face) {
    return face.area < grid.size * grid.size ||
           face.position < part.box.min()[axis] + 0.99 * margin ||
           face.position > part.box.max()[axis] - 0.99 * margin;
  };
  faces.erase(std::remove_if(faces.begin(), faces.end(), is_useless), faces.end());
  std::stable_sort(faces.begin(), faces.end(),
                   [](const Face& a, const Face& b) { return a.area > b.area; });
  return faces;
}

double ExcessOfAll(const std::vector<Cell>& cells, int axis) {
  const Slices slices(cells, axis, 1);
  Points corners;
  slices.AddCorners(slices.begin(), slices.end(), &corners);
  return ReduceToHull(&corners) - static_cast<double>(cells.size());
}

/// Number of cells that are merged along each axis for a large part.
int MergeFor(const std::vector<Cell>& cells) {
  int longest = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const auto [low, high] = std::minmax_element(
        cells.begin(), cells.end(),
        [&](const Cell& a, const Cell& b) { return a.index[axis] < b.index[axis]; });
    longest = std::max(longest, high->index[axis] - low->index[axis] + 1);
  }
  return (longest + kMaxSlices - 1) / kMaxSlices;
}

/// The excess if both sides of the cut are split into their connected pieces; infinite if a side is
/// empty.
double ExcessOfPieces(const std::vector<Cell>& cells, int axis, int index, PieceFinder* finder) {
  double excess = 0.0;
  for (const bool above : {false, true}) {
    const auto side =
        Filtered(cells, [&](const Cell& cell) { return (cell.index[axis] >= index) == above; });
    if (side.empty()) return std::numeric_limits<double>::infinity();
    for (const std::vector<Cell>& piece : finder->Find(side)) {
      excess += ExcessOfAll(piece, axis);
    }
  }
  return excess;
}

/// Keeps the best cut among those offered.
class Search {
 public:
  Search(const Part& part, const Grid& grid, PieceFinder* finder)
      : part_(part), grid_(grid), finder_(finder), merge_(MergeFor(part.cells)) {}

  void Along(int axis) {
    const Sweep sweep(part_.cells, axis, merge_);
    if (sweep.coarse().empty()) return;
    faces_ = FacesAcross(part_, grid_, axis);
    const double scale = std::max(sweep.whole(), 1.0);
    const auto score_at = [&](int index) {
      const double score = sweep.ExcessAt(index) / scale + kImbalance * sweep.ImbalanceAt(index);
      Offer(axis, merge_ * index, score);
      return score;
    };
    std::pair<double, int> best(std::numeric_limits<double>::infinity(), 0);
    for (const int index : sweep.coarse()) {
      best = std::min(best, std::make_pair(score_at(index), index));
    }
    // Refine only where it may beat the best cut of the other axes.
    const int stride = sweep.coarse().front() - sweep.begin();
    for (int step = (stride + 1) / 2; step >= 1 && best.first < best_score_ + 0.1; step /= 2) {
      const int centre = best.second;
      for (const int index : {centre - step, centre + step}) {
        if (index <= sweep.begin() || index >= sweep.end()) continue;
        best = std::min(best, std::make_pair(score_at(index), index));
      }
    }
    TryFaces(axis, sweep);
  }

  const std::optional<CutPlane>& best() const { return best_; }

 private:
  /// Evaluates cuts along the largest faces by the connected pieces that they leave.
  void TryFaces(int axis, const Sweep& sweep) {
    std::size_t tried = 0;
    for (const Face& face : faces_) {
      if (face.index <= merge_ * sweep.begin() || face.index >= merge_ * sweep.end()) continue;
      if (++tried > kFaces) break;
      if (whole_ < 0.0) whole_ = std::max(ExcessOfAll(part_.cells, axis), 1.0);
      const double excess = ExcessOfPieces(part_.cells, axis, face.index, finder_);
      const int index = std::clamp(face.index / merge_, sweep.begin() + 1, sweep.end() - 1);
      Offer(axis, face.index, excess / whole_ + kImbalance * sweep.ImbalanceAt(index));
    }
  }

  void Offer(int axis, int index, double score) {
    if (score >= best_score_) return;
    best_score_ = score;
    CutPlane cut{axis, index, grid_.origin[axis] + grid_.size * index};
    for (const Face& face : faces_) {
      if (face.index != index) continue;
      cut.position = face.position;
      break;
    }
    best_ = cut;
  }

  const Part& part_;
  const Grid& grid_;
  PieceFinder* finder_;
  int merge_;
  /// Excess of the hull of all cells, computed on demand.
  double whole_ = -1.0;
  std::vector<Face> faces_;
  std::optional<CutPlane> best_;
  double best_score_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::optional<CutPlane> FindBestCut(const Part& part, const Grid& grid, PieceFinder* finder) {
  Search search(part, grid, finder);
  for (int axis = 0; axis < 3; ++axis) search.Along(axis);
  return search.best();
}

}  // namespace surefoot::convex
