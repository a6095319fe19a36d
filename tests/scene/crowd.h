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

/// Of any link in one step, the largest change of its velocity (m/s) and turn rate (rad/s), and of
/// its way (m) and turn (rad) what no velocity between the old and the new one explains.
struct Jump {
  double velocity = 0.0;
  double spin = 0.0;
  double place = 0.0;
  double turn = 0.0;

  void Extend(const Jump& other);
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

/// Whether two models that move touch each other in the last step.
bool MoversTouch(const sim::Simulation& simulation);

/// The largest difference between the states of a model in two runs, by name.
struct Difference {
  double place = 0.0;
  double turn = 0.0;
  double velocity = 0.0;
  double spin = 0.0;
  /// Joints: rad or m, rad/s or m/s.
  double q = 0.0;
  double v = 0.0;

  void Extend(const Difference& other);
};
Difference DifferenceOf(const sim::Simulation& a, const sim::Simulation& b,
                        const std::string& model);

/// Whether all numbers of a model are the same bits in both, by name.
::testing::AssertionResult SameBits(const sim::Simulation& a, const std::string& model_a,
                                    const sim::Simulation& b, const std::string& model_b);

}  // namespace surefoot::conformance
