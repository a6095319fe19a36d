#pragma once

/// What DART computes: poses and velocities, the motion that forces alone would bring, positions
/// after a step. And what its solver would not give us without allocating: the directions in which
/// dofs move their bodies, and mass matrices.

#include <vector>

#include "surefoot/engines/dart/build.h"

namespace surefoot::engines::dart {

/// A body's pose and velocity (of its origin, in W).
struct BodyMotion {
  Matrix3d R_WB = Matrix3d::Identity();
  Vector3d p_WB = Vector3d::Zero();
  Twist V_WB_W;
};

/// Velocity that a dof of one unit brings, in W, of the point of the body at the tree's origin.
struct DofAxis {
  Vector3d w = Vector3d::Zero();
  Vector3d v = Vector3d::Zero();
};

class Dynamics {
 public:
  explicit Dynamics(const Maps& maps);

  /// Coordinates per dof as DART counts them. A free joint's are those of its body's centre of
  /// mass in the body's axes.
  const std::vector<double>& q() const { return q_; }
  const std::vector<double>& v() const { return v_; }
  const BodyMotion& body(int index) const { return bodies_[static_cast<std::size_t>(index)]; }

  /// Writes coordinates of the body's joint; Refresh must follow.
  void SetCoordinates(int body, const double* q, const double* v);
  /// Those of a free body from its pose and velocity.
  void SetFree(int body, const RigidTransform& X_WB, const Twist& V_WB_W);
  void SetBall(int body, const Quaterniond& q_JpJc, const Vector3d& w_JpJc_Jc);
  Quaterniond BallRotation(int body) const;

  /// Brings poses and velocities up to date with the coordinates of a model.
  void Refresh(const ModelMap& model);

  /// Start of a step: no forces act but gravity and what the joints have by themselves.
  void Begin(double dt, const Vector3d& gravity_W);
  void SetEffort(int dof, double effort) { effort_[static_cast<std::size_t>(dof)] = effort; }
  const std::vector<double>& efforts() const { return effort_; }
  /// A wrench at a point given in W.
  void AddWrench(int body, const Wrench& F_W, const Vector3d& p_W);
  /// Velocities that the forces alone bring by the end of the step, per dof; linear ones of free
  /// bodies in the body's axes at the start.
  void Accelerate(std::vector<double>* v_free);

  /// The dofs' axes of a tree and their origin, valid until Move.
  void UpdateAxes(int tree);
  const DofAxis& axis(int dof) const { return axes_[static_cast<std::size_t>(dof)]; }
  const Vector3d& origin(int tree) const { return origins_[static_cast<std::size_t>(tree)]; }
  /// Lower half, row by row, of the matrix that impulses feel: mass, armature, and damping and
  /// springs as they act within the step. Axes must be up to date.
  void MassMatrix(int tree, double* matrix) const;

  /// Takes the new velocities (as in Accelerate) and moves on.
  void Move(const std::vector<double>& v_new);

 private:
  void SetPassive();

  const Maps& maps_;
  double dt_ = 0.0;
  Vector3d gravity_W_ = Vector3d::Zero();
  std::vector<BodyMotion> bodies_;
  std::vector<double> q_;
  std::vector<double> v_;
  std::vector<double> effort_;
  std::vector<double> applied_;
  /// Springs that DART takes at the end of the step; the others act as they are at its start.
  std::vector<double> implicit_stiffness_;
  std::vector<int> pushed_;
  std::vector<DofAxis> axes_;
  std::vector<Vector3d> origins_;
  std::vector<char> axes_fresh_;
  /// Mass, mass times position, and inertia about the tree's origin of a body with all it carries.
  struct Composite {
    double mass = 0.0;
    Vector3d moment = Vector3d::Zero();
    Matrix3d inertia = Matrix3d::Zero();
  };
  mutable std::vector<Composite> composites_;
};

}  // namespace surefoot::engines::dart
