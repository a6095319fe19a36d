#pragma once

/// Navigation of a vehicle to a target: it plans on the known map, follows the path, and plans
/// again when newly seen rocks block it. Independent of the simulator: poses and rocks in, commands
/// out.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/autonomy/estimate/planar.h"
#include "surefoot/autonomy/plan/hazard_map.h"

namespace surefoot::plan {

/// Rocks as they come to be known: from a list beforehand, or seen while driving, each many times
/// and from other sides.
class RockMap {
 public:
  /// Rocks whose borders are nearer to each other than `gap` (m) are the same.
  explicit RockMap(double gap = 0.5) : gap_(gap) {}

  void Know(const Rock& rock);
  /// True when it is new, or reaches further than what was known.
  bool See(const Rock& rock);

  std::vector<Rock> rocks() const;
  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    Rock rock;
    /// Weight of what was seen so far; what was known beforehand does not move.
    double sightings = 0.0;
    bool known = false;
  };
  Entry* Nearest(const Rock& rock);

  double gap_;
  std::vector<Entry> entries_;
};

struct NavigatorRules {
  Eigen::Vector2d target = Eigen::Vector2d::Zero();
  /// m/s.
  double speed = 40.0 / 3600.0;
  /// Within this distance of the target the speed goes down with the distance.
  double approach = 20.0;
  /// Distance of the target at which it has arrived (m).
  double goal_tolerance = 0.2274;
  /// Minimum speed while approaching, so that it arrives (m/s).
  double min_speed = 1e-4;
  /// The point of the path that it steers for is this far ahead (m).
  double look_ahead = 2.0;
  /// Maximum curvature that it drives (1/m); beyond `turn_on_spot` (rad) of heading error it turns
  /// where it stands, at `turn_rate` (rad/s).
  double max_curvature = 0.4;
  double turn_on_spot = 0.8;
  double turn_rate = 0.02;
  /// Further than this from its path (m) it plans again.
  double replan_distance = 2.0;
};

struct NavigatorCommand {
  /// "drive", "approach", "arrived", "stuck".
  std::string phase;
  /// Along the heading (m/s), and turning (rad/s).
  double speed = 0.0;
  double turn = 0.0;
  /// Along the planned path (m).
  double distance_remaining = 0.0;
};

class Navigator {
 public:
  /// `slip`, when given, must outlive this.
  Navigator(const HazardMap& empty_map, const NavigatorRules& rules,
            const rover::SlipPrediction* slip);

  void Know(const std::vector<Rock>& rocks);
  /// Rocks of a scan, in the map's frame.
  void See(const std::vector<Rock>& rocks);

  NavigatorCommand Step(const estimate::Pose2& pose);

  const Path& path() const { return path_; }
  const HazardMap& map() const { return map_; }
  int plans() const { return plans_; }
  std::size_t rocks() const { return rocks_.size(); }
  /// Why planning failed; empty after a success.
  const std::string& problem() const { return problem_; }

 private:
  void RefreshMap();
  bool PlanIsGood(const Eigen::Vector2d& place);
  void Plan(const Eigen::Vector2d& place);
  /// Drops what lies behind; distance from the path.
  double Advance(const Eigen::Vector2d& place);
  Eigen::Vector2d PointAhead(const Eigen::Vector2d& place) const;

  HazardMap map_;
  NavigatorRules rules_;
  const rover::SlipPrediction* slip_;
  RockMap rocks_;
  Path path_;
  bool changed_ = true;
  int plans_ = 0;
  std::string problem_;
};

}  // namespace surefoot::plan
