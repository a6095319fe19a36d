#include "surefoot/autonomy/estimate/rock_finder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

// Rocks are found column by column of a scan: points that stand up from the ground before them are
// grouped with neighbouring ones (union-find). A scan sees only the front of a rock, so centre and
// radius follow from the nearest point and the angle between the tangents of its outline.

namespace surefoot::estimate {
namespace {

struct Point {
  double range = 0.0;
  double azimuth = 0.0;
  double z = 0.0;
  int column = 0;
  /// Over the ground before it.
  double height = 0.0;

  double x() const { return range * std::cos(azimuth); }
  double y() const { return range * std::sin(azimuth); }
};

/// Sorts the points by azimuth into columns as wide as the sensor's resolution, and by distance
/// within each.
std::vector<Point> ToColumns(const std::vector<Eigen::Vector3f>& points,
                             const RockFinderOptions& options) {
  std::vector<Point> out;
  for (const Eigen::Vector3f& p : points) {
    if (!p.allFinite()) continue;
    Point point;
    point.range = std::hypot(double(p.x()), double(p.y()));
    if (point.range < 0.1 || point.range > options.max_range) continue;
    point.azimuth = std::atan2(double(p.y()), double(p.x()));
    point.z = p.z();
    point.column = static_cast<int>(std::lround(point.azimuth / options.column));
    out.push_back(point);
  }
  std::sort(out.begin(), out.end(), [](const Point& a, const Point& b) {
    if (a.column != b.column) return a.column < b.column;
    return a.range != b.range ? a.range < b.range : a.z < b.z;
  });
  return out;
}

/// Goes outward along a column and keeps what stands up from the ground.
void KeepStanding(const Point* begin, const Point* end, const RockFinderOptions& options,
                  std::vector<Point>* standing) {
  double ground_range = 0.0;
  double ground_z = 0.0;
  double last_range = -1e9;
  for (const Point* p = begin; p != end; ++p) {
    const double rise = p->z - ground_z;
    const double run = std::max(p->range - ground_range, 1e-3);
    const bool behind_one = p->range - last_range < options.gap;
    if (rise > options.height && (rise > options.steepness * run || behind_one)) {
      standing->push_back(*p);
      standing->back().height = rise;
      last_range = p->range;
      continue;
    }
    // A point on top of something low must not lift the ground for those behind it.
    if (rise > options.steepness * run) continue;
    ground_range = p->range;
    ground_z = p->z;
  }
}

/// Which group each point is in: those that are linked by short distances.
std::vector<int> Group(const std::vector<Point>& points, const RockFinderOptions& options) {
  std::vector<int> parent(points.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[static_cast<std::size_t>(i)] != i) {
      int& up = parent[static_cast<std::size_t>(i)];
      up = parent[static_cast<std::size_t>(up)];
      i = up;
    }
    return i;
  };
  const double widest =
      std::max(options.gap, options.gap_columns * options.column * options.max_range);
  std::map<std::pair<int, int>, std::vector<int>> cells;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    const Point& p = points[static_cast<std::size_t>(i)];
    const int cx = static_cast<int>(std::floor(p.x() / widest));
    const int cy = static_cast<int>(std::floor(p.y() / widest));
    const double reach = std::max(options.gap, options.gap_columns * options.column * p.range);
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        const auto cell = cells.find({cx + dx, cy + dy});
        if (cell == cells.end()) continue;
        for (const int j : cell->second) {
          const Point& q = points[static_cast<std::size_t>(j)];
          if (std::hypot(p.x() - q.x(), p.y() - q.y()) < reach) {
            parent[static_cast<std::size_t>(root(i))] = root(j);
          }
        }
      }
    }
    cells[{cx, cy}].push_back(i);
  }
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    parent[static_cast<std::size_t>(i)] = root(i);
  }
  return parent;
}

/// A round outline is seen between two tangents: its nearest point is d - R away, and the sine of
/// half the angle between them is R/d.
SeenRock Measure(const std::vector<const Point*>& points, const RockFinderOptions& options) {
  const double first = points.front()->azimuth;
  double left = 0.0;
  double right = 0.0;
  double nearest = 1e9;
  SeenRock rock;
  for (const Point* p : points) {
    const double angle = WrapAngle(p->azimuth - first);
    left = std::max(left, angle);
    right = std::min(right, angle);
    nearest = std::min(nearest, p->range);
    rock.height = std::max(rock.height, p->height);
  }
  rock.points = static_cast<int>(points.size());
  // On average the outline ends half a column beyond the last point on each side.
  const double half = std::min(0.5 * (left - right + options.column), 1.4);
  rock.middle.bearing = WrapAngle(first + 0.5 * (left + right));
  rock.middle.range = nearest / (1.0 - std::sin(half));
  rock.radius = rock.middle.range * std::sin(half);
  return rock;
}

}  // namespace

std::vector<SeenRock> FindRocks(const std::vector<Eigen::Vector3f>& points,
                                const RockFinderOptions& options) {
  const std::vector<Point> sorted = ToColumns(points, options);
  std::vector<Point> standing;
  for (std::size_t begin = 0; begin < sorted.size();) {
    std::size_t end = begin;
    while (end < sorted.size() && sorted[end].column == sorted[begin].column) ++end;
    KeepStanding(sorted.data() + begin, sorted.data() + end, options, &standing);
    begin = end;
  }
  const std::vector<int> group = Group(standing, options);
  std::map<int, std::vector<const Point*>> members;
  for (std::size_t i = 0; i < standing.size(); ++i) members[group[i]].push_back(&standing[i]);
  std::vector<SeenRock> rocks;
  for (const auto& [root, those] : members) {
    if (static_cast<int>(those.size()) < options.points) continue;
    const SeenRock rock = Measure(those, options);
    const double width = 2.0 * std::asin(rock.radius / rock.middle.range);
    if (rock.radius > options.max_radius || width < options.columns * options.column) continue;
    rocks.push_back(rock);
  }
  std::sort(rocks.begin(), rocks.end(), [](const SeenRock& a, const SeenRock& b) {
    return a.middle.bearing < b.middle.bearing;
  });
  return rocks;
}

}  // namespace surefoot::estimate
