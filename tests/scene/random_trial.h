#pragma once

/// What the suite and the program random_robots do with a random robot.

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/world/model.h"

namespace surefoot::conformance {

/// A robot in free motion on two engines, for 0.3 s in steps of 0.4, 0.2 and 0.1 ms. Differences
/// are the largest over all link positions, rotation matrices and velocities.
struct FreeTrial {
  /// What went wrong: rejected, not finite, ...
  std::string trouble;
  /// Between the engines, at each step size.
  double difference[3] = {};
  /// Between the limits extrapolated from the three step sizes of each engine.
  double limit_difference = 0.0;
  /// Within the first engine: 0.4 to 0.2 ms, and 0.2 to 0.1 ms.
  double change[2] = {};
  /// Largest joint speed.
  double speed = 0.0;

  /// Ratio 0.5 for a first-order method; zero if the differences are below `floor`.
  double DifferenceRatio(double floor) const;
  double ChangeRatio(double floor) const;
};

/// Gravity and efforts are reduced until joint speeds stay below 5 rad/s (m/s). The robot has no
/// joints of the types `without`.
FreeTrial RunFreeTrial(const std::string& engine, const std::string& reference, std::uint64_t seed,
                       const std::vector<world::JointType>& without = {});

/// A robot with motors in all modes, limits and friction that falls on a floor, for 1 s.
struct RoughTrial {
  std::string trouble;
  /// Largest excess of the energy over the initial energy and the work of the motors, relative to
  /// the weight times 1 m.
  double energy_gain = 0.0;
  /// Fastest link origin.
  double speed = 0.0;
  /// Whether two runs, and one from a snapshot half-way, gave the same hash.
  bool repeats = false;
};

RoughTrial RunRoughTrial(const std::string& engine, std::uint64_t seed);

}  // namespace surefoot::conformance
