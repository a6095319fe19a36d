#pragma once

#include <vector>

#include "surefoot/physics/solver/articulation.h"
#include "surefoot/physics/solver/rows.h"

namespace surefoot::solver {

/// How far rows give way, as a share of the velocity that the same impulse gives their bodies.
/// Softer contacts need fewer steps of the solver; these creep by micrometres per second.
constexpr double kJointSoftness = 1e-6;
constexpr double kContactSoftness = 1e-3;

/// Share of an error of position that is taken back in a step, and the largest speed (m/s or rad/s)
/// at which that happens.
constexpr double kRecoveryShare = 0.2;
constexpr double kRecoverySpeed = 1.0;

/// Speed that takes back an error (positive errors ask for positive speeds).
double RecoverySpeed(double error, double dt);

/// How two bodies move against each other, dof by dof: the source of Jacobian rows.
class PairMotion {
 public:
  /// Velocities are of body b relative to body a at p_W.
  void Set(const Articulation& articulation, int body_a, int body_b, const Vector3d& p_W);

  const std::vector<int>& dofs() const { return dofs_; }
  /// One unit of each dof: velocity of the point, and of the rotation.
  const std::vector<Vector3d>& linear() const { return linear_; }
  const std::vector<Vector3d>& angular() const { return angular_; }

  /// Adds a constraint over these dofs; nullptr when there are none.
  Constraint* Add(Law law, int rows, Rows* out) const;
  /// Fills a row: motion of the point along one direction plus rotation about another.
  void FillRow(const Vector3d& along_W, const Vector3d& about_W, double* J) const;

  /// At least the inverse mass that a row of these lengths feels, whatever its direction. Rows
  /// across all that can move, but for the rounding of a file, are as soft as the others then, and
  /// do not jam a linkage.
  double BestInverseMass(const Vector3d& along_W, const Vector3d& about_W,
                         const Skyline& mass) const;

 private:
  std::vector<Articulation::Mover> movers_;
  std::vector<int> dofs_;
  std::vector<Vector3d> linear_;
  std::vector<Vector3d> angular_;
  bool crosses_ = false;
};

/// Velocity per impulse of a row, coupling between dofs left out.
double InverseMass(const Rows& rows, const Constraint& constraint, int row, const Skyline& mass);

}  // namespace surefoot::solver
