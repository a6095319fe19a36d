#include "surefoot/physics/solver/pair_motion.h"

#include <algorithm>

// The relative motion of two bodies at a point as a function of all velocities, and its inverse
// mass.

namespace surefoot::solver {

double RecoverySpeed(double error, double dt) {
  return std::clamp(kRecoveryShare * error / dt, -kRecoverySpeed, kRecoverySpeed);
}

void PairMotion::Set(const Articulation& articulation, int body_a, int body_b,
                     const Vector3d& p_W) {
  crosses_ = articulation.FindMovers(body_a, body_b, &movers_);
  dofs_.clear();
  linear_.clear();
  angular_.clear();
  for (const Articulation::Mover& mover : movers_) {
    dofs_.push_back(mover.dof);
    linear_.push_back(mover.sign * articulation.PointAxis(mover.dof, p_W));
    angular_.push_back(mover.sign * articulation.TurnAxis(mover.dof));
  }
}

Constraint* PairMotion::Add(Law law, int rows, Rows* out) const {
  if (dofs_.empty()) return nullptr;
  Constraint* constraint = out->Add(law, rows, dofs_.data(), static_cast<int>(dofs_.size()));
  constraint->crosses = crosses_;
  return constraint;
}

void PairMotion::FillRow(const Vector3d& along_W, const Vector3d& about_W, double* J) const {
  for (std::size_t i = 0; i < dofs_.size(); ++i) {
    J[i] = along_W.dot(linear_[i]) + about_W.dot(angular_[i]);
  }
}

double PairMotion::BestInverseMass(const Vector3d& along_W, const Vector3d& about_W,
                                   const Skyline& mass) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < dofs_.size(); ++i) {
    sum += (along_W.squaredNorm() * linear_[i].squaredNorm() +
            about_W.squaredNorm() * angular_[i].squaredNorm()) /
           mass.row(dofs_[i])[dofs_[i]];
  }
  return std::max(sum, 1e-12);
}

double InverseMass(const Rows& rows, const Constraint& constraint, int row, const Skyline& mass) {
  const int* dofs = rows.dofs(constraint);
  const double* J = rows.jacobian(constraint, row);
  double sum = 0.0;
  for (int i = 0; i < constraint.dof_count; ++i) sum += J[i] * J[i] / mass.row(dofs[i])[dofs[i]];
  // Keeps the softness positive for a row that no dof can move.
  return std::max(sum, 1e-12);
}

}  // namespace surefoot::solver
