#pragma once

/// The stage between MuJoCo's collision detection and its solver: filters contacts, and sets their
/// parameters.

#include <cstdint>
#include <vector>

#include "surefoot/engines/mujoco/build.h"
#include "surefoot/physics/collision_rules.h"
#include "surefoot/physics/step_report.h"

namespace surefoot::engines::mujoco {

/// MuJoCo's parameters of a contact between two surfaces; friction as in mjContact.
struct ContactParameters {
  double friction[5] = {1.0, 1.0, 0.0, 0.0, 0.0};
  double damping_ratio = 1.0;
  int dimension = 3;
  double restitution = 0.0;
  double restitution_threshold = 0.0;
  bool anisotropic = false;
};

/// Immutable, shared by instances; all changes go to the mjData passed in.
class Contacts {
 public:
  Contacts(const world::World& world, const Maps& maps);

  /// Applies filters and contact laws to the contacts detected at the present positions.
  void ApplyLaws(const mjModel_& model, double dt, mjData_* data) const;

  /// Call after the reference accelerations are computed: removes the lift of sliding contacts.
  /// MuJoCo solves friction as a convex problem. The dual of its friction cone makes a sliding
  /// contact separate: with the tangential reference B v_t, the normal acceleration comes out mu B
  /// |v_t| too high, and a skidding wheel hops at every step. Lowering the normal reference by that
  /// amount restores Coulomb's law (the bipotential correction of de Saxce, with the slip at the
  /// start of the step).
  void CorrectSliding(mjData_* data) const;

  /// Appends the solved contacts to the report, with forces on the second link in W.
  void Report(const mjModel_& model, const mjData_& data, physics::StepReport* report) const;

 private:
  ContactParameters Law(int geom_a, int geom_b) const;
  bool Excluded(int geom_a, int geom_b) const;

  physics::CollisionRules rules_;
  const Maps& maps_;
  /// Indexed by pairs of surfaces; empty when there are too many.
  std::vector<ContactParameters> parameters_;
};

/// Damping ratio z of a linear spring and damper that returns the share `restitution` of the
/// approach speed, when contact ends as soon as the force vanishes: e = exp(-z / sqrt(1 - z^2) (pi
/// - 2 asin z)) for z < 1, e = exp(-2 z / sqrt(z^2 - 1) acosh z) above.
double DampingRatioForRestitution(double restitution);

}  // namespace surefoot::engines::mujoco
