#include "surefoot/engines/bullet/articulation.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>

#include <algorithm>

namespace surefoot::engines::bullet {
namespace {

/// Replaces Bullet's limit of coordinate velocities (default 100) and impulses.
constexpr double kNoLimit = 1e30;

btVector3 ToBullet(const Vector3d& v) { return btVector3(v.x(), v.y(), v.z()); }
btQuaternion ToBullet(const Quaterniond& q) { return btQuaternion(q.x(), q.y(), q.z(), q.w()); }
Vector3d FromBullet(const btVector3& v) { return Vector3d(v.x(), v.y(), v.z()); }
Quaterniond FromBullet(const btQuaternion& q) { return Quaterniond(q.w(), q.x(), q.y(), q.z()); }

// Bullet stores the position of a spherical joint as a quaternion.
int PositionCount(const LinkSpec& spec) { return spec.kind == LinkKind::kBall ? 4 : 1; }
int VelocityCount(const LinkSpec& spec) { return spec.kind == LinkKind::kBall ? 3 : 1; }

/// Adds a link to Bullet's multibody. e and d are Bullet's names for the offsets parent-joint and
/// joint-link.
void AddLink(const LinkSpec& spec, int index, btMultiBody* body) {
  const btVector3 moments = ToBullet(spec.moments);
  const btQuaternion q_CP = ToBullet(spec.q_CP);
  const btVector3 e = ToBullet(spec.p_PJ_P);
  const btVector3 d = ToBullet(spec.p_JC_C);
  const btVector3 axis = ToBullet(spec.axis_C);
  switch (spec.kind) {
    case LinkKind::kPrismatic:
      body->setupPrismatic(index, spec.mass, moments, spec.parent, q_CP, axis, e, d, false);
      break;
    case LinkKind::kBall:
      body->setupSpherical(index, spec.mass, moments, spec.parent, q_CP, e, d, false);
      break;
    case LinkKind::kScrew:
    case LinkKind::kRevolute:
      body->setupRevolute(index, spec.mass, moments, spec.parent, q_CP, axis, e, d, false);
      break;
  }
  // A screw moves along its axis as it turns: a revolute link with a translational axis part.
  if (spec.kind == LinkKind::kScrew) {
    btMultibodyLink& link = body->getLink(index);
    link.setAxisBottom(0, link.getAxisBottom(0) + spec.advance * axis);
  }
}

}  // namespace

/// Bullet's objects, which the header does not know. The arrays are Bullet's scratch memory, kept
/// so that steps do not allocate.
struct Articulation::Bullet {
  explicit Bullet(const ArticulationSpec& spec)
      : body(static_cast<int>(spec.links.size()), spec.mass, ToBullet(spec.moments), spec.fixed,
             false) {}

