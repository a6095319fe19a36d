#include "surefoot/engines/dart/dynamics.h"

#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/PlanarJoint.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/ScrewJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/UniversalJoint.hpp>

#include "surefoot/base/index.h"

// Velocities, passive forces and Jacobians in the order of the World's coordinates; DART orders
// them per skeleton.

namespace surefoot::engines::dart {
namespace {

namespace dd = ::dart::dynamics;

/// Largest stiffness * dt^2 / inertia of springs that are explicit: stable, and without the damping
/// of implicit ones.
constexpr double kSoftSpring = 0.04;

/// Calls `function` with the joint in its concrete type: DART's generic interface allocates memory.
template <typename Function>
void Visit(const BodyMap& body, const Function& function) {
  switch (body.kind) {
    case world::JointType::kRevolute:
    case world::JointType::kContinuous:
      return function(static_cast<dd::RevoluteJoint*>(body.joint));
    case world::JointType::kPrismatic:
      return function(static_cast<dd::PrismaticJoint*>(body.joint));
    case world::JointType::kScrew:
      return function(static_cast<dd::ScrewJoint*>(body.joint));
    case world::JointType::kUniversal:
      return function(static_cast<dd::UniversalJoint*>(body.joint));
    case world::JointType::kBall:
      return function(static_cast<dd::BallJoint*>(body.joint));
    case world::JointType::kPlanar:
      return function(static_cast<dd::PlanarJoint*>(body.joint));
    case world::JointType::kFixed:
    case world::JointType::kFloating:
      return function(static_cast<dd::FreeJoint*>(body.joint));
  }
}

/// Type of a joint's coordinate vector.
template <typename Joint>
using VectorOf = std::decay_t<decltype(std::declval<Joint>().getVelocitiesStatic())>;

/// The member is public in the base class but hidden in the joints.
template <typename Space>
const auto& JacobianOf(const dd::GenericJoint<Space>& joint) {
  return joint.getRelativeJacobianStatic();
}

}  // namespace

Dynamics::Dynamics(const Built& built)
    : built_(built),
      added_(built.forces.size(), 0.0),
      applied_(built.forces.size(), 0.0),
      implicit_stiffness_(built.forces.size(), 0.0) {
  motion_.q.resize(built.forces.size());
  motion_.u.resize(built.forces.size());
  motion_.axes.resize(built.forces.size());
  for (const BodyMap& body : built.bodies) {
    const Inertia& inertia = body.inertia;
    const Vector3d& c = inertia.p_BBcm;
    // Parallel axis theorem: moments about the body's origin.
    I_BBo_B_.push_back(inertia.I_BBcm_B +
                       inertia.mass * (c.squaredNorm() * Matrix3d::Identity() - c * c.transpose()));
    motion_.bodies.emplace_back();
    motion_.bodies.back().mass = inertia.mass;
  }
  pushed_.reserve(built.bodies.size());
  for (const auto& skeleton : built.skeletons) skeleton->setGravity(gravity_W_);
}

/// Writes coordinates to DART.
void Dynamics::Push(int body_index) {
  const int u = built_.tables.bodies[At(body_index)].u;
  Visit(built_.bodies[At(body_index)], [&](auto* joint) {
    using V = VectorOf<decltype(*joint)>;
    joint->setPositionsStatic(Eigen::Map<const V>(motion_.q.data() + u));
    joint->setVelocitiesStatic(Eigen::Map<const V>(motion_.u.data() + u));
  });
}

/// Converts the pose of the link to that of the centre of mass C.
void Dynamics::SetFree(int body_index, const RigidTransform& X_WB, const Twist& V_WB_W) {
  const Vector3d p_BC_W = X_WB.q * built_.bodies[At(body_index)].inertia.p_BBcm;
  Eigen::Isometry3d T = Eigen::Isometry3d::Identity();
  T.linear() = X_WB.R();
  T.translation() = X_WB.p + p_BC_W;
  const int u = built_.tables.bodies[At(body_index)].u;
  Eigen::Map<Eigen::Matrix<double, 6, 1>>(motion_.q.data() + u) =
      // FreeJoint's positions are a rotation vector, then the translation.
      dd::FreeJoint::convertToPositions(T);
  Eigen::Map<Eigen::Matrix<double, 6, 1>> v(motion_.u.data() + u);
  v.head<3>() = X_WB.q.conjugate() * V_WB_W.w;
  v.tail<3>() = X_WB.q.conjugate() * Shifted(V_WB_W, p_BC_W).v;
  Push(body_index);
}

/// The conversion to DART's coordinates, which are rotation vectors.
void Dynamics::SetBall(int body_index, const Quaterniond& q_JpJc, const Vector3d& w_JpJc_Jc) {
  const int u = built_.tables.bodies[At(body_index)].u;
  Eigen::Map<Vector3d>(motion_.q.data() + u) =
      dd::BallJoint::convertToPositions(q_JpJc.toRotationMatrix());
  Eigen::Map<Vector3d>(motion_.u.data() + u) = w_JpJc_Jc;
  Push(body_index);
}

/// The inverse of the conversion in SetBall().
Quaterniond Dynamics::BallRotation(int body_index) const {
  const int u = built_.tables.bodies[At(body_index)].u;
  const Eigen::Map<const Vector3d> q(motion_.q.data() + u);
  return Quaterniond(dd::BallJoint::convertToRotation(q)).normalized();
}

/// Transforms DART's results, which are in body axes, to W; the axes are the columns of the joints'
/// Jacobians.
void Dynamics::Refresh(int first, int end) {
  for (int i = first; i < end; ++i) {
    const BodyMap& map = built_.bodies[At(i)];
    solver::BodyMotion& body = motion_.bodies[At(i)];
    const Eigen::Isometry3d& T = map.node->getWorldTransform();
    // DART's spatial velocity is in the axes of the body and refers to its origin.
    const Eigen::Matrix<double, 6, 1>& V_B = map.node->getSpatialVelocity();
    body.R_WB = T.linear();
    body.p_WB = T.translation();
    body.w_WB = body.R_WB * V_B.head<3>();
    body.v_WB = body.R_WB * V_B.tail<3>();
    body.p_BBcm_W = body.R_WB * map.inertia.p_BBcm;
    body.I_BBo_W = body.R_WB * I_BBo_B_[At(i)] * body.R_WB.transpose();
    const solver::BodyEntry& entry = built_.tables.bodies[At(i)];
    Visit(map, [&](auto* joint) {
      const auto& J = JacobianOf(*joint);
      for (int k = 0; k < entry.u_count; ++k) {
        solver::Spatial& axis = motion_.axes[At(entry.u + k)];
        axis.w = body.R_WB * J.col(k).template head<3>();
        axis.v = body.R_WB * J.col(k).template tail<3>();
      }
    });
  }
}

/// Sets implicit damping and springs. DART has no armature: implicit damping of armature / dt adds
/// the armature to the inertia, and a force that cancels its braking leaves only the inertia.
void Dynamics::SetPassive() {
  for (std::size_t i = 0; i < built_.bodies.size(); ++i) {
    if (built_.bodies[i].kind == world::JointType::kFloating) continue;
    const solver::BodyEntry& entry = built_.tables.bodies[i];
    for (int k = 0; k < entry.u_count; ++k) {
      const auto u = At(entry.u + k);
      const DofForces& forces = built_.forces[u];
      // An implicit spring damps with dt times its stiffness. Where it is stable without, or its
      // own damper is stronger, it is explicit.
      const bool soft = forces.stiffness * dt_ <= forces.damping ||
                        forces.stiffness * dt_ * dt_ <= kSoftSpring * forces.min_inertia;
      const double stiffness = soft ? 0.0 : forces.stiffness;
      implicit_stiffness_[u] = stiffness;
      added_[At(built_.tables.dof_of_u[u])] =
          forces.armature + dt_ * (forces.damping + dt_ * stiffness);
      dd::Joint* joint = built_.bodies[i].joint;
      joint->setDampingCoefficient(At(k), forces.damping + forces.armature / dt_);
      joint->setSpringStiffness(At(k), stiffness);
      if (stiffness > 0.0) joint->setRestPosition(At(k), forces.rest);
    }
  }
}

/// Only changes are passed on: setters invalidate DART's caches.
void Dynamics::Begin(double dt, const Vector3d& gravity_W) {
  if (dt != dt_) {
    dt_ = dt;
    SetPassive();
    for (const auto& skeleton : built_.skeletons) skeleton->setTimeStep(dt);
  }
  if (gravity_W != gravity_W_) {
    gravity_W_ = gravity_W;
    for (const auto& skeleton : built_.skeletons) skeleton->setGravity(gravity_W);
  }
  for (const int body : pushed_) built_.bodies[At(body)].node->clearExternalForces();
  pushed_.clear();
}

/// External wrenches are cleared before the next step, for the bodies in `pushed_`.
void Dynamics::AddWrench(int body, const Wrench& F_W, const Vector3d& p_W) {
  dd::BodyNode* node = built_.bodies[At(body)].node;
  node->addExtForce(F_W.force, p_W, false, false);
  node->addExtTorque(F_W.torque, false);
  pushed_.push_back(body);
}

/// Velocities after a step without constraints: DART's forward dynamics with the applied and
/// passive forces.
void Dynamics::Accelerate(const std::vector<double>& force, std::vector<double>* v_free) {
  const std::vector<int>& dof_of_u = built_.tables.dof_of_u;
  for (std::size_t i = 0; i < built_.bodies.size(); ++i) {
    const solver::BodyEntry& entry = built_.tables.bodies[i];
    for (int k = 0; k < entry.u_count; ++k) {
      const auto u = At(entry.u + k);
      const DofForces& own = built_.forces[u];
      double total = force[At(dof_of_u[u])] + own.armature / dt_ * motion_.u[u];
      if (own.stiffness != implicit_stiffness_[u]) {
        total -= own.stiffness * (motion_.q[u] - own.rest);
      }
      if (total == applied_[u]) continue;
      built_.bodies[i].joint->setForce(At(k), total);
      applied_[u] = total;
    }
  }
  for (const auto& skeleton : built_.skeletons) skeleton->computeForwardDynamics();
  for (std::size_t i = 0; i < built_.bodies.size(); ++i) {
    const solver::BodyEntry& entry = built_.tables.bodies[i];
    double* out = v_free->data() + entry.dof;
    Visit(built_.bodies[i], [&](auto* joint) {
      const auto& a = joint->getAccelerationsStatic();
      for (int k = 0; k < entry.u_count; ++k) out[k] = motion_.u[At(entry.u + k)] + dt_ * a[k];
    });
    if (built_.bodies[i].kind != world::JointType::kFloating) continue;
    // DART's linear velocity is expressed in the rotating body. Integrated as such it would grow by
    // (w dt)^2 / 2 a step; the added term makes it constant in W.
    const Eigen::Map<const Vector3d> w(motion_.u.data() + entry.u);
    const Eigen::Map<const Vector3d> v(motion_.u.data() + entry.u + 3);
    Eigen::Map<Vector3d>(out + 3) += dt_ * w.cross(v);
  }
}

/// Sets DART's velocities from those per dof.
void Dynamics::SetVelocities(const std::vector<double>& v) {
  for (std::size_t i = 0; i < built_.bodies.size(); ++i) {
    const solver::BodyEntry& entry = built_.tables.bodies[i];
    Visit(built_.bodies[i], [&](auto* joint) {
      using V = VectorOf<decltype(*joint)>;
      joint->setVelocitiesStatic(Eigen::Map<const V>(v.data() + entry.dof));
    });
  }
}

/// Positions are integrated with `v_moved`, which may contain velocities that only remove
/// penetration; the velocities kept are `v`.
void Dynamics::Move(const std::vector<double>& v, const std::vector<double>& v_moved) {
  SetVelocities(v_moved);
  for (const auto& skeleton : built_.skeletons) skeleton->integratePositions(dt_);
  if (v != v_moved) SetVelocities(v);
  for (std::size_t i = 0; i < built_.bodies.size(); ++i) {
    const BodyMap& map = built_.bodies[i];
    const solver::BodyEntry& entry = built_.tables.bodies[i];
    Visit(map, [&](auto* joint) {
      using V = VectorOf<decltype(*joint)>;
      Eigen::Map<V>(motion_.q.data() + entry.u) = joint->getPositionsStatic();
      Eigen::Map<V>(motion_.u.data() + entry.u) = Eigen::Map<const V>(v.data() + entry.dof);
    });
    if (map.kind != world::JointType::kFloating) continue;
    Eigen::Map<Eigen::Matrix<double, 6, 1>> own(motion_.u.data() + entry.u);
    // Keeps the linear velocity constant in W while the body rotates.
    const Vector3d v_W = motion_.bodies[i].R_WB * own.tail<3>();
    own.tail<3>() = map.node->getWorldTransform().linear().transpose() * v_W;
    static_cast<dd::FreeJoint*>(map.joint)->setVelocitiesStatic(own);
  }
  Refresh(0, static_cast<int>(built_.bodies.size()));
}

}  // namespace surefoot::engines::dart
