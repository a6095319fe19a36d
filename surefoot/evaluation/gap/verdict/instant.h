#pragma once

/// Values of all runs at one time, and speed and direction from noisy positions. Private to this
/// folder.

#include <cstddef>
#include <vector>

#include "surefoot/evaluation/gap/run.h"

namespace surefoot::gap {

/// The samples for a central difference around the k-th of `count`: 0.4 s apart, because the noise
/// of trackers dominates shorter differences; narrower at the ends.
struct Window {
  std::size_t low = 0;
  std::size_t high = 0;
};
Window WindowAt(const std::vector<double>& times, std::size_t count, std::size_t k);

struct PlaneVelocity {
  double speed = 0.0;
  double direction = 0.0;
};
/// Velocity in the plane by central difference; the position has components x and y.
PlaneVelocity VelocityAt(const std::vector<double>& times, const Trace& position, std::size_t k);

/// Direction of motion (rad, unwrapped): from the velocity while the robot is fast enough, linearly
/// interpolated in between, because a standing robot may turn. `stop_speed` (m/s): slower is
/// standing.
std::vector<double> DirectionOf(const std::vector<double>& times, const Trace& position,
                                double stop_speed);

/// The angle between -pi and pi.
double WrapAngle(double angle);

/// Values at the k-th time of the traces that last until then: [component][trace].
std::vector<std::vector<double>> ValuesAt(const std::vector<Trace>& traces, std::size_t k,
                                          int components);

/// Median per component; for angles around their mean direction, since a median needs an order.
/// Empty without values.
std::vector<double> MedianOf(const Quantity& quantity,
                             const std::vector<std::vector<double>>& values);

/// Euclidean length of the difference, or the absolute angle between.
double Difference(const Quantity& quantity, const std::vector<double>& a,
                  const std::vector<double>& b);

/// Real and simulated values at the k-th time as two comparable samples: [component][run]. All are
/// differences to the simulated median, of each restart to its own; angles are wrapped.
struct InstantSets {
  std::vector<std::vector<double>> real;
  std::vector<std::vector<double>> simulated;
};
InstantSets SetsAt(const Comparison& comparison, std::size_t k);

}  // namespace surefoot::gap
