#pragma once

/// Simulation of single runs of the avoidance experiment.

#include <memory>

#include "surefoot/evaluation/studies/avoidance/avoidance_features.h"
#include "surefoot/evaluation/studies/avoidance/avoidance_settings.h"
#include "surefoot/session/parts.h"
#include "surefoot/world/world.h"

namespace surefoot::studies {

/// A world with a robot that moves by a model, for many runs. Each run is a new simulation; the
/// world is read once.
class AvoidanceArena {
 public:
  /// Loads the world of the settings.
  static Result<AvoidanceArena> Load(const Parts& parts, const AvoidanceSettings& settings);

  /// The same world with the robot of a variant.
  Result<AvoidanceArena> With(const AvoidanceVariant& variant) const;

  /// Simulates one run as seen by the overhead camera. `run` is its index for the random streams of
  /// a seed.
  Result<AvoidanceTrace> Run(const AvoidanceVariant& variant, std::uint64_t seed, int run) const;

 private:
  AvoidanceArena(const Parts& parts, const AvoidanceSettings& settings,
                 std::shared_ptr<const world::World> world)
      : parts_(&parts), settings_(&settings), world_(std::move(world)) {}

  const Parts* parts_;
  const AvoidanceSettings* settings_;
  std::shared_ptr<const world::World> world_;
};

}  // namespace surefoot::studies
