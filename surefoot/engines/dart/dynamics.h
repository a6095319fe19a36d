#pragma once

/// What DART computes: poses and velocities, the motion that forces alone would bring, positions
/// after a step. Coordinates are those of the tables (q and u), forces and velocities of a step are
/// per dof.

#include <vector>

#include "surefoot/engines/dart/build.h"
#include "surefoot/physics/solver/motion.h"

namespace surefoot::engines::dart {

class Dynamics {
 public:
  explicit Dynamics(const Built& built);

  /// Coordinates as DART counts them: a free joint's are those of its body's centre of mass in the
  /// body's axes, a ball joint's a rotation vector. What is written here reaches DART by Push().
  solver::Motion& motion() { return motion_; }
  const solver::Motion& motion() const { return motion_; }

  /// Gives DART the coordinates of a body's joint; Refresh must follow.
  void Push(int body);
  /// Sets those of a free body from its pose and velocity.
  void SetFree(int body, const RigidTransform& X_WB, const Twist& V_WB_W);
  void SetBall(int body, const Quaterniond& q_JpJc, const Vector3d& w_JpJc_Jc);
  Quaterniond BallRotation(int body) const;

  /// Brings bodies and axes up to date with the coordinates of bodies [first, end).
  void Refresh(int first, int end);

  /// Start of a step: no forces act but gravity and what the joints have by themselves.
  void Begin(double dt, const Vector3d& gravity_W);
  /// Per dof: what armature, damping and springs add to the inertia that impulses feel.
  const std::vector<double>& added() const { return added_; }
  /// A wrench at a point given in W.
  void AddWrench(int body, const Wrench& F_W, const Vector3d& p_W);
  /// Velocities that forces alone bring by the end of the step, those of the joints per dof given;
  /// linear ones of free bodies in the body's axes at the start.
  void Accelerate(const std::vector<double>& force, std::vector<double>* v_free);

  /// Moves on by v_moved, then takes over the velocities v (both as in Accelerate).
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
  /// Springs that DART takes at the end of the step; the others act as they are at its start.
  std::vector<double> implicit_stiffness_;
  std::vector<int> pushed_;
};

}  // namespace surefoot::engines::dart
