#pragma once

/// One run of a task as a file has it, real or simulated, and what runs are compared by: one
/// quantity over a common clock.

#include <cstddef>
#include <string>
#include <vector>

namespace surefoot::gap {

struct Quantity {
  /// "position", "heading", "speed", or a recorded signal: "/imu/data.angular_velocity.z".
  std::string name;
  std::string unit;
  /// Position has two or three; the error is the length of the difference.
  int components = 1;
  /// Values are angles (rad); the error is the angle between them.
  bool is_angle = false;
  /// What the verdict asks for unless told otherwise.
  double tolerance = 0.0;
  /// Standard deviation of the reference itself, which tells the real values.
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
  /// Seconds since the start of the task or the restart; equal intervals.
  std::vector<double> times;
  std::vector<Trace> real;
  /// One set for all real runs (runs of one task), or a set for each of them (restarts, where the
  /// simulation begins in the recorded state; one trace a set when the simulation has no chance in
  /// it).
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
  /// Straight between rows (angles the short way); at the ends, the last one. Must not be empty.
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

/// "position" (m, x and y), "heading" (rad), "speed" (m/s) with their usual tolerances: 5 cm,
/// 2 degrees, 5 cm/s.
Quantity PositionQuantity();
Quantity HeadingQuantity();
Quantity SpeedQuantity();

}  // namespace surefoot::gap