  btMultiBody body;
  btAlignedObjectArray<btScalar> reals;
  btAlignedObjectArray<btVector3> vectors;
  btAlignedObjectArray<btMatrix3x3> matrices;
  /// Generalized forces and responses in Bullet's order, which always includes six for the base.
  std::vector<double> force;
  std::vector<double> response;
};

Articulation::Articulation(const ArticulationSpec& spec)
    : bullet_(std::make_unique<Bullet>(spec)), fixed_(spec.fixed), base_mass_(spec.mass) {
  btMultiBody& body = bullet_->body;
  int q = fixed_ ? 0 : 7;
  int v = fixed_ ? 0 : 6;
  for (std::size_t i = 0; i < spec.links.size(); ++i) {
    const LinkSpec& link = spec.links[i];
    AddLink(link, static_cast<int>(i), &body);
    links_.push_back(LinkEntry{link.parent, q, v, VelocityCount(link), link.advance, link.mass});
    q += PositionCount(link);
    v += VelocityCount(link);
    link_of_velocity_.resize(static_cast<std::size_t>(v), static_cast<int>(i));
  }
  body.finalizeMultiDof();
  // All of Bullet's damping and clamping is disabled: damping belongs to the description.
  body.setLinearDamping(0.0);
  body.setAngularDamping(0.0);
  // Gyroscopic forces w x I w are part of the equations of motion.
  body.setUseGyroTerm(true);
  body.setMaxCoordinateVelocity(kNoLimit);
  body.setMaxAppliedImpulse(kNoLimit);
  body.clearVelocities();
  frames_.resize(links_.size() + 1);
  motions_.resize(static_cast<std::size_t>(v));
  q_.assign(static_cast<std::size_t>(q), 0.0);
  v_.setZero(v);
  acceleration_.setZero(v);
  column_.setZero(v);
  const std::size_t own = static_cast<std::size_t>(6 + body.getNumDofs());
  bullet_->force.assign(own, 0.0);
  bullet_->response.assign(own, 0.0);
  ReadPositions();
}

Articulation::~Articulation() = default;
Articulation::Articulation(Articulation&&) noexcept = default;

double Articulation::mass_of(int link) const {
  return link < 0 ? base_mass_ : links_[static_cast<std::size_t>(link)].mass;
}

/// Corrects the pose of a screw: for Bullet the pivot of a revolute link does not advance.
void Articulation::CorrectScrew(int index) {
  const LinkEntry& entry = links_[static_cast<std::size_t>(index)];
  if (entry.advance == 0.0) return;
  btMultibodyLink& link = bullet_->body.getLink(index);
  link.m_cachedRVector += entry.advance * link.m_jointPos[0] * link.getAxisTop(0);
}

/// q in the order of the class comment; the caches of Bullet are updated by its setters.
void Articulation::SetPositions(const double* q) {
  btMultiBody& body = bullet_->body;
  if (!fixed_) {
    body.setBasePos(btVector3(q[0], q[1], q[2]));
    body.setWorldToBaseRot(btQuaternion(q[3], q[4], q[5], q[6]));
  }
  for (int i = 0; i < link_count(); ++i) {
    body.setJointPosMultiDof(i, q + position_of(i));
    CorrectScrew(i);
  }
  ReadPositions();
}

void Articulation::ReadPositions() {
  const btMultiBody& body = bullet_->body;
  if (!fixed_) {
    const btVector3& p = body.getBasePos();
    const btQuaternion& r = body.getWorldToBaseRot();
    const double base[7] = {p.x(), p.y(), p.z(), r.x(), r.y(), r.z(), r.w()};
    std::copy(base, base + 7, q_.begin());
  }
  for (int i = 0; i < link_count(); ++i) {
    const LinkEntry& entry = links_[static_cast<std::size_t>(i)];
    const btScalar* from = body.getJointPosMultiDof(i);
    std::copy(from, from + (entry.dofs == 3 ? 4 : 1), q_.begin() + entry.q);
  }
}

void Articulation::SetVelocities(const double* v) {
  v_ = Eigen::Map<const Eigen::VectorXd>(v, v_.size());
}

void Articulation::SetBase(const RigidTransform& X_WC, const Twist& V_WC_W) {
  btMultiBody& body = bullet_->body;
  body.setBasePos(ToBullet(X_WC.p));
  body.setWorldToBaseRot(ToBullet(X_WC.q.conjugate()));
  v_.segment<3>(0) = V_WC_W.w;
  v_.segment<3>(3) = V_WC_W.v;
  ReadPositions();
}

/// Forward kinematics from Bullet's cached rotations and offsets; also the motion of each
/// coordinate at the base's origin, the common reference point of AddJacobian().
void Articulation::UpdateKinematics() {
  const btMultiBody& body = bullet_->body;
  LinkFrame& base = frames_[0];
  base.X_WC.p = FromBullet(body.getBasePos());
  base.X_WC.q = FromBullet(body.getWorldToBaseRot()).conjugate();
  if (!fixed_) {
    base.V_WC_W.w = v_.segment<3>(0);
    base.V_WC_W.v = v_.segment<3>(3);
  }
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const LinkEntry& entry = links_[i];
    const btMultibodyLink& link = body.getLink(static_cast<int>(i));
    const LinkFrame& parent = frames_[static_cast<std::size_t>(entry.parent + 1)];
    LinkFrame& frame = frames_[i + 1];
    frame.X_WC.q = parent.X_WC.q * FromBullet(link.m_cachedRotParentToThis).conjugate();
    const Matrix3d R_WC = frame.X_WC.R();
    const Vector3d p_PC_W = R_WC * FromBullet(link.m_cachedRVector);
    frame.X_WC.p = parent.X_WC.p + p_PC_W;
    frame.V_WC_W = Shifted(parent.V_WC_W, p_PC_W);
    for (int k = 0; k < entry.dofs; ++k) {
      const Vector3d w = R_WC * FromBullet(link.getAxisTop(k));
      const Vector3d v = R_WC * FromBullet(link.getAxisBottom(k));
      frame.V_WC_W.w += w * v_[entry.v + k];
      frame.V_WC_W.v += v * v_[entry.v + k];
      Motion& motion = motions_[static_cast<std::size_t>(entry.v + k)];
      motion.w = w;
      motion.v = v + w.cross(base.X_WC.p - frame.X_WC.p);
    }
  }
}

