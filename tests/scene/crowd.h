#pragma once

/// Models that drive, roll and fall, for worlds with many of them.

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/scene/scene.h"

namespace surefoot::conformance {

/// A cart on four driven wheels, 0.65 m long, commanded with `left` and `right` (rad/s).
std::shared_ptr<const world::Model> MakeCart(double left, double right);

/// Kinetic and potential energy of all models, from the state.
double EnergyOf(const sim::Simulation& simulation);

/// Over all links in one step: the largest change of linear (m/s) and angular velocity, and the
/// largest displacement (m) and rotation (rad) that no velocity between the old and the new one
/// explains.
struct Jump {
  double velocity = 0.0;
  double spin = 0.0;
  double place = 0.0;
  double turn = 0.0;

  void Extend(const Jump& other);
};

/// Checks every step for jumps.
class JumpWatch {
 public:
  explicit JumpWatch(const sim::Simulation& simulation) : last_(simulation.state()) {}
  /// After a step.
  Jump Look(const sim::Simulation& simulation);

 private:
  physics::State last_;
};

/// Whether two moving models touched each other in the last step.
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

/// Whether all numbers of a model are bit-equal in both, by name.
::testing::AssertionResult SameBits(const sim::Simulation& a, const std::string& model_a,
                                    const sim::Simulation& b, const std::string& model_b);

}  // namespace surefoot::conformance
