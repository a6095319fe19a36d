#include "surefoot/autonomy/plan/rock_field.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

// Random rocks that keep a distance from a path and from each other, by rejection sampling. The
// number of attempts is limited, so that a map without room is reported instead of searched
// forever.

namespace surefoot::plan {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMaxTries = 1000;

/// Distance of a point from a line segment (m).
double DistanceFromPiece(const Eigen::Vector2d& a, const Eigen::Vector2d& b,
                         const Eigen::Vector2d& point) {
  const Eigen::Vector2d way = b - a;
  const double square = way.squaredNorm();
  const double share = square > 0.0 ? std::clamp((point - a).dot(way) / square, 0.0, 1.0) : 0.0;
  return (a + share * way - point).norm();
}

}  // namespace

/// Distance of a point from a polyline (m); infinite if it is empty.
double DistanceFromPath(const std::vector<Eigen::Vector2d>& path, const Eigen::Vector2d& point) {
  double nearest = path.empty() ? kInfinity : (path.front() - point).norm();
  for (std::size_t i = 1; i < path.size(); ++i) {
    nearest = std::min(nearest, DistanceFromPiece(path[i - 1], path[i], point));
  }
  return nearest;
}

/// First rocks on the straight line, at given shares of it, so that a path must avoid them; then
/// random ones beside the path.
Result<std::vector<Rock>> MakeRockField(const RockFieldRule& rule,
                                        const std::vector<Eigen::Vector2d>& path,
                                        RandomStream* random) {
  std::vector<Rock> rocks;
  const auto radius = [&] { return random->Uniform(rule.min_radius, rule.max_radius); };
  for (const double share : rule.on_line) {
    const double dx = rule.off * random->Normal();
    const double dy = rule.off * random->Normal();
    const Eigen::Vector2d place = rule.start + share * (rule.target - rule.start);
    rocks.push_back({place + Eigen::Vector2d(dx, dy), radius()});
  }
  for (int tries = 0; static_cast<int>(rocks.size()) < rule.count; ++tries) {
    if (tries > kMaxTries * rule.count) {
      return Error{"not enough space for " + std::to_string(rule.count) +
                   " rocks beside the path; take fewer, or a larger area"};
    }
    const double x = random->Uniform(rule.low.x(), rule.high.x());
    const double y = random->Uniform(rule.low.y(), rule.high.y());
    const Eigen::Vector2d place(x, y);
    const bool at_end = (place - rule.start).norm() < rule.clear_ends ||
                        (place - rule.target).norm() < rule.clear_ends;
    if (at_end || DistanceFromPath(path, place) < rule.clear_path) continue;
    rocks.push_back({place, radius()});
  }
  return rocks;
}

/// Smallest distances of the path from the rocks' centres and borders (m).
Clearance ClearanceOf(const std::vector<Eigen::Vector2d>& path, const std::vector<Rock>& rocks) {
  Clearance clearance{kInfinity, kInfinity};
  for (const Rock& rock : rocks) {
    const double distance = DistanceFromPath(path, rock.center);
    clearance.middle = std::min(clearance.middle, distance);
    clearance.border = std::min(clearance.border, distance - rock.radius);
  }
  return clearance;
}

}  // namespace surefoot::plan
