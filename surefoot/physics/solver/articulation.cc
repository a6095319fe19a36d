#include "surefoot/physics/solver/articulation.h"

#include <algorithm>

#include "surefoot/base/index.h"

// The composite rigid body algorithm (Featherstone, Rigid Body Dynamics Algorithms, 2008): mass
// matrix and bias forces of a tree of bodies in world axes.

namespace surefoot::solver {

Articulation::Articulation(const Tables& tables)
    : tables_(tables),
      tree_of_dof_(tables.dof_of_u.size()),
      origins_(tables.trees.size(), Vector3d::Zero()),
      external_(tables.trees.size()),
      axes_(tables.dof_of_u.size()),
      bodies_(tables.bodies.size()) {
  mass_.Reset(static_cast<int>(axes_.size()));
  for (const BodyEntry& body : tables.bodies) {
    for (int k = 0; k < body.u_count; ++k) {
      tree_of_dof_[At(body.dof + k)] = body.tree;
      // A dof couples to all dofs of its subtree, which the numbering puts in front of it.
      mass_.Cover(body.dof + k, body.subtree_dof);
    }
  }
  mass_.Layout();
}

void Articulation::Update(const Motion& motion, const std::vector<double>& added) {
  std::fill(external_.begin(), external_.end(), Spatial());
  FindAxes(motion);
  // The order matters: the mass matrix needs the composite inertias of the whole tree.
  FindComposites(motion);
  FillMass(added);
}

/// Moves the axes from their bodies to the origin of their tree, so that spatial vectors of a tree
/// can be added without further shifts.
void Articulation::FindAxes(const Motion& motion) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyEntry& entry = tables_.bodies[i];
    const BodyMotion& body = motion.bodies[i];
    if (entry.parent < 0) origins_[At(entry.tree)] = body.p_WB;
    const Vector3d to_origin = origins_[At(entry.tree)] - body.p_WB;
    for (int k = 0; k < entry.u_count; ++k) {
      const Spatial& at_body = motion.axes[At(entry.u + k)];
      axes_[At(entry.dof + k)] = Spatial{at_body.w, at_body.v + at_body.w.cross(to_origin)};
    }
  }
}

/// Inertias of the bodies about their tree's origin, then summed from the leaves to the root: the
/// first half of the composite rigid body algorithm (Featherstone, Rigid Body Dynamics Algorithms,
/// 2008, chapter 6).
void Articulation::FindComposites(const Motion& motion) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyMotion& body = motion.bodies[i];
    Composite& out = bodies_[i];
    const Vector3d d = body.p_WB - origins_[At(tables_.bodies[i].tree)];
    const Vector3d& c = body.p_BBcm_W;
    out.mass = body.mass;
    out.h = body.mass * (d + c);
    // Parallel axis theorem from the body's origin (offset d), which is not the centre of mass (c).
    const Matrix3d outer = d * d.transpose() + d * c.transpose() + c * d.transpose();
    out.I = body.I_BBo_W + body.mass * (outer.trace() * Matrix3d::Identity() - outer);
    const Spatial& force = body.inertial_force;
    out.force = Spatial{-(force.w + d.cross(force.v)), -force.v};
  }
  for (std::size_t i = bodies_.size(); i-- > 0;) {
    const int parent = tables_.bodies[i].parent;
    if (parent < 0) continue;
    Composite& inner = bodies_[At(parent)];
    inner.mass += bodies_[i].mass;
    inner.h += bodies_[i].h;
    inner.I += bodies_[i].I;
  }
}

/// Second half of the composite rigid body algorithm: the momentum of the subtree that moves with
/// unit velocity of a dof, projected on the axes of the body and its ancestors. Cost: dofs times
/// depth.
void Articulation::FillMass(const std::vector<double>& added) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyEntry& entry = tables_.bodies[i];
    const Composite& body = bodies_[i];
    for (int k = 0; k < entry.u_count; ++k) {
      const int dof = entry.dof + k;
      const Spatial& S = axes_[At(dof)];
      const Vector3d torque = body.I * S.w + body.h.cross(S.v);
      const Vector3d force = body.mass * S.v - body.h.cross(S.w);
      const auto entry_for = [&](int other) {
        return axes_[At(other)].w.dot(torque) + axes_[At(other)].v.dot(force);
      };
      mass_.row(dof)[dof] = entry_for(dof) + added[At(dof)];
      for (int other = dof + 1; other < entry.dof + entry.u_count; ++other) {
        mass_.row(other)[dof] = entry_for(other);
      }
      for (int at = entry.parent; at >= 0; at = tables_.bodies[At(at)].parent) {
        const BodyEntry& inner = tables_.bodies[At(at)];
        for (int other = inner.dof; other < inner.dof + inner.u_count; ++other) {
          mass_.row(other)[dof] = entry_for(other);
        }
      }
    }
  }
}

void Articulation::AddForce(int body, const Vector3d& p_W, const Vector3d& f_W,
                            const Vector3d& torque_W) {
  Spatial& force = bodies_[At(body)].force;
  const int tree = tables_.bodies[At(body)].tree;
  // Torque about the tree's origin.
  const Vector3d torque = torque_W + (p_W - origins_[At(tree)]).cross(f_W);
  force.w += torque;
  force.v += f_W;
  external_[At(tree)].w += torque;
  external_[At(tree)].v += f_W;
}

/// Backward pass of the Newton-Euler algorithm: forces are passed from the leaves to the root and
/// projected on each dof's axis.
void Articulation::CollectForces(std::vector<double>* force) {
  for (std::size_t i = bodies_.size(); i-- > 0;) {
    const BodyEntry& entry = tables_.bodies[i];
    const Spatial& total = bodies_[i].force;
    for (int dof = entry.dof; dof < entry.dof + entry.u_count; ++dof) {
      (*force)[At(dof)] = axes_[At(dof)].w.dot(total.w) + axes_[At(dof)].v.dot(total.v);
    }
    if (entry.parent < 0) continue;
    bodies_[At(entry.parent)].force.w += total.w;
    bodies_[At(entry.parent)].force.v += total.v;
  }
}

/// Whether `other` is `body` or one of its descendants. The dofs of a subtree are contiguous.
bool Articulation::Carries(int body, int other) const {
  const BodyEntry& entry = tables_.bodies[At(body)];
  const int dof = tables_.bodies[At(other)].dof;
  return dof >= entry.subtree_dof && dof < entry.dof + entry.u_count;
}

bool Articulation::FindMovers(int body_a, int body_b, std::vector<Mover>* movers) const {
  movers->clear();
  const auto append = [&](int body, int other, double sign) {
    for (int at = body; at >= 0; at = tables_.bodies[At(at)].parent) {
      // A common ancestor moves both bodies alike, so it does not contribute.
      if (other >= 0 && Carries(at, other)) break;
      const BodyEntry& entry = tables_.bodies[At(at)];
      for (int k = 0; k < entry.u_count; ++k) movers->push_back(Mover{entry.dof + k, sign});
    }
    return movers->size();
  };
  const std::size_t of_a = append(body_a, body_b, -1.0);
  const std::size_t all = append(body_b, body_a, 1.0);
  return of_a > 0 && all > of_a;
}

}  // namespace surefoot::solver
