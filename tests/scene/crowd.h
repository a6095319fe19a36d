#pragma once

/// Models that drive, roll and fall, for worlds with many of them.

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/scene/scene.h"

namespace surefoot::conformance {

/// A cart on four driven wheels, 0.65 m long; told to go at `left` and `right` rad/s.
std::shared_ptr<const world::Model> MakeCart(double left, double right);

/// Kinetic and potential energy of all models, from the state.
double EnergyOf(const sim::Simulation& simulation);

/// The largest change of any link's velocity (m/s) and jump of its place beyond what its velocity
/// explains (m) in one step.
struct Jump {
  double velocity = 0.0;
  double place = 0.0;
};

/// Looks at every step for jumps.
class JumpWatch {
 public:
  explicit JumpWatch(const sim::Simulation& simulation) : last_(simulation.state()) {}
  /// After a step.
  Jump Look(const sim::Simulation& simulation);

 private:
  physics::State last_;
};

/// Whether all numbers of a model are the same bits in both, by name.
::testing::AssertionResult SameBits(const sim::Simulation& a, const std::string& model_a,
                                    const sim::Simulation& b, const std::string& model_b);

}  // namespace surefoot::conformance
