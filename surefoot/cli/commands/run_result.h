#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/cli/commands/model_tracker.h"
#include "surefoot/drives/drive_set.h"
#include "surefoot/physics/islands/island_counts.h"
#include "surefoot/sensors/sensor_set.h"
#include "surefoot/sim/stage_times.h"

namespace surefoot::cli {

/// All that `surefoot run` tells at the end. Times in s.
struct RunResult {
  /// Empty: all went well.
  std::string error;
  /// Ended early by Ctrl-C or SIGTERM.
  bool interrupted = false;

  std::string world_file;
  std::string world;
  std::string engine;
  std::string engine_version;
  double step = 0.0;
  std::uint64_t seed = 0;
  std::uint64_t hash = 0;

  /// Simulated time at the start (other than 0 after --restore) and simulated in this run.
  double start_time = 0.0;
  double sim_time = 0.0;
  std::int64_t steps = 0;

  /// The step loop alone.
  double wall = 0.0;
  double cpu = 0.0;
  std::array<double, static_cast<std::size_t>(sim::Stage::kCount)> stages{};
  /// From the start of the process to the first step.
  double load = 0.0;
  double peak_memory_mb = 0.0;
  /// At the end; all zero without islands.
  islands::IslandCounts islands;
  int threads = 1;

  double mean_contacts = 0.0;
  int most_contacts = 0;
  /// Steps in which the engine had no room for all contacts.
  std::int64_t steps_with_dropped_contacts = 0;

  /// What the session warned of; wheels whose tyres are too stiff for the step, and in how many
  /// steps they were made softer.
  std::vector<std::string> warnings;
  struct SoftTyre {
    std::string wheel;
    std::int64_t steps = 0;
  };
  std::vector<SoftTyre> soft_tyres;

  std::string record_file;
  std::string save_file;
  std::vector<ModelMotion> models;
  std::vector<sensors::SensorStatus> sensors;
  std::vector<drives::DriveStatus> drives;

  double RealTimeFactor() const { return wall > 0.0 ? sim_time / wall : 0.0; }
};

}  // namespace surefoot::cli
