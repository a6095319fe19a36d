#pragma once

#include <string>
#include <vector>

#include "bench/accuracy/task.h"

namespace surefoot::accuracy {

/// How a measurement ended.
enum class Ending {
  kDone,
  /// The time limit was reached; error and speed are those of the part that was simulated.
  kCut,
  /// Not finite, an error of the engine, or a crash; see `note`.
  kFailed,
  /// The engine declares that it lacks a capability; see `note`.
  kUnsupported,
};

/// "done", "cut", "failed", "unsupported".
const char* EndingName(Ending ending);
Ending EndingFrom(const std::string& name);

/// One task on one engine at one time step.
struct Outcome {
  std::string task;
  std::string engine;
  std::string version;
  double step = 0.0;
  Ending ending = Ending::kFailed;
  /// As the benchmark defines it: the mean of squared errors.
  double error = 0.0;
  /// Simulated seconds, and the CPU time of their steps only.
  double simulated = 0.0;
  double cpu = 0.0;
  std::string note;

  bool measured() const { return ending == Ending::kDone || ending == Ending::kCut; }
  /// Simulated seconds per second of CPU time.
  double speed() const { return cpu > 0.0 ? simulated / cpu : 0.0; }
};

/// What to measure: a task on an engine, with a time step and a duration in s.
struct MeasureArgs {
  const Task* task = nullptr;
  std::string engine;
  double step = 0.001;
  double duration = 1.0;
  /// CPU seconds after which the run is cut off.
  double limit = 20.0;
};

/// Runs in a separate process, so that an engine that crashes or hangs affects only this outcome.
Outcome Measure(const MeasureArgs& args);

}  // namespace surefoot::accuracy
