#pragma once

/// All runs at one common time. Private to this folder.

#include <cstddef>
#include <vector>

#include "surefoot/evaluation/gap/run.h"

namespace surefoot::gap {

/// The angle between -pi and pi.
double WrapAngle(double angle);

/// The values of those traces that last to the k-th time: [component][trace].
std::vector<std::vector<double>> ValuesAt(const std::vector<Trace>& traces, std::size_t k,
                                          int components);

/// Median per component; of angles around their mean direction. Empty without values.
std::vector<double> MedianOf(const Quantity& quantity,
                             const std::vector<std::vector<double>>& values);

/// Length of the difference, or the angle between.
double Difference(const Quantity& quantity, const std::vector<double>& a,
                  const std::vector<double>& b);

/// Real and simulated values at the k-th time as two sets that may be compared: [component][run].
/// Of restarts each is the difference to its own simulated median, of angles the difference to the
/// mean direction.
struct InstantSets {
  std::vector<std::vector<double>> real;
  std::vector<std::vector<double>> simulated;
};
InstantSets SetsAt(const Comparison& comparison, std::size_t k);

}  // namespace surefoot::gap
