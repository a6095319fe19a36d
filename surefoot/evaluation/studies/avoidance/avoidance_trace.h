#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::studies {

/// A run as the camera above saw it: seconds by the recording's clock, m in the arena.
struct AvoidanceTrace {
  std::string name;
  std::vector<double> t;
  std::vector<double> x;
  std::vector<double> y;

  std::size_t size() const { return t.size(); }
};

/// The recordings `<set>_<number>.csv` (t_s, x_cm, y_cm, y down from the arena's upper edge) in a
/// folder, by number.
Result<std::vector<AvoidanceTrace>> ReadRecordings(const std::string& folder,
                                                   const std::string& set, double arena_height);

/// As those files have it.
std::string ToCsv(const AvoidanceTrace& trace, double arena_height);

/// Without the first samples.
AvoidanceTrace Without(const AvoidanceTrace& trace, std::size_t discarded);

/// Between samples; held after the last one, NaN before the first.
double At(const AvoidanceTrace& trace, const std::vector<double>& values, double t);

}  // namespace surefoot::studies
