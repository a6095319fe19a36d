#include "surefoot/engines/simbody/flight.h"

#include <Eigen/Cholesky>

#include "surefoot/base/index.h"

namespace surefoot::engines::simbody {

/// Only trees with a free root can fly; the others are attached to the world.
Flight::Flight(const solver::Tables& tables)
    : tables_(tables), entry_of_dof_(tables.dof_of_u.size(), -1) {
  std::vector<int> entry_of_tree(tables.trees.size(), -1);
  for (std::size_t i = 0; i < tables.bodies.size(); ++i) {
    const solver::BodyEntry& body = tables.bodies[i];
    if (body.parent < 0 && body.u_count == 6) {
      entry_of_tree[At(body.tree)] = static_cast<int>(entries_.size());
      for (int k = 0; k < 6; ++k) {
        entry_of_dof_[At(body.dof + k)] = static_cast<int>(entries_.size());
      }
      entries_.emplace_back();
      entries_.back().tree = body.tree;
      entries_.back().dof = body.dof;
    }
    const int entry = entry_of_tree[At(body.tree)];
    if (entry >= 0) entries_[At(entry)].bodies.push_back(static_cast<int>(i));
  }
}

/// Spatial momentum of a tree about origin_W: angular part, then linear part.
Flight::Vector6 Flight::Momentum(const TreeEntry& entry, const solver::Motion& motion,
                                 const Vector3d& origin_W) {
  Vector6 sum = Vector6::Zero();
  for (const int i : entry.bodies) {
    const solver::BodyMotion& body = motion.bodies[At(i)];
    const Vector3d linear = body.mass * (body.v_WB + body.w_WB.cross(body.p_BBcm_W));
    const Vector3d angular = body.I_BBo_W * body.w_WB + body.mass * body.p_BBcm_W.cross(body.v_WB);
    sum.head<3>() += angular + (body.p_WB - origin_W).cross(linear);
    sum.tail<3>() += linear;
  }
  return sum;
}

// Momentum about the root that each free-flying tree must have after the step.
void Flight::Expect(const solver::Motion& motion, const solver::Articulation& articulation,
                    const solver::Rows& rows, const solver::Solver& solver, double dt) {
  if (entries_.empty()) return;
  tied_.assign(At(solver.island_count()), 0);
  for (TreeEntry& entry : entries_) {
    entry.origin_W = motion.bodies[At(entry.bodies.front())].p_WB;
    const solver::Spatial& force = articulation.external(entry.tree);
    entry.momentum = Momentum(entry, motion, entry.origin_W);
    entry.momentum.head<3>() += dt * force.w;
    entry.momentum.tail<3>() += dt * force.v;
  }
  AddImpulses(rows, solver);
  for (TreeEntry& entry : entries_) {
    entry.flies = tied_[At(solver.island_of_tree(entry.tree))] == 0;
  }
}

/// Adds the constraints' impulses on the roots. An impulse on a single root acts against the world,
/// or against something attached to it: that island does not fly.
void Flight::AddImpulses(const solver::Rows& rows, const solver::Solver& solver) {
  for (const solver::Constraint& constraint : rows.constraints()) {
    const int* dofs = rows.dofs(constraint);
    int first = -1;
    bool two = false;
    for (int i = 0; i < constraint.dof_count; ++i) {
      const int at = entry_of_dof_[At(dofs[i])];
      if (at < 0) continue;
      if (first < 0) first = at;
      two = two || at != first;
      for (int row = 0; row < constraint.rows; ++row) {
        entries_[At(at)].momentum[dofs[i] - entries_[At(at)].dof] +=
            rows.jacobian(constraint, row)[i] * constraint.impulse[row];
      }
    }
    if (first < 0 || two) continue;
    bool pushes = false;
    for (int row = 0; row < constraint.rows; ++row) pushes = pushes || constraint.impulse[row] != 0;
    if (pushes) tied_[At(solver.island_of_tree(entries_[At(first)].tree))] = 1;
  }
}

// The missing momentum is added as the motion of one rigid body, which leaves the joints'
// velocities unchanged.
bool Flight::Correct(solver::Motion* motion) const {
  bool changed = false;
  for (const TreeEntry& entry : entries_) {
    if (!entry.flies) continue;
    const Vector3d& origin_W = motion->bodies[At(entry.bodies.front())].p_WB;
    Vector6 missing = entry.momentum - Momentum(entry, *motion, origin_W);
    // The reference point has moved with the root; angular momentum changes by the cross product.
    missing.head<3>() -= (origin_W - entry.origin_W).cross(entry.momentum.tail<3>());
    Eigen::Matrix<double, 6, 6> inertia = Eigen::Matrix<double, 6, 6>::Zero();
    for (const int i : entry.bodies) {
      const solver::BodyMotion& body = motion->bodies[At(i)];
      // Spatial inertia of the whole tree as one rigid body at the new positions.
      const Vector3d d = body.p_WB - origin_W;
      const Vector3d& c = body.p_BBcm_W;
      const Matrix3d outer = d * d.transpose() + d * c.transpose() + c * d.transpose();
      const Vector3d h = body.mass * (d + c);
      Matrix3d cross;
      cross << 0.0, -h.z(), h.y(), h.z(), 0.0, -h.x(), -h.y(), h.x(), 0.0;
      inertia.topLeftCorner<3, 3>() +=
          body.I_BBo_W + body.mass * (outer.trace() * Matrix3d::Identity() - outer);
      inertia.topRightCorner<3, 3>() += cross;
      inertia.bottomLeftCorner<3, 3>() -= cross;
      inertia.bottomRightCorner<3, 3>() += body.mass * Matrix3d::Identity();
    }
    const Eigen::LLT<Eigen::Matrix<double, 6, 6>> factor(inertia);
    if (factor.info() != Eigen::Success) continue;
    // The rigid motion of the tree that adds the missing momentum.
    const Vector6 change = factor.solve(missing);
    const int u = tables_.bodies[At(entry.bodies.front())].u;
    for (int k = 0; k < 6; ++k) motion->u[At(u + k)] += change[k];
    changed = true;
  }
  return changed;
}

}  // namespace surefoot::engines::simbody
