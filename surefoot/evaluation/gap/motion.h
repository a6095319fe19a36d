#pragma once

/// Speed and direction of what jitters. Private to this folder.

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

}  // namespace surefoot::gap
