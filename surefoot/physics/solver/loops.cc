#include "surefoot/physics/solver/loops.h"

#include "surefoot/physics/joint_coordinates.h"
#include "surefoot/physics/kinematics.h"

namespace surefoot::solver {
namespace {

using world::JointType;

constexpr double kTwoPi = 6.283185307179586476925286766559;

/// One side of a loop joint: its frame, and the motion of the body it belongs to.
struct Side {
  RigidTransform X_WJ;
  Twist V_WB_W;
  Vector3d p_WB = Vector3d::Zero();
};

Side SideOf(const Motion& motion, const Place& place) {
  Side side;
  side.X_WJ = place.X_BL;
  if (place.body < 0) return side;
  const BodyMotion& body = motion.bodies[static_cast<std::size_t>(place.body)];
  side.X_WJ = RigidTransform(Quaterniond(body.R_WB), body.p_WB) * place.X_BL;
  side.V_WB_W.w = body.w_WB;
  side.V_WB_W.v = body.v_WB;
  side.p_WB = body.p_WB;
  return side;
}

/// Two unit vectors perpendicular to `axis` and to each other.
void Across(const Vector3d& axis, Vector3d* first, Vector3d* second) {
  *first = axis.unitOrthogonal();
  *second = axis.cross(*first);
}

/// The logarithm of a rotation: axis times angle in [-pi, pi], of the shorter way.
Vector3d RotationVector(const Quaterniond& q) {
  const double sign = q.w() < 0.0 ? -1.0 : 1.0;
  const double sine = q.vec().norm();
  if (sine < 1e-12) return 2.0 * sign * q.vec();
  return 2.0 * sign * std::atan2(sine, sign * q.w()) / sine * q.vec();
}

/// A constrained direction of a joint, in Jp: translation along, rotation about.
struct ConstrainedDirection {
  Vector3d along = Vector3d::Zero();
  Vector3d about = Vector3d::Zero();
};

/// The constrained directions of a joint at coordinates q; returns how many (6 minus its freedoms).
int ConstrainedDirectionsOf(const world::Joint& joint, const double* q, ConstrainedDirection* out) {
  int count = 0;
  const auto along = [&](const Vector3d& axis) { out[count++].along = axis; };
  const auto about = [&](const Vector3d& axis) { out[count++].about = axis; };
  const Vector3d& a = joint.axes[0].axis_J;
  const Vector3d& b = joint.axes[1].axis_J;
  Vector3d first;
  Vector3d second;
  Across(a, &first, &second);
  const bool point = joint.type == JointType::kFixed || joint.type == JointType::kBall ||
                     joint.type == JointType::kRevolute || joint.type == JointType::kContinuous ||
                     joint.type == JointType::kUniversal;
  if (point) {
    for (int i = 0; i < 3; ++i) along(Vector3d::Unit(i));
  }
  switch (joint.type) {
    case JointType::kBall:
    case JointType::kFloating:
      break;
    case JointType::kFixed:
      for (int i = 0; i < 3; ++i) about(Vector3d::Unit(i));
      break;
    case JointType::kRevolute:
    case JointType::kContinuous:
      about(first);
      about(second);
      break;
    case JointType::kPrismatic:
      along(first);
      along(second);
      for (int i = 0; i < 3; ++i) about(Vector3d::Unit(i));
      break;
    case JointType::kScrew:
      along(first);
      along(second);
      about(first);
      about(second);
      // A screw couples both: translation minus pitch times angle stays zero.
      out[count].along = a;
      out[count++].about = -joint.screw_pitch / kTwoPi * a;
      break;
    case JointType::kUniversal:
      about(a.cross(Eigen::AngleAxisd(q[0], a) * b).normalized());
      break;
    case JointType::kPlanar:
      along(a.cross(b).normalized());
      about(a);
      about(b);
      break;
  }
  return count;
}

}  // namespace

Loops::Loops(const Tables& tables) : tables_(tables), states_(tables.loops.size()) {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    // Quaternions start as the identity, all other coordinates at zero.
    const JointType type = tables.loops[i].spec.type;
    if (type != JointType::kBall) states_[i].q[0] = 0.0;
    if (type == JointType::kFloating) states_[i].q[3] = 1.0;
  }
}

