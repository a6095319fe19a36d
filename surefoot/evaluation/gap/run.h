#pragma once

/// One run of a task as a file has it, real or simulated.

#include <string>
#include <vector>

#include "surefoot/evaluation/gap/trace.h"

namespace surefoot::gap {

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
