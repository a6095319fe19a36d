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

namespace surefoot::engines::dart {
namespace {

namespace dd = ::dart::dynamics;

/// Stiffness times dt^2 over inertia up to which a spring is taken at the start of the step.
constexpr double kSoftSpring = 0.04;

std::size_t At(int index) { return static_cast<std::size_t>(index); }

/// Calls `function` with the joint as what it is: DART's interface for any joint allocates.
template <typename Function>
void Visit(const BodyMap& body, const Function& function) {
  switch (body.motion) {
    case Motion::kHinge:
      return function(static_cast<dd::RevoluteJoint*>(body.joint));
    case Motion::kSlide:
      return function(static_cast<dd::PrismaticJoint*>(body.joint));
    case Motion::kScrew:
      return function(static_cast<dd::ScrewJoint*>(body.joint));
    case Motion::kUniversal:
      return function(static_cast<dd::UniversalJoint*>(body.joint));
    case Motion::kBall:
      return function(static_cast<dd::BallJoint*>(body.joint));
    case Motion::kPlanar:
      return function(static_cast<dd::PlanarJoint*>(body.joint));
    case Motion::kFree:
      return function(static_cast<dd::FreeJoint*>(body.joint));
  }
}

/// The type of a joint's coordinates.
template <typename Joint>
using VectorOf = std::decay_t<decltype(std::declval<Joint>().getVelocitiesStatic())>;

/// Public in the base, hidden in the joints themselves.
template <typename Space>
const auto& JacobianOf(const dd::GenericJoint<Space>& joint) {
  return joint.getRelativeJacobianStatic();
}

Matrix3d CrossMatrix(const Vector3d& a) {
  Matrix3d m;
  m << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return m;
}

}  // namespace

Dynamics::Dynamics(const Maps& maps)
    : maps_(maps),
      bodies_(maps.bodies.size()),
      q_(maps.forces.size(), 0.0),
      v_(maps.forces.size(), 0.0),
      effort_(maps.forces.size(), 0.0),
      applied_(maps.forces.size(), 0.0),
      implicit_stiffness_(maps.forces.size(), 0.0),
      axes_(maps.forces.size()),
      origins_(maps.trees.size(), Vector3d::Zero()),
      axes_fresh_(maps.trees.size(), 0),
      composites_(maps.bodies.size()) {
  pushed_.reserve(maps.bodies.size());
  for (const TreeMap& tree : maps.trees) tree.skeleton->setGravity(gravity_W_);
}

void Dynamics::SetCoordinates(int body_index, const double* q, const double* v) {
  const BodyMap& body = maps_.bodies[At(body_index)];
  std::copy(q, q + body.dof_count, q_.begin() + body.first_dof);
  std::copy(v, v + body.dof_count, v_.begin() + body.first_dof);
  Visit(body, [&](auto* joint) {
    using V = VectorOf<decltype(*joint)>;
    joint->setPositionsStatic(Eigen::Map<const V>(q));
    joint->setVelocitiesStatic(Eigen::Map<const V>(v));
  });
}

void Dynamics::SetFree(int body_index, const RigidTransform& X_WB, const Twist& V_WB_W) {
  const BodyMap& body = maps_.bodies[At(body_index)];
  const Vector3d p_BC_W = X_WB.q * body.inertia.p_BBcm;
  Eigen::Isometry3d T = Eigen::Isometry3d::Identity();
  T.linear() = X_WB.R();
  T.translation() = X_WB.p + p_BC_W;
  const Eigen::Matrix<double, 6, 1> q = dd::FreeJoint::convertToPositions(T);
  Eigen::Matrix<double, 6, 1> v;
  v.head<3>() = X_WB.q.conjugate() * V_WB_W.w;
  v.tail<3>() = X_WB.q.conjugate() * Shifted(V_WB_W, p_BC_W).v;
  SetCoordinates(body_index, q.data(), v.data());
}

void Dynamics::SetBall(int body_index, const Quaterniond& q_JpJc, const Vector3d& w_JpJc_Jc) {
  const Vector3d q = dd::BallJoint::convertToPositions(q_JpJc.toRotationMatrix());
  SetCoordinates(body_index, q.data(), w_JpJc_Jc.data());
}

Quaterniond Dynamics::BallRotation(int body_index) const {
  const BodyMap& body = maps_.bodies[At(body_index)];
  const Eigen::Map<const Vector3d> q(q_.data() + body.first_dof);
  return Quaterniond(dd::BallJoint::convertToRotation(q)).normalized();
}

void Dynamics::Refresh(const ModelMap& model) {
  for (int i = model.first_body; i < model.first_body + model.body_count; ++i) {
    const dd::BodyNode& node = *maps_.bodies[At(i)].node;
    BodyMotion& motion = bodies_[At(i)];
    const Eigen::Isometry3d& T = node.getWorldTransform();
    const Eigen::Matrix<double, 6, 1>& V_B = node.getSpatialVelocity();
    motion.R_WB = T.linear();
    motion.p_WB = T.translation();
    motion.V_WB_W.w = motion.R_WB * V_B.head<3>();
    motion.V_WB_W.v = motion.R_WB * V_B.tail<3>();
    axes_fresh_[At(maps_.bodies[At(i)].tree)] = 0;
  }
}

/// DART has no armature. Damping that is implicit in time adds dt times its coefficient to the
/// inertia; a force that takes back what it brakes leaves the inertia alone.
void Dynamics::SetPassive() {
  for (const BodyMap& body : maps_.bodies) {
    if (body.motion == Motion::kFree) continue;
    for (int k = 0; k < body.dof_count; ++k) {
      const DofForces& forces = maps_.forces[At(body.first_dof + k)];
      const auto index = At(k);
      // A spring at the end of the step damps with dt times its stiffness. Where it is stable
      // without, or its own damper does more, it is taken at the start.
      const bool soft = forces.stiffness * dt_ <= forces.damping ||
                        forces.stiffness * dt_ * dt_ <= kSoftSpring * forces.least_inertia;
      const double stiffness = soft ? 0.0 : forces.stiffness;
      implicit_stiffness_[At(body.first_dof + k)] = stiffness;
      body.joint->setDampingCoefficient(index, forces.damping + forces.armature / dt_);
      body.joint->setSpringStiffness(index, stiffness);
      if (stiffness > 0.0) body.joint->setRestPosition(index, forces.rest);
    }
  }
}

void Dynamics::Begin(double dt, const Vector3d& gravity_W) {
  if (dt != dt_) {
    dt_ = dt;
    SetPassive();
    for (const TreeMap& tree : maps_.trees) tree.skeleton->setTimeStep(dt);
  }
  if (gravity_W != gravity_W_) {
    gravity_W_ = gravity_W;
    for (const TreeMap& tree : maps_.trees) tree.skeleton->setGravity(gravity_W);
  }
  for (const int body : pushed_) maps_.bodies[At(body)].node->clearExternalForces();
  pushed_.clear();
  std::fill(effort_.begin(), effort_.end(), 0.0);
}

void Dynamics::AddWrench(int body, const Wrench& F_W, const Vector3d& p_W) {
  dd::BodyNode* node = maps_.bodies[At(body)].node;
  node->addExtForce(F_W.force, p_W, false, false);
  node->addExtTorque(F_W.torque, false);
  pushed_.push_back(body);
}

void Dynamics::Accelerate(std::vector<double>* v_free) {
  for (const BodyMap& body : maps_.bodies) {
    for (int k = 0; k < body.dof_count; ++k) {
      const auto dof = At(body.first_dof + k);
      const DofForces& own = maps_.forces[dof];
      double force = effort_[dof] + own.armature / dt_ * v_[dof];
      if (own.stiffness != implicit_stiffness_[dof]) force -= own.stiffness * (q_[dof] - own.rest);
      if (force == applied_[dof]) continue;
      body.joint->setForce(At(k), force);
      applied_[dof] = force;
    }
  }
  for (const TreeMap& tree : maps_.trees) tree.skeleton->computeForwardDynamics();
  for (const BodyMap& body : maps_.bodies) {
    Visit(body, [&](auto* joint) {
      const auto& a = joint->getAccelerationsStatic();
      for (int k = 0; k < body.dof_count; ++k) {
        const auto dof = At(body.first_dof + k);
        (*v_free)[dof] = v_[dof] + dt_ * a[k];
      }
    });
    if (body.motion != Motion::kFree) continue;
    // DART's linear velocity turns with the body; taken so, it would grow by (w dt)^2 / 2 a step.
    const Eigen::Map<const Vector3d> w(v_.data() + body.first_dof);
    const Eigen::Map<const Vector3d> v(v_.data() + body.first_dof + 3);
    Eigen::Map<Vector3d>(v_free->data() + body.first_dof + 3) += dt_ * w.cross(v);
  }
}

void Dynamics::UpdateAxes(int tree_index) {
  if (axes_fresh_[At(tree_index)] != 0) return;
  axes_fresh_[At(tree_index)] = 1;
  const TreeMap& tree = maps_.trees[At(tree_index)];
  const Vector3d origin = bodies_[At(tree.first_body)].p_WB;
  origins_[At(tree_index)] = origin;
  for (int i = tree.first_body; i < tree.first_body + tree.body_count; ++i) {
    const BodyMap& body = maps_.bodies[At(i)];
    const BodyMotion& motion = bodies_[At(i)];
    const Vector3d p = origin - motion.p_WB;
    Visit(body, [&](auto* joint) {
      const auto& J = JacobianOf(*joint);
      for (int k = 0; k < body.dof_count; ++k) {
        DofAxis& axis = axes_[At(body.first_dof + k)];
        axis.w = motion.R_WB * J.col(k).template head<3>();
        axis.v = motion.R_WB * J.col(k).template tail<3>() + axis.w.cross(p);
      }
    });
  }
}

void Dynamics::MassMatrix(int tree_index, double* matrix) const {
  const TreeMap& tree = maps_.trees[At(tree_index)];
  const auto n = At(tree.dof_count);
  std::fill(matrix, matrix + n * n, 0.0);
  for (int i = tree.first_body; i < tree.first_body + tree.body_count; ++i) {
    const Inertia& inertia = maps_.bodies[At(i)].inertia;
    const BodyMotion& motion = bodies_[At(i)];
    const Vector3d c = motion.p_WB + motion.R_WB * inertia.p_BBcm - origins_[At(tree_index)];
    const Matrix3d C = CrossMatrix(c);
    Composite& composite = composites_[At(i)];
    composite.mass = inertia.mass;
    composite.moment = inertia.mass * c;
    composite.inertia =
        motion.R_WB * inertia.I_BBcm_B * motion.R_WB.transpose() - inertia.mass * C * C;
  }
  for (int i = tree.first_body + tree.body_count - 1; i >= tree.first_body; --i) {
    const BodyMap& body = maps_.bodies[At(i)];
    const Composite& composite = composites_[At(i)];
    for (int k = 0; k < body.dof_count; ++k) {
      const int dof = body.first_dof + k;
      const DofAxis& axis = axes_[At(dof)];
      const Vector3d momentum = composite.mass * axis.v + axis.w.cross(composite.moment);
      const Vector3d spin = composite.inertia * axis.w + composite.moment.cross(axis.v);
      double* row = matrix + At(dof - tree.first_dof) * n;
      for (int c = 0; c < body.chain_count; ++c) {
        const int other = maps_.chains[At(body.chain + c)];
        if (other > dof) break;
        const DofAxis& with = axes_[At(other)];
        row[At(other - tree.first_dof)] = with.w.dot(spin) + with.v.dot(momentum);
      }
      const DofForces& forces = maps_.forces[At(dof)];
      row[At(dof - tree.first_dof)] +=
          forces.armature + dt_ * (forces.damping + dt_ * implicit_stiffness_[At(dof)]);
    }
    if (body.parent == kGround) continue;
    Composite& parent = composites_[At(body.parent)];
    parent.mass += composite.mass;
    parent.moment += composite.moment;
    parent.inertia += composite.inertia;
  }
}

void Dynamics::Move(const std::vector<double>& v_new) {
  std::copy(v_new.begin(), v_new.end(), v_.begin());
  for (const BodyMap& body : maps_.bodies) {
    Visit(body, [&](auto* joint) {
      using V = VectorOf<decltype(*joint)>;
      joint->setVelocitiesStatic(Eigen::Map<const V>(v_.data() + body.first_dof));
    });
  }
  for (const TreeMap& tree : maps_.trees) tree.skeleton->integratePositions(dt_);
  for (std::size_t i = 0; i < maps_.bodies.size(); ++i) {
    const BodyMap& body = maps_.bodies[i];
    Visit(body, [&](auto* joint) {
      using V = VectorOf<decltype(*joint)>;
      Eigen::Map<V>(q_.data() + body.first_dof) = joint->getPositionsStatic();
    });
    if (body.motion != Motion::kFree) continue;
    Eigen::Map<Eigen::Matrix<double, 6, 1>> v(v_.data() + body.first_dof);
    const Vector3d v_W = bodies_[i].R_WB * v.tail<3>();
    v.tail<3>() = body.node->getWorldTransform().linear().transpose() * v_W;
    static_cast<dd::FreeJoint*>(body.joint)->setVelocitiesStatic(v);
  }
  for (const ModelMap& model : maps_.models) Refresh(model);
}

}  // namespace surefoot::engines::dart
