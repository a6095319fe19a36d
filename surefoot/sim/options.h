#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/drives/drive.h"
#include "surefoot/events/referee.h"
#include "surefoot/physics/backend.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sim/inputs/input.h"

namespace surefoot::sim {

/// What a run is made of besides its world and inputs. The engine is required; everything else has
/// a usable default.
struct SimulationOptions {
  physics::BackendFactory engine;
  /// All engines of the build; used to recommend those with a missing capability.
  physics::EngineChoice engines;
  /// Kinds of sensors and drives that models may have; other types do not run.
  sensors::SensorRegistry sensors;
  drives::DriveRegistry drives;
  /// The referee of worlds that have one.
  events::RefereeKind referee = {};
  /// Step size (s); 0: the one of the world.
  double step = 0.0;
  std::uint64_t seed = 0;
  /// Whether models that cannot touch each other are simulated by separate engine instances;
  /// absent: the default in prepare.cc.
  std::optional<bool> islands;
  /// Threads that share the work of a step; 0: one for each core. Results do not depend on it.
  int threads = 1;
  /// Loads a model that an event spawns, with its grounds; without it, events cannot spawn.
  std::function<Result<Spawn>(const std::string& uri)> load_model = {};
  /// Destroys parts that an edit has replaced, for example on another thread, because that takes
  /// long in large worlds. Absent: they are destroyed at once.
  std::function<void(std::shared_ptr<void> parts)> dispose = {};
  /// Changes every model that is spawned, whoever does it; absent: none. It must give the same
  /// result in a replay.
  std::function<std::shared_ptr<const world::Model>(std::shared_ptr<const world::Model>)>
      adapt_model = {};
};

}  // namespace surefoot::sim
