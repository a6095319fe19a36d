#pragma once

#include <vector>

#include "surefoot/physics/solver/articulation.h"
#include "surefoot/physics/solver/rows.h"

namespace surefoot::solver {

/// Softness of rows: the velocity by which a row yields to an impulse, as a share of the velocity
/// that the same impulse gives the bodies. Softer contacts need fewer Newton steps; at 1e-3 a Husky
/// parked on 10 degrees creeps by 0.01 mm/s, and 1e-4 doubles the steps on rough ground.
constexpr double kJointSoftness = 1e-6;
constexpr double kContactSoftness = 1e-3;

/// Share of a position error that is removed in a step (Baumgarte stabilization), and the largest
/// speed (m/s or rad/s) at which that happens, so that bodies that start inside each other separate
/// gently.
constexpr double kRecoveryShare = 0.2;
constexpr double kRecoverySpeed = 1.0;

/// Speed that reduces an error; it has the sign of the error.
double RecoverySpeed(double error, double dt);

/// The relative motion of two bodies, dof by dof: the source of Jacobian rows.
class PairMotion {
 public:
  /// Relative velocities are those of body b in body a, at the point p_W.
  void Set(const Articulation& articulation, int body_a, int body_b, const Vector3d& p_W);

  const std::vector<int>& dofs() const { return dofs_; }
  /// Per unit of each dof: relative velocity of the point, and relative angular velocity.
  const std::vector<Vector3d>& linear() const { return linear_; }
  const std::vector<Vector3d>& angular() const { return angular_; }

  /// Adds a constraint over these dofs; nullptr when there are none, because neither body can move.
  Constraint* Add(Law law, int rows, Rows* out) const;
  /// Fills a row: velocity of the point along one direction plus rotation about another.
  void FillRow(const Vector3d& along_W, const Vector3d& about_W, double* J) const;

  /// An upper bound of the inverse mass of a row with vectors of these lengths in any direction.
  /// Used for loops: a row across the only possible motion, which is not exactly zero because of
  /// rounding in the model file, then is as soft as the others and does not lock the linkage.
  double BestInverseMass(const Vector3d& along_W, const Vector3d& about_W,
                         const Skyline& mass) const;

 private:
  std::vector<Articulation::Mover> movers_;
  std::vector<int> dofs_;
  std::vector<Vector3d> linear_;
  std::vector<Vector3d> angular_;
  bool crosses_ = false;
};

/// Velocity per impulse of a row, with the coupling between dofs neglected (diagonal of M).
double InverseMass(const Rows& rows, const Constraint& constraint, int row, const Skyline& mass);

}  // namespace surefoot::solver
