#pragma once

/// Worlds that are built beside the steps and put in place between two of them: building takes too
/// long for whoever waits for the next step.

#include <memory>
#include <optional>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/base/workers.h"
#include "surefoot/ground/ground_set.h"
#include "surefoot/physics/backend.h"
#include "surefoot/sim/inputs/input.h"

namespace surefoot::sim {

/// What an engine is built with: a copy, which other threads may use while the run goes on.
struct EnginePlan {
  physics::BackendFactory engine;
  physics::EngineChoice engines;
  std::optional<bool> islands;
  std::uint64_t seed = 0;
  std::shared_ptr<physics::PartCache> parts;
  /// The run's; must outlive what is built.
  Workers* workers = nullptr;
};

/// `start`: where models are; nullptr: where the world puts them.
Result<std::unique_ptr<physics::Backend>> MakeEngine(
    const EnginePlan& plan, const std::shared_ptr<const world::World>& world,
    const physics::State* start);

/// The state of another world: what is in both is where it is now.
physics::State PresentState(const world::World& old_world, const physics::State& now,
                            const world::World& world);

/// What a run is when its world is to be edited.
struct EditPlan {
  EnginePlan engine;
  std::shared_ptr<const world::World> base;
  physics::State state;
};

/// An edited world, and what takes longest to build for it (Editor::ApplyPrepared).
struct PreparedEdit {
  /// What it was prepared for: for another world, engine or seed it is of no use.
  std::shared_ptr<const world::World> base;
  std::string engine;
  std::uint64_t seed = 0;

  std::shared_ptr<const world::World> world;
  std::unique_ptr<physics::Backend> backend;
  std::unique_ptr<ground::GroundSet> ground;
};

/// On any thread, while the run goes on. `spec`: the edited world (Editor::SpecAfter). Models are
/// put where they are when it takes effect.
Result<std::unique_ptr<PreparedEdit>> PrepareEdit(const EditPlan& plan, world::WorldSpec spec);

}  // namespace surefoot::sim
