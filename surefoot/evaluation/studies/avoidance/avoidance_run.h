#pragma once

#include <memory>

#include "surefoot/evaluation/studies/avoidance/avoidance_features.h"
#include "surefoot/evaluation/studies/avoidance/avoidance_settings.h"
#include "surefoot/session/parts.h"
#include "surefoot/world/world.h"

namespace surefoot::studies {

/// A world with a robot that moves as a model of it says.
class AvoidanceArena {
 public:
  /// Reads the world of the settings.
  static Result<AvoidanceArena> Load(const Parts& parts, const AvoidanceSettings& settings);

  /// The same world with this robot.
  Result<AvoidanceArena> With(const AvoidanceVariant& variant) const;

  /// One run, as the camera above saw it. `run` numbers those of a seed.
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
