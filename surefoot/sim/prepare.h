#pragma once

/// Builds edited worlds in parallel to the steps, and puts them into effect between two steps:
/// building takes too long (up to seconds) to block the run.

#include <memory>
#include <optional>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/base/workers.h"
#include "surefoot/ground/ground_set.h"
#include "surefoot/physics/backend.h"
#include "surefoot/sim/inputs/input.h"

namespace surefoot::sim {

/// Everything needed to build an engine: a copy that other threads may use while the run continues.
struct EnginePlan {
  physics::BackendFactory engine;
  physics::EngineChoice engines;
  std::optional<bool> islands;
  std::uint64_t seed = 0;
  std::shared_ptr<physics::PartCache> parts;
  /// The run's workers; they must outlive what is built.
  Workers* workers = nullptr;
};

/// `start`: initial state of the models; nullptr: that of the world.
Result<std::unique_ptr<physics::Backend>> MakeEngine(
    const EnginePlan& plan, const std::shared_ptr<const world::World>& world,
    const physics::State* start);

/// The state for another world: models that are in both keep their present state.
physics::State PresentState(const world::World& old_world, const physics::State& now,
                            const world::World& world);

/// The state of a run whose world will be edited.
struct EditPlan {
  EnginePlan engine;
  std::shared_ptr<const world::World> base;
  physics::State state;
};

/// An edited world with its slowest parts already built (Editor::ApplyPrepared).
struct PreparedEdit {
  /// What it was prepared for; with another world, engine or seed it cannot be used.
  std::shared_ptr<const world::World> base;
  std::string engine;
  std::uint64_t seed = 0;

  std::shared_ptr<const world::World> world;
  std::unique_ptr<physics::Backend> backend;
  std::unique_ptr<ground::GroundSet> ground;
};

/// Thread-safe while the run continues. `spec` is the edited world (Editor::SpecAfter). Models are
/// placed at their present state when the edit takes effect.
Result<std::unique_ptr<PreparedEdit>> PrepareEdit(const EditPlan& plan, world::WorldSpec spec);

}  // namespace surefoot::sim
