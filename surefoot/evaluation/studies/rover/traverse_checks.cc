#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/evaluation/studies/rover/traverse_report.h"

namespace surefoot::studies {

using experiment::StudyCheck;
using plan::FixedSteering;

namespace {

constexpr double kPerHour = 3600.0;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

std::vector<StudyCheck> TraverseChecks(const TraverseSettings& settings, const Traverse& traverse,
                                       const PlannedWays& ways) {
  std::vector<StudyCheck> checks;
  const plan::TraversePoint& end = traverse.points.back();
  const bool printed = (settings.plan.target - Eigen::Vector2d(100.0, 350.0)).norm() < 1e-9 &&
                       std::abs(settings.run.speed * kPerHour - 40.0) < 1e-9 &&
                       std::abs(settings.plan.approach.distance - 20.0) < 1e-9;
  checks.push_back({"distance from the target at the end (m)", traverse.miss(settings), 0.0,
                    printed ? 0.23 : settings.plan.reached, printed ? "article" : "settings"});
  if (printed) {
    checks.push_back({"speed at the end (m/s)", end.state.speed, 1.2e-4, 1.4e-4, "article"});
  }
  double off = 0.0;
  for (const plan::TraversePoint& point : traverse.points) {
    if (point.phase != FixedSteering::Phase::kTurn &&
        point.phase != FixedSteering::Phase::kBearing) {
      continue;
    }
    off = std::max(off, std::abs(point.state.speed - settings.run.speed) * kPerHour);
  }
  checks.push_back({"error of speed in phases B and C (m/h)", off, 0.0, 1.0, "article"});
  const double border = plan::ClearanceOf(ways.grid.points, traverse.rocks).border;
  const plan::Clearance driven = plan::ClearanceOf(traverse.path, traverse.rocks);
  checks.push_back({"distance of the path from any rock's middle (m)", driven.middle,
                    settings.rocks.clear_path, kInfinity, "rule of the map"});
  // Clearance is that of cells: up to half a diagonal less.
  checks.push_back({"distance of the grid planner's path from any rock (m)", border,
                    ways.rules.least - 0.71 * ways.cell, kInfinity, "settings"});
  checks.push_back({"grid planner's way over the straight line",
                    ways.grid.length / settings.plan.target.norm(), 1.0, 1.1, "settings"});
  if (!ways.driven.empty()) {
    // Decisions come once a minute, so that turns begin and end up to a metre late.
    checks.push_back({"distance of line, turn and line, driven, from any rock (m)",
                      plan::ClearanceOf(ways.driven, traverse.rocks).border,
                      ways.search.clearance - 1.0, kInfinity, "settings"});
  }
  return checks;
}

std::vector<std::pair<std::string, double>> TraverseNumbers(const TraverseSettings& settings,
                                                            const Traverse& traverse,
                                                            const PlannedWays& ways) {
  const plan::TraversePoint& end = traverse.points.back();
  const plan::Clearance clearance = plan::ClearanceOf(traverse.path, traverse.rocks);
  return {{"end.x", end.state.x},
          {"end.y", end.state.y},
          {"end.miss", traverse.miss(settings)},
          {"end.speed", end.state.speed},
          {"end.time", end.state.time},
          {"way", end.state.way},
          {"grid.way", ways.grid.length},
          {"clearance.middle", clearance.middle},
          {"clearance.border", clearance.border},
          {"slip.level", traverse.level_slip}};
}

}  // namespace surefoot::studies
