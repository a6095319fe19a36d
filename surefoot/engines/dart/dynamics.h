#pragma once

/// DART's part of the step: poses and velocities, the motion under forces alone, and positions
/// after the step. Coordinates are those of the tables (q and u); forces and velocities of a step
/// are per dof.

#include <vector>

#include "surefoot/engines/dart/build.h"
#include "surefoot/physics/solver/motion.h"

namespace surefoot::engines::dart {

/// In each step: Begin(), AddWrench(), Accelerate(), then after the constraint solver Move().
class Dynamics {
 public:
  explicit Dynamics(const Built& built);

  /// Coordinates in DART's convention: of a free joint, the centre of mass in the body's axes; of a
  /// ball joint, a rotation vector. Changes take effect in DART after Push().
  solver::Motion& motion() { return motion_; }
  const solver::Motion& motion() const { return motion_; }

  /// Passes the coordinates of a body's joint to DART; call Refresh() afterwards.
  void Push(int body);
  /// Sets the coordinates of a free body from its pose and velocity.
  void SetFree(int body, const RigidTransform& X_WB, const Twist& V_WB_W);
  void SetBall(int body, const Quaterniond& q_JpJc, const Vector3d& w_JpJc_Jc);
  Quaterniond BallRotation(int body) const;

  /// Updates poses, velocities and axes of bodies [first, end) from the coordinates.
  void Refresh(int first, int end);

  /// Starts a step: clears external forces, sets gravity (m/s^2, in W).
  void Begin(double dt, const Vector3d& gravity_W);
  /// Per dof: what armature, damping and springs add to the inertia seen by impulses.
  const std::vector<double>& added() const { return added_; }
  /// Adds a wrench at a point given in W.
  void AddWrench(int body, const Wrench& F_W, const Vector3d& p_W);
  /// Computes the velocities at the end of the step under forces alone (Featherstone's
  /// articulated-body algorithm in DART). `force`: generalized forces per dof. Linear velocities of
  /// free bodies are in the body's axes at the start of the step.
  void Accelerate(const std::vector<double>& force, std::vector<double>* v_free);

  /// Advances positions with v_moved, then sets the velocities v (both as in Accelerate()).
  void Move(const std::vector<double>& v, const std::vector<double>& v_moved);

 private:
  void SetPassive();
  void SetVelocities(const std::vector<double>& v);

  const Built& built_;
  double dt_ = 0.0;
  Vector3d gravity_W_ = Vector3d::Zero();
  solver::Motion motion_;
  /// Per body: inertia about its origin, in B.
  std::vector<Matrix3d> I_BBo_B_;
  std::vector<double> added_;
  std::vector<double> applied_;
  /// Stiffness of implicit springs; the others act with their force at the start of the step.
  std::vector<double> implicit_stiffness_;
  std::vector<int> pushed_;
};

}  // namespace surefoot::engines::dart