void Articulation::AddForce(int link, const Vector3d& force_W, const Vector3d& torque_W) {
  btMultiBody& body = bullet_->body;
  if (link < 0) {
    body.addBaseForce(ToBullet(force_W));
    body.addBaseTorque(ToBullet(torque_W));
  } else {
    body.addLinkForce(link, ToBullet(force_W));
    body.addLinkTorque(link, ToBullet(torque_W));
  }
}

void Articulation::AddJointForce(int velocity, double force) {
  const int link = link_of_velocity_[static_cast<std::size_t>(velocity)];
  bullet_->body.addJointTorqueMultiDof(link, velocity - velocity_of(link), force);
}

/// Passes the present velocities to Bullet.
void Articulation::PutVelocities() {
  btMultiBody& body = bullet_->body;
  if (!fixed_) {
    body.setBaseOmega(btVector3(v_[0], v_[1], v_[2]));
    body.setBaseVel(btVector3(v_[3], v_[4], v_[5]));
  }
  for (int i = 0; i < link_count(); ++i) {
    body.setJointVelMultiDof(i, v_.data() + velocity_of(i));
  }
}

/// Featherstone's articulated-body algorithm, O(n).
void Articulation::SolveFree() {
  btMultiBody& body = bullet_->body;
  PutVelocities();
  // A step of zero leaves Bullet's velocities unchanged; the accelerations are in the scratch
  // array.
  body.computeAccelerationsArticulatedBodyAlgorithmMultiDof(0.0, bullet_->reals, bullet_->vectors,
                                                            bullet_->matrices, false, false, false);
  const btScalar* solved = &bullet_->reals[body.getNumDofs()] + (fixed_ ? 6 : 0);
  std::copy(solved, solved + v_.size(), acceleration_.data());
  body.clearForcesAndTorques();
}

/// Column k of the inverse mass matrix is the response to a unit force along coordinate k: n calls
/// of O(n).
void Articulation::SolveInverse() {
  holds_ = false;
  inverse_.resize(v_.size(), v_.size());
  const btMultiBody& body = bullet_->body;
  // For a fixed base Bullet's first six entries are unused.
  const std::size_t skip = fixed_ ? 6 : 0;
  std::vector<double>& force = bullet_->force;
  for (Eigen::Index k = 0; k < v_.size(); ++k) {
    force[skip + static_cast<std::size_t>(k)] = 1.0;
    body.calcAccelerationDeltasMultiDof(force.data(), bullet_->response.data(), bullet_->reals,
                                        bullet_->vectors);
    force[skip + static_cast<std::size_t>(k)] = 0.0;
    std::copy(bullet_->response.begin() + static_cast<std::ptrdiff_t>(skip),
              bullet_->response.end(), inverse_.col(k).data());
  }
}

