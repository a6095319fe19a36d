#pragma once

/// The result of `surefoot run`, and its summary. RunJson (json_output.h) prints the same result.

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

/// Pose, velocity and path length of a movable model, those of its base link.
struct ModelMotion {
  std::string name;
  /// Root link of the model's first free body, or of its first movable one.
  std::string link;
  RigidTransform X_WL;
  Twist V_WL_W;
  /// Length of the path since the start.
  double distance = 0.0;
};

/// Measures the paths of the movable models of a run.
class ModelTracker {
 public:
  explicit ModelTracker(const sim::Simulation& simulation);

  /// Call after each step. The path is sampled at 10 Hz of simulated time: at the rate of the
  /// steps, vibration of a standing robot would add up to metres.
  void Update(const sim::Simulation& simulation);

  /// The motions at the present time.
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

/// Everything that `surefoot run` prints at the end. Times in s.
struct RunResult {
  /// Empty: no error.
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

  /// Wall and CPU time of the step loop alone.
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
  int max_contacts = 0;
  /// Steps in which the engine had no capacity for all contacts.
  std::int64_t steps_with_dropped_contacts = 0;

  /// Warnings of the session; wheels whose tyres are too stiff for the length of the step, and the
  /// number of steps in which their stiffness was reduced.
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

/// Optional parts of the summary: --hash, --profile.
struct SummaryChoice {
  bool hash = false;
  bool profile = false;
};

/// The tables that are printed at the end of a run.
std::string SummaryText(const RunResult& result, const SummaryChoice& choice);

/// "1 ms", "0.5 ms", "20 ms".
std::string StepText(double step);

}  // namespace surefoot::cli
