#pragma once

#include <cstdint>
#include <vector>

#include "surefoot/autonomy/plan/fixed_steering.h"
#include "surefoot/evaluation/studies/rover/soil_choice.h"
#include "surefoot/evaluation/studies/study_tools.h"

namespace surefoot::studies {

/// Settings of a drive across level soil among rocks, as in the article: for the study
/// `rover_traverse`, and for `rover_slam`, which measures along it.
struct TraverseSettings {
  plan::FixedSteeringPlan plan;
  plan::TraverseRun run;
  plan::RockFieldRule rocks;
  /// Seed of the rocks.
  std::uint64_t map_seed = 7;
  double gravity = 3.71;
};

/// Reads the settings and reports errors, except unknown keys: a study may have further keys.
TraverseSettings ReadTraverseSettings(const world::ElementReader& reader);

struct Traverse {
  NamedSoil soil;
  /// Slip on level ground when driving straight.
  double level_slip = 0.0;
  /// Radius of the turn with constant steering, m.
  double turn_radius = 0.0;
  std::optional<rover::LevelDrive> drive;
  std::vector<plan::TraversePoint> points;
  std::vector<Eigen::Vector2d> path;
  std::vector<plan::Rock> rocks;

  double miss(const TraverseSettings& settings) const {
    return (path.back() - settings.plan.target).norm();
  }
};

/// Computes the drive, then places rocks beside its path. `reader` has the soil.
Result<Traverse> DoTraverse(const StudyContext& context, const world::ElementReader& reader,
                            const TraverseSettings& settings);

}  // namespace surefoot::studies
