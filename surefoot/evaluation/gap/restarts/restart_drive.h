#pragma once

/// A recorded drive, repeated from a recorded state on.

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/restarts/restart_world.h"
#include "surefoot/evaluation/recordings/motion/reference_path.h"

namespace surefoot::experiment {

/// A recorded signal, and where the simulated robot publishes the same.
struct SharedSignal {
  const gap::RecordedSignal* recorded = nullptr;
  std::string topic;
};

/// What is repeated. All of it must outlive the drives.
struct RestartReference {
  const gap::MotionLog* log = nullptr;
  const gap::ReferencePath* path = nullptr;
  std::vector<SharedSignal> signals;
  /// Commands take effect so much later than they were recorded (s).
  double command_delay = 0.0;
};

struct RestartSpec {
  /// When the simulation is put into the recorded state, by the clock of the log (s).
  double from = 0.0;
  double horizon = 0.0;
  /// Between samples.
  double interval = 0.05;
  std::uint64_t seed = 0;
};

/// Before, it drives for so long from the state that was recorded then, so that its controller has
/// what it keeps to itself: ramps, lags, filters.
constexpr double kRestartLead = 1.0;

/// Signals are compared from here on: tyres begin unbent when a robot is put somewhere, and its IMU
/// feels how they bend.
constexpr double kSignalsAfter = 0.25;

struct RestartResult {
  /// At from, from + interval, ...
  std::vector<PlanarPose> X_WB;
  std::vector<double> speed;
  std::vector<double> turn_rate;
  /// Of each signal: means over the intervals that begin at kSignalsAfter or later.
  std::vector<std::vector<double>> signals;
};

/// Makes and ends its simulation under a lock, so it may be called from several threads.
Result<RestartResult> SimulateRestart(const Parts& parts, const std::string& engine,
                                      const RestartWorld& world, const RestartReference& reference,
                                      const RestartSpec& spec);

/// How many intervals are before kSignalsAfter.
std::size_t SkippedIntervals(double interval);

/// Means of a signal over intervals from `from` on; where nothing was recorded in one, what
/// lies between its neighbours.
std::vector<double> SignalMeans(const gap::TimedValues& values, double from, double interval,
                                std::size_t count);

}  // namespace surefoot::experiment
