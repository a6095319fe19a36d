#include "surefoot/autonomy/plan/navigator.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/items.h"

namespace surefoot::plan {
namespace {

using Eigen::Vector2d;

/// A vehicle that stands too near a rock may plan with less room, this share of what it should
/// have.
constexpr double kRoom[] = {1.0, 0.75, 0.5, 0.25, 0.0};

/// The point of a segment that is nearest to p.
Vector2d NearestOn(const Vector2d& a, const Vector2d& b, const Vector2d& p) {
  const Vector2d way = b - a;
  const double squared = way.squaredNorm();
  if (squared == 0.0) return a;
  return a + std::clamp((p - a).dot(way) / squared, 0.0, 1.0) * way;
}

/// Length of the remaining path (m), from a place beside its first segment.
double LengthFrom(const Vector2d& place, const std::vector<Vector2d>& points) {
  double length = 0.0;
  Vector2d last = place;
  for (std::size_t i = 1; i < points.size(); ++i) {
    length += (points[i] - last).norm();
    last = points[i];
  }
  return length;
}

}  // namespace

Navigator::Navigator(const HazardMap& empty_map, const NavigatorRules& rules,
                     const rover::SlipPrediction* slip)
    : map_(empty_map), rules_(rules), slip_(slip) {}

void Navigator::Know(const std::vector<Rock>& rocks) {
  for (const Rock& rock : rocks) rocks_.Know(rock);
  changed_ = true;
}

void Navigator::See(const std::vector<Rock>& rocks) {
  for (const Rock& rock : rocks) changed_ = rocks_.See(rock) || changed_;
}

void Navigator::RefreshMap() {
  map_.SetRocks(rocks_.rocks());
  map_.Update();
}

/// A plan remains good while the vehicle is near it and no new rock blocks it: planning in every
/// step would be slow, and paths would flicker.
bool Navigator::PlanIsGood(const Vector2d& place) {
  if (path_.points.size() < 2) return false;
  if (Advance(place) > rules_.replan_distance) return false;
  if (!changed_) return true;
  RefreshMap();
  changed_ = false;
  const CostPerMetre cost = map_.Cost(slip_);
  // The piece that the vehicle is on may lie too near to a rock that was just found: what counts is
  // where it is going.
  for (std::size_t i = 1; i < path_.points.size(); ++i) {
    const Vector2d from = i == 1 ? place : path_.points[i - 1];
    if (!std::isfinite(LineCost(map_.grid(), cost, from, path_.points[i]))) return false;
  }
  return true;
}

/// Tries with less and less clearance to rocks: a path that is tight is better than none.
void Navigator::Plan(const Vector2d& place) {
  ++plans_;
  RefreshMap();
  changed_ = false;
  path_ = Path();
  for (const double room : kRoom) {
    HazardMap map = map_;
    map.SetMinClearance(room * map_.rules().min_clearance);
    const CostPerMetre cost = map.Cost(slip_);
    Result<Path> found = FindPath(map.grid(), cost, place, rules_.target);
    if (found.ok()) {
      path_ = Straightened(map.grid(), cost, *found);
      problem_.clear();
      return;
    }
    if (problem_.empty()) problem_ = found.error().message;
  }
}

/// Drops the part of the path that was passed. Returns the distance from the path (m).
double Navigator::Advance(const Vector2d& place) {
  std::vector<Vector2d>& points = path_.points;
  std::size_t best = 0;
  double nearest = 1e300;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const double distance = (NearestOn(points[i], points[i + 1], place) - place).norm();
    if (distance >= nearest) continue;
    nearest = distance;
    best = i;
  }
  points.erase(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(best));
  return nearest;
}

/// The point at the look-ahead distance along the path, for pure pursuit (Coulter, 1992).
Vector2d Navigator::PointAhead(const Vector2d& place) const {
  const std::vector<Vector2d>& points = path_.points;
  Vector2d at = NearestOn(points[0], points[1], place);
  double left = rules_.look_ahead;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double length = (points[i] - at).norm();
    if (length >= left) return at + left / length * (points[i] - at);
    left -= length;
    at = points[i];
  }
  return points.back();
}

/// One decision: arrived, stuck, turn on the spot, or follow the path at a speed that is
/// proportional to the remaining distance.
NavigatorCommand Navigator::Step(const estimate::Pose2& pose) {
  const Vector2d place = pose.head<2>();
  const double distance = (rules_.target - place).norm();
  NavigatorCommand command;
  if (distance < rules_.goal_tolerance) {
    command.phase = "arrived";
    return command;
  }
  if (!PlanIsGood(place)) Plan(place);
  if (path_.points.size() < 2) {
    command.phase = "stuck";
    return command;
  }
  const bool near = distance < rules_.approach;
  command.phase = near ? "approach" : "drive";
  command.distance_remaining = LengthFrom(place, path_.points);
  command.speed =
      near ? std::max(rules_.min_speed, rules_.speed * distance / rules_.approach) : rules_.speed;
  const Vector2d way = PointAhead(place) - place;
  const double error = estimate::WrapAngle(std::atan2(way.y(), way.x()) - pose[2]);
  if (std::abs(error) > rules_.turn_on_spot) {
    command.speed = 0.0;
    command.turn = std::copysign(rules_.turn_rate, error);
    return command;
  }
  // The arc through the point ahead (pure pursuit).
  const double curvature = 2.0 * std::sin(error) / std::max(way.norm(), 1e-3);
  command.turn = command.speed * std::clamp(curvature, -rules_.max_curvature, rules_.max_curvature);
  return command;
}

namespace {

/// What makes a plan look again: a rock that reaches this much further (m).
constexpr double kNotable = 0.1;
/// Sightings beyond this do not make a rock's place any firmer, so that it can follow a map that is
/// being corrected.
constexpr double kMaxSightings = 10.0;

}  // namespace

void RockMap::Know(const Rock& rock) { entries_.push_back({rock, 0.0, true}); }

/// The known rock whose border is nearest to that of `rock`, if they are closer than the gap;
/// nullptr otherwise.
RockMap::Entry* RockMap::Nearest(const Rock& rock) {
  Entry* nearest = nullptr;
  double min_distance = gap_;
  for (Entry& entry : entries_) {
    const double between =
        (entry.rock.center - rock.center).norm() - entry.rock.radius - rock.radius;
    if (between >= min_distance) continue;
    min_distance = between;
    nearest = &entry;
  }
  return nearest;
}

/// Merges a detection with the known rock at its place: running mean of the centres, largest
/// radius. True if the map changed noticeably.
bool RockMap::See(const Rock& rock) {
  Entry* entry = Nearest(rock);
  if (entry == nullptr) {
    entries_.push_back({rock, 1.0, false});
    return true;
  }
  if (entry->known) return false;
  const Rock before = entry->rock;
  const double share = 1.0 / (entry->sightings + 1.0);
  entry->rock.center += share * (rock.center - entry->rock.center);
  // From another side it may be wider; it is never narrower than the widest view.
  entry->rock.radius = std::max(entry->rock.radius, rock.radius);
  entry->sightings = std::min(entry->sightings + 1.0, kMaxSightings);
  return (entry->rock.center - before.center).norm() + entry->rock.radius - before.radius >
         kNotable;
}

std::vector<Rock> RockMap::rocks() const { return Mapped<Rock>(entries_, &Entry::rock); }

}  // namespace surefoot::plan
