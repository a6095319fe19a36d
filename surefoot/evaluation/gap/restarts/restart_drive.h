#pragma once

/// Repeats a part of a recorded drive from a recorded state.

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/restarts/restart_world.h"
#include "surefoot/evaluation/recordings/motion/reference_path.h"

namespace surefoot::experiment {

/// A recorded signal, and the topic on which the simulated robot publishes the same.
struct SharedSignal {
  const gap::RecordedSignal* recorded = nullptr;
  std::string topic;
};

/// The recording to repeat; all parts must outlive the drives.
struct RestartReference {
  const gap::MotionLog* log = nullptr;
  const gap::ReferencePath* path = nullptr;
  std::vector<SharedSignal> signals;
  /// Delay of commands relative to the recording (s).
  double command_delay = 0.0;
};

struct RestartSpec {
  /// Time of the recorded state that the simulation is set to, on the clock of the log (s).
  double from = 0.0;
  double horizon = 0.0;
  /// Between samples.
  double interval = 0.05;
  std::uint64_t seed = 0;
};

/// Lead (s): the robot drives from an earlier recorded state first, so that the internal state of
/// its controller (ramps, lags, filters) is right when it is set to the state of the restart.
constexpr double kRestartLead = 1.0;

/// Signals are compared from here on (s): tyres are undeformed when a robot is set to a state, and
/// its IMU measures the transient.
constexpr double kSignalsAfter = 0.25;

struct RestartResult {
  /// At from, from + interval, ...
  std::vector<PlanarPose> X_WB;
  std::vector<double> speed;
  std::vector<double> turn_rate;
  /// For each signal, means over the intervals that begin at kSignalsAfter or later.
  std::vector<std::vector<double>> signals;
};

/// Thread-safe: the simulation is created and destroyed under a lock.
Result<RestartResult> SimulateRestart(const Parts& parts, const std::string& engine,
                                      const RestartWorld& world, const RestartReference& reference,
                                      const RestartSpec& spec);

/// Number of intervals before kSignalsAfter.
std::size_t SkippedIntervals(double interval);

/// Means of a signal over intervals from `from` on; an interval without samples gets the
/// interpolated value at its middle.
std::vector<double> SignalMeans(const gap::TimedValues& values, double from, double interval,
                                std::size_t count);

}  // namespace surefoot::experiment