void Loops::FindCoordinates(const Motion& motion) {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const LoopEntry& loop = tables_.loops[i];
    LoopState& state = states_[i];
    const Side parent = SideOf(motion, loop.parent);
    const Side child = SideOf(motion, loop.child);
    const Twist V_parent = Shifted(parent.V_WB_W, child.X_WJ.p - parent.p_WB);
    const Twist V_child = Shifted(child.V_WB_W, child.X_WJ.p - child.p_WB);
    const Quaterniond q_JpW = parent.X_WJ.q.conjugate();
    Twist V_JpJc;
    V_JpJc.w = q_JpW * (V_child.w - V_parent.w);
    V_JpJc.v = q_JpW * (V_child.v - V_parent.v);
    const RigidTransform X_JpJc = parent.X_WJ.Inverse() * child.X_WJ;
    physics::JointCoordinates(loop.spec, X_JpJc, V_JpJc, state.q, state.v);
    // E is the nearest pose that the joint allows; the error of closure leads from E to Jc.
    const RigidTransform X_JpE = physics::JointPose(loop.spec, state.q);
    state.X_WJp = parent.X_WJ;
    state.p_WJc = child.X_WJ.p;
    state.moved_W = parent.X_WJ.q * (X_JpJc.p - X_JpE.p);
    state.turned_W = parent.X_WJ.q * RotationVector(X_JpJc.q * X_JpE.q.conjugate());
  }
}

void Loops::FindMotions(const Articulation& articulation) {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const LoopEntry& loop = tables_.loops[i];
    states_[i].motion.Set(articulation, loop.parent.body, loop.child.body, states_[i].p_WJc);
  }
}

void Loops::CoordinateAxes(int loop, int component, Vector3d* along_W, Vector3d* about_W) const {
  const world::Joint& joint = tables_.loops[static_cast<std::size_t>(loop)].spec;
  const LoopState& state = At(loop);
  const Vector3d& a = joint.axes[0].axis_J;
  const Vector3d& b = joint.axes[1].axis_J;
  *along_W = *about_W = Vector3d::Zero();
  Vector3d axis = component == 0 ? a : b;
  bool turns = true;
  if (joint.type == JointType::kPrismatic) turns = false;
  if (joint.type == JointType::kUniversal && component == 1) {
    axis = Eigen::AngleAxisd(state.q[0], a) * b;
  }
  if (joint.type == JointType::kPlanar) {
    turns = component == 2;
    if (turns) axis = a.cross(b).normalized();
  }
  (turns ? *about_W : *along_W) = state.X_WJp.q * axis;
}

void Loops::AddRows(const Skyline& mass, double dt, Rows* rows) const {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const LoopState& state = states_[i];
    ConstrainedDirection held[6];
    const int count = ConstrainedDirectionsOf(tables_.loops[i].spec, state.q, held);
    for (int k = 0; k < count; ++k) {
      const Vector3d along_W = state.X_WJp.q * held[k].along;
      const Vector3d about_W = state.X_WJp.q * held[k].about;
      Constraint* row = state.motion.Add(Law::kEquality, 1, rows);
      if (row == nullptr) break;
      state.motion.FillRow(along_W, about_W, rows->jacobian(*row, 0));
      const double error = along_W.dot(state.moved_W) + about_W.dot(state.turned_W);
      row->bias = RecoverySpeed(-error, dt);
      row->softness[0] = kJointSoftness * state.motion.BestInverseMass(along_W, about_W, mass);
    }
  }
}

}  // namespace surefoot::solver
