#pragma once

#include <cstdint>
#include <vector>

#include "surefoot/autonomy/plan/fixed_steering.h"
#include "surefoot/evaluation/studies/rover/soil_choice.h"
#include "surefoot/evaluation/studies/study_tools.h"

namespace surefoot::studies {

/// A drive across level soil among rocks, as the article tells of it: the study `rover_traverse`,
/// and what the study `rover_slam` measures on.
struct TraverseSettings {
  plan::FixedSteeringPlan plan;
  plan::TraverseRun run;
  plan::RockFieldRule rocks;
  /// Of the rocks.
  std::uint64_t map_seed = 7;
  double gravity = 3.71;
};

/// Reports what is wrong, but not unknown keys, which a study may have beside these.
TraverseSettings ReadTraverseSettings(const world::ElementReader& reader);

struct Traverse {
  NamedSoil soil;
  /// Slip on level ground, going straight.
  double level_slip = 0.0;
  /// Of the turn with constant steering (m).
  double turn_radius = 0.0;
  std::optional<rover::LevelDrive> drive;
  std::vector<plan::TraversePoint> points;
  std::vector<Eigen::Vector2d> path;
  std::vector<plan::Rock> rocks;

  double miss(const TraverseSettings& settings) const {
    return (path.back() - settings.plan.target).norm();
  }
};

/// Drives it, then lays the rocks beside the path. `reader`: where the soil is written.
Result<Traverse> DoTraverse(const StudyContext& context, const world::ElementReader& reader,
                            const TraverseSettings& settings);

}  // namespace surefoot::studies
