#pragma once

/// All runs at one common time, and speed and direction of what jitters. Private to this folder.

#include <cstddef>
#include <vector>

#include "surefoot/evaluation/gap/run.h"

namespace surefoot::gap {

/// The samples between which differences are taken, around the k-th of `count`: 0.4 s, because
/// trackers jitter; narrower at the ends.
struct Window {
  std::size_t low = 0;
  std::size_t high = 0;
};
Window WindowAt(const std::vector<double>& times, std::size_t count, std::size_t k);

struct PlaneVelocity {
  double speed = 0.0;
  double direction = 0.0;
};
/// Of a position with x and y.
PlaneVelocity VelocityAt(const std::vector<double>& times, const Trace& position, std::size_t k);

/// The direction of motion where it is clear, and straight in time between such moments, because a
/// robot that stands may turn. Whole turns are counted. `stop_speed`: slower is standing.
std::vector<double> DirectionOf(const std::vector<double>& times, const Trace& position,
                                double stop_speed);

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
