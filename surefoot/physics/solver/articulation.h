#pragma once

/// Mass matrix, forces and Jacobians in the dofs of tables.h, from how an engine's bodies move.

#include <vector>

#include "surefoot/physics/solver/motion.h"
#include "surefoot/physics/solver/skyline.h"
#include "surefoot/physics/solver/tables.h"

namespace surefoot::solver {

class Articulation {
 public:
  explicit Articulation(const Tables& tables);

  /// For the present motion: the axes and the mass matrix, `added` (per dof) on its diagonal. Drops
  /// all forces.
  void Update(const Motion& motion, const std::vector<double>& added);

  const Skyline& mass() const { return mass_; }

  /// A force at a point, and a torque, on a body.
  void AddForce(int body, const Vector3d& p_W, const Vector3d& f_W, const Vector3d& torque_W);
  /// Sum of these forces on a tree: torque about where its root is, and force.
  const Spatial& external(int tree) const { return external_[static_cast<std::size_t>(tree)]; }
  /// The forces on the bodies and what keeps them on their way, per dof.
  void CollectForces(std::vector<double>* force);

  /// Velocity of the point of the dof's body at p_W, and of its rotation, per unit of the dof.
  Vector3d PointAxis(int dof, const Vector3d& p_W) const {
    const Spatial& axis = axes_[static_cast<std::size_t>(dof)];
    return axis.v + axis.w.cross(p_W - origin_of_dof(dof));
  }
  const Vector3d& TurnAxis(int dof) const { return axes_[static_cast<std::size_t>(dof)].w; }

  /// A dof that moves one of two bodies against the other: the sign is that of body b's motion.
  struct Mover {
    int dof = 0;
    double sign = 1.0;
  };
  /// Those of two bodies (-1: the world). True when they are not on one path to the root.
  bool FindMovers(int body_a, int body_b, std::vector<Mover>* movers) const;

 private:
  bool Carries(int body, int other) const;
  const Vector3d& origin_of_dof(int dof) const {
    return origins_[static_cast<std::size_t>(tree_of_dof_[static_cast<std::size_t>(dof)])];
  }
  void FindAxes(const Motion& motion);
  void FindComposites(const Motion& motion);
  void FillMass(const std::vector<double>& added);

  /// A body with all that hangs on it, about its tree's origin.
  struct Composite {
    double mass = 0.0;
    Vector3d h = Vector3d::Zero();
    Matrix3d I = Matrix3d::Zero();
    Spatial force;
  };

  const Tables& tables_;
  std::vector<int> tree_of_dof_;
  /// Per tree: where its root body is. All that is spatial is about this point.
  std::vector<Vector3d> origins_;
  std::vector<Spatial> external_;
  /// Per dof.
  std::vector<Spatial> axes_;
  std::vector<Composite> bodies_;
  Skyline mass_;
};

}  // namespace surefoot::solver
