#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/drives/drive_set.h"
#include "surefoot/physics/islands/island_counts.h"
#include "surefoot/sensors/sensor_set.h"
#include "surefoot/sim/simulation.h"
#include "surefoot/sim/stage_times.h"

namespace surefoot::cli {

/// Where a movable model is, how fast, and how far it has come: told by its base link.
struct ModelMotion {
  std::string name;
  /// Root link of the model's first free body, or of its first movable one.
  std::string link;
  RigidTransform X_WL;
  Twist V_WL_W;
  /// Length of the path since the start.
  double distance = 0.0;
};

/// Follows the movable models of a run.
class ModelTracker {
 public:
  explicit ModelTracker(const sim::Simulation& simulation);

  /// After each step. The path is measured ten times a simulated second: shorter pieces would
  /// count vibration as way.
  void Update(const sim::Simulation& simulation);

  /// As it is now.
  std::vector<ModelMotion> Finish(const sim::Simulation& simulation);

 private:
  struct Track {
    int model = 0;
    int link = 0;
    Vector3d p_WL = Vector3d::Zero();
    double distance = 0.0;
  };

  void Measure(const physics::State& state);

  std::vector<Track> tracks_;
  SimTimeNs due_ns_ = 0;
};

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

/// What is only told when asked for.
struct SummaryChoice {
  bool hash = false;
  bool profile = false;
};

/// The table that a run ends with.
std::string SummaryText(const RunResult& result, const SummaryChoice& choice);

/// "1 ms", "0.5 ms", "20 ms".
std::string StepText(double step);

}  // namespace surefoot::cli
