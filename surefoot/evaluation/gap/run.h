#pragma once

/// One run of a task, real or simulated, as a file stores it (TaskRun), and one quantity of all
/// runs on a common clock (Comparison), which everything in verdict/ works on.

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::gap {

struct Quantity {
  /// "position", "heading", "speed", or a recorded signal: "/imu/data.angular_velocity.z".
  std::string name;
  std::string unit;
  /// Position has two or three; the error is the length of the difference.
  int components = 1;
  /// Values are angles (rad); the error is the angle between them.
  bool is_angle = false;
  /// Default tolerance of the verdict, in `unit`.
  double tolerance = 0.0;
  /// Standard deviation of the measurement of the real values (tracker, localisation).
  double reference_deviation = 0.0;
};

/// One run.
struct Trace {
  std::string name;
  /// values[component][k] at the k-th common time. A run that ends early has fewer.
  std::vector<std::vector<double>> values;

  std::size_t size() const { return values.empty() ? 0 : values.front().size(); }
};

/// One quantity of all runs.
struct Comparison {
  Quantity quantity;
  /// Seconds since the start of the task or of the restart, at equal intervals.
  std::vector<double> times;
  std::vector<Trace> real;
  /// One set for all real runs (runs of one task), or one set per real run (restarts, where the
  /// simulation begins in the recorded state; a set has one trace when the simulation is
  /// deterministic).
  std::vector<std::vector<Trace>> simulated;

  bool has_restarts() const { return simulated.size() > 1; }
};

struct RunSignal {
  Quantity quantity;
  /// Seconds; rising.
  std::vector<double> t;
  /// values[component][row].
  std::vector<std::vector<double>> values;

  bool empty() const { return t.empty(); }
  /// Linear interpolation (angles the short way round); beyond the ends, the row there. The signal
  /// must not be empty.
  std::vector<double> At(double moment) const;
};

struct TaskRun {
  /// The file.
  std::string name;
  /// "position" comes first and is always there.
  std::vector<RunSignal> signals;

  const RunSignal& position() const { return signals.front(); }
  const RunSignal* Find(const std::string& quantity) const;
  double end() const { return position().t.back(); }
};

/// "position" (m, x and y), "heading" (rad), "speed" (m/s) with their default tolerances: 5 cm,
/// 2 degrees, 5 cm/s.
Quantity PositionQuantity();
Quantity HeadingQuantity();
Quantity SpeedQuantity();

/// Checks that the values of an option belong to quantities that exist: a misspelt name would
/// otherwise have no effect. The error names the option and the nearest or all `names`.
Status CheckQuantities(const std::string& option, const std::map<std::string, double>& values,
                       const std::vector<std::string>& names);

}  // namespace surefoot::gap