void Articulation::Augment(int velocity, double inertia, double force) {
  // Sherman-Morrison formula: adding inertia to one diagonal entry of the mass matrix is a rank-one
  // update of its inverse.
  column_ = inverse_.col(velocity);
  acceleration_ += column_ * force;
  const double share = 1.0 / (1.0 / inertia + column_[velocity]);
  acceleration_ -= column_ * (share * acceleration_[velocity]);
  for (Eigen::Index i = 0; i < v_.size(); ++i) inverse_.col(i) -= column_ * (share * column_[i]);
}

/// Block elimination: with H the held coordinates, v = free + M^-1 E (E' M^-1 E)^-1 (held_at -
/// free_H), and the same projection for the inverse.
void Articulation::Hold(const std::vector<int>& velocities, const std::vector<double>& held_at,
                        double* free) {
  const auto count = static_cast<Eigen::Index>(velocities.size());
  const Eigen::Index n = v_.size();
  whole_ = inverse_;
  holds_ = true;
  columns_.resize(n, count);
  coupling_.resize(count, count);
  missing_.resize(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const auto at = static_cast<std::size_t>(k);
    // Columns of the inverse for the held coordinates, and the velocity they lack.
    columns_.col(k) = whole_.col(velocities[at]);
    missing_[k] = held_at[at] - free[velocities[at]];
  }
  for (Eigen::Index k = 0; k < count; ++k) {
    coupling_.row(k) = columns_.row(velocities[static_cast<std::size_t>(k)]);
  }
  factor_.compute(coupling_);
  solved_ = columns_.transpose();
  factor_.solveInPlace(solved_);
  inverse_.noalias() -= columns_ * solved_;
  Eigen::Map<Eigen::VectorXd> v(free, n);
  v.noalias() += solved_.transpose() * missing_;
  // Exact zeros instead of rounding errors: nothing may move a held coordinate.
  for (std::size_t k = 0; k < velocities.size(); ++k) {
    inverse_.row(velocities[k]).setZero();
    inverse_.col(velocities[k]).setZero();
    v[velocities[k]] = held_at[k];
  }
}

const Eigen::VectorXd& Articulation::HoldingImpulses(const double* impulse) {
  const Eigen::Map<const Eigen::VectorXd> given(impulse, v_.size());
  holding_ = missing_;
  holding_.noalias() -= columns_.transpose() * given;
  factor_.solveInPlace(holding_);
  return holding_;
}

void Articulation::Release() {
  inverse_.swap(whole_);
  holds_ = false;
}

/// Transposed kinematics: the force `linear` at p_W and the moment `angular`, projected on the
/// coordinates from the link to the root.
void Articulation::AddJacobian(int link, const Vector3d& p_W, const Vector3d& linear,
                               const Vector3d& angular, double sign, double* row) const {
  const Vector3d force = sign * linear;
  const Vector3d moment = (p_W - frames_[0].X_WC.p).cross(force) + sign * angular;
  for (int i = link; i >= 0; i = links_[static_cast<std::size_t>(i)].parent) {
    const LinkEntry& entry = links_[static_cast<std::size_t>(i)];
    for (int k = 0; k < entry.dofs; ++k) {
      const Motion& motion = motions_[static_cast<std::size_t>(entry.v + k)];
      row[entry.v + k] += motion.w.dot(moment) + motion.v.dot(force);
    }
  }
  if (fixed_) return;
  for (int k = 0; k < 3; ++k) {
    row[k] += moment[k];
    row[3 + k] += force[k];
  }
}

void Articulation::Integrate(double dt) {
  btMultiBody& body = bullet_->body;
  PutVelocities();
  body.stepPositionsMultiDof(dt);
  // Bullet has integrated the revolute part only.
  for (int i = 0; i < link_count(); ++i) CorrectScrew(i);
  ReadPositions();
}

}  // namespace surefoot::engines::bullet
