#pragma once

/// Mass matrix, generalized forces and Jacobians in the dofs of tables.h, for bodies whose motion
/// an engine supplies.

#include <vector>

#include "surefoot/physics/solver/motion.h"
#include "surefoot/physics/solver/skyline.h"
#include "surefoot/physics/solver/tables.h"

namespace surefoot::solver {

/// The dynamics of the trees of an instance. In each step:
///
///   articulation.Update(motion, joints.Added(dt));
///   articulation.AddForce(body, p_W, f_W, torque_W);
///   articulation.CollectForces(&force);   // then mass() and force belong to this step
class Articulation {
 public:
  explicit Articulation(const Tables& tables);

  /// Computes axes and mass matrix M for the present motion, adding `added` (per dof) to the
  /// diagonal of M. Clears all forces.
  void Update(const Motion& motion, const std::vector<double>& added);

  const Skyline& mass() const { return mass_; }

  /// Adds a force (N) at a point, and a torque (N m), on a body.
  void AddForce(int body, const Vector3d& p_W, const Vector3d& f_W, const Vector3d& torque_W);
  /// Sum of these forces on a tree: torque about the origin of its root, and force.
  const Spatial& external(int tree) const { return external_[static_cast<std::size_t>(tree)]; }
  /// Generalized forces per dof: the added forces minus the inertial forces. Call once a step,
  /// because it accumulates the forces of children in their parents.
  void CollectForces(std::vector<double>* force);

  /// Column of the Jacobian: velocity in W of the body's point at p_W per unit of the dof, and its
  /// angular velocity.
  Vector3d PointAxis(int dof, const Vector3d& p_W) const {
    const Spatial& axis = axes_[static_cast<std::size_t>(dof)];
    return axis.v + axis.w.cross(p_W - origin_of_dof(dof));
  }
  const Vector3d& TurnAxis(int dof) const { return axes_[static_cast<std::size_t>(dof)].w; }

  /// A dof that changes the relative motion of two bodies; `sign` is +1 if it moves body b, -1 if
  /// it moves body a.
  struct Mover {
    int dof = 0;
    double sign = 1.0;
  };
  /// Those dofs of two bodies (-1: the world). True when both bodies contribute, that is, when
  /// neither is an ancestor of the other: then a constraint between them couples dofs that M does
  /// not.
  bool FindMovers(int body_a, int body_b, std::vector<Mover>* movers) const;

 private:
  bool Carries(int body, int other) const;
  const Vector3d& origin_of_dof(int dof) const {
    return origins_[static_cast<std::size_t>(tree_of_dof_[static_cast<std::size_t>(dof)])];
  }
  void FindAxes(const Motion& motion);
  void FindComposites(const Motion& motion);
  void FillMass(const std::vector<double>& added);

  /// A body with its descendants, about its tree's origin: mass, first moment h, inertia I, force.
  struct Composite {
    double mass = 0.0;
    Vector3d h = Vector3d::Zero();
    Matrix3d I = Matrix3d::Zero();
    Spatial force;
  };

  const Tables& tables_;
  std::vector<int> tree_of_dof_;
  /// Per tree: position of its root body in W. All spatial vectors refer to this point.
  std::vector<Vector3d> origins_;
  std::vector<Spatial> external_;
  /// Per dof.
  std::vector<Spatial> axes_;
  std::vector<Composite> bodies_;
  Skyline mass_;
};

}  // namespace surefoot::solver
