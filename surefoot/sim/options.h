#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/drives/drive.h"
#include "surefoot/events/referee.h"
#include "surefoot/physics/backend.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sim/inputs/input.h"

namespace surefoot::sim {

struct SimulationOptions {
  physics::BackendFactory engine;
  /// All engines of the build, to name those that can do what the chosen one cannot.
  physics::EngineChoice engines;
  /// What models may carry; a type that is not in here does not run.
  sensors::SensorRegistry sensors;
  drives::DriveRegistry drives;
  /// Who judges in worlds that have a referee.
  events::RefereeKind referee = {};
  /// Seconds; 0: as the world says.
  double step = 0.0;
  std::uint64_t seed = 0;
  /// Whether models that cannot touch each other move in engine instances of their own; absent: as
  /// prepare.cc says.
  std::optional<bool> islands;
  /// Threads that share the work of a step; 0: one per core. Results are the same for any number.
  int threads = 1;
  /// What events of the world spawn; without it they cannot. Gives the model and its grounds.
  std::function<Result<Spawn>(const std::string& uri)> load_model = {};
};

}  // namespace surefoot::sim
