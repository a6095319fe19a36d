#include "surefoot/backends/ode/joints.h"

#include <ode/contact.h>
#include <ode/objects.h>

#include <algorithm>
#include <cmath>

#include "surefoot/backends/ode/settings.h"
#include "surefoot/physics/servo.h"

namespace surefoot::backends::ode {

using world::JointType;

namespace {

/// Softness of dry friction, so that it does not fight with a motor about the same axis (rad/s per
/// N m, or m/s per N).
constexpr double kFrictionCfm = 1e-7;

void SetParam(const MotorRow& row, bool linear, int param, double value) {
  const int slot = param + row.axis * dParamGroup;
  linear ? dJointSetLMotorParam(row.joint, slot, value)
         : dJointSetAMotorParam(row.joint, slot, value);
}

void SetAxis(const MotorRow& row, bool linear, const Vector3d& axis) {
  linear ? dJointSetLMotorAxis(row.joint, row.axis, 0, axis.x(), axis.y(), axis.z())
         : dJointSetAMotorAxis(row.joint, row.axis, 0, axis.x(), axis.y(), axis.z());
}

/// The velocity that takes back an error, gently when it is large.
double Recovery(double error, double dt) {
  return std::clamp(-kJointErp / dt * error, -kRecoverySpeed, kRecoverySpeed);
}

/// The share of an error that a step may take back.
double GentleErp(double error, double dt) {
  return error * kJointErp > kRecoverySpeed * dt ? kRecoverySpeed * dt / error : kJointErp;
}

Vector3d PositionOf(const dxBody* body) {
  return Eigen::Map<const Vector3d>(dBodyGetPosition(const_cast<dxBody*>(body)));
}

}  // namespace

struct Joints::Pose {
  RigidTransform X_WJp;
  RigidTransform X_WJc;
  /// Velocity of the child relative to the parent at Jc.
  Twist V_W;
  Vector3d axes_W[3];
};

Joints::Joints(const world::World& world, const Maps& maps)
    : world_(world),
      maps_(maps),
      feedback_(maps.dofs.size()),
      axes_W_(maps.dofs.size(), Vector3d::UnitZ()),
      commanded_(maps.dofs.size(), 0.0) {
  for (std::size_t i = 0; i < maps.dofs.size(); ++i) {
    dJointSetFeedback(maps.dofs[i].servo.joint, &feedback_[i]);
  }
  std::size_t balls = 0;
  for (const JointMap& joint : maps.joints) balls += joint.spec->type == JointType::kBall ? 3 : 0;
  ball_efforts_.reserve(balls);
}

Joints::~Joints() = default;

void Joints::Apply(const physics::Inputs& inputs, double dt, const physics::State& state,
                   dxWorld* ode, dxJointGroup* group) {
  ball_efforts_.clear();
  for (const JointMap& joint : maps_.joints) {
    const world::Joint& spec = *joint.spec;
    if (spec.type == JointType::kFloating) continue;
    Pose pose;
    RigidTransform X_WP = world_.instance(joint.model).X_WM;
    Twist V_WP;
    if (joint.parent_link >= 0) {
      X_WP = state.X_WL[static_cast<std::size_t>(joint.parent_link)];
      V_WP = state.V_WL_W[static_cast<std::size_t>(joint.parent_link)];
    }
    const auto child = static_cast<std::size_t>(joint.child_link);
    pose.X_WJp = X_WP * spec.X_PJ;
    pose.X_WJc = state.X_WL[child] * spec.X_CJ;
    const Twist V_c = Shifted(state.V_WL_W[child], pose.X_WJc.p - state.X_WL[child].p);
    const Twist V_p = Shifted(V_WP, pose.X_WJc.p - X_WP.p);
    pose.V_W.w = V_c.w - V_p.w;
    pose.V_W.v = V_c.v - V_p.v;
    pose.axes_W[0] = pose.X_WJp.q * spec.axes[0].axis_J;
    const bool universal = spec.type == JointType::kUniversal;
    pose.axes_W[1] = (universal ? pose.X_WJc.q : pose.X_WJp.q) * spec.axes[1].axis_J;
    if (spec.type == JointType::kPlanar) {
      pose.axes_W[2] = pose.axes_W[0].cross(pose.axes_W[1]).normalized();
    }
    for (int i = 0; i < joint.dof_count; ++i) {
      ApplyDof(joint, pose, joint.first_dof + i, inputs, dt, state);
    }
    if (spec.type == JointType::kBall) ApplyBall(joint, pose, inputs);
    if (spec.type == JointType::kScrew) CoupleScrew(joint, pose, dt, state, ode, group);
    Hold(joint, pose, dt);
  }
  HoldWelds(dt, state);
}

void Joints::ApplyDof(const JointMap& joint, const Pose& pose, int index,
                      const physics::Inputs& inputs, double dt, const physics::State& state) {
  const DofMap& dof = maps_.dofs[static_cast<std::size_t>(index)];
  const Vector3d axis_W = pose.axes_W[dof.axis];
  const Vector3d axis = joint.sign * axis_W;
  axes_W_[static_cast<std::size_t>(index)] = axis;
  const double q = state.q[static_cast<std::size_t>(dof.q)];
  const double v = state.v[static_cast<std::size_t>(dof.v)];
  // ODE's linear motors look at the middle between the bodies, not at the joint.
  double shift = 0.0;
  if (dof.linear && joint.spec->type == JointType::kPlanar) {
    Vector3d middle = PositionOf(joint.sign > 0.0 ? joint.child : joint.parent);
    if (joint.child != nullptr && joint.parent != nullptr) {
      middle = 0.5 * (middle + PositionOf(joint.parent));
    }
    shift = axis_W.dot(pose.V_W.w.cross(middle - pose.X_WJc.p));
  }
  SetAxis(dof.servo, dof.linear, axis);
  const physics::MotorCommand& command = inputs.motors[static_cast<std::size_t>(dof.v)];
  ApplyServo(command, index, shift, dt, state);

  const double effort = physics::CommandedEffort(command, dof.spec.effort);
  commanded_[static_cast<std::size_t>(index)] = effort;
  if (effort != 0.0) {
    const Vector3d f = effort * axis_W;
    const Vector3d& p = pose.X_WJc.p;
    for (const double side : {1.0, -1.0}) {
      dxBody* body = side > 0.0 ? joint.child : joint.parent;
      if (body == nullptr) continue;
      const Vector3d on_body = side * f;
      if (dof.linear) {
        dBodyAddForceAtPos(body, on_body.x(), on_body.y(), on_body.z(), p.x(), p.y(), p.z());
      } else {
        dBodyAddTorque(body, on_body.x(), on_body.y(), on_body.z());
      }
    }
  }

  if (dof.friction.joint != nullptr) {
    SetAxis(dof.friction, dof.linear, axis);
    SetParam(dof.friction, dof.linear, dParamVel, shift);
    SetParam(dof.friction, dof.linear, dParamFMax, dof.spec.friction);
    SetParam(dof.friction, dof.linear, dParamCFM, kFrictionCfm);
  }
  if (dof.passive.joint != nullptr) {
    // Force = alpha - beta v, with v of the new time.
    const world::JointAxis& spec = dof.spec;
    const double beta = spec.damping + spec.spring_stiffness * dt + spec.armature / dt;
    const double alpha =
        spec.spring_stiffness * (spec.spring_reference - q) + spec.armature / dt * v;
    SetAxis(dof.passive, dof.linear, axis);
    SetParam(dof.passive, dof.linear, dParamVel, alpha / beta + shift);
    SetParam(dof.passive, dof.linear, dParamCFM, 1.0 / beta);
    SetParam(dof.passive, dof.linear, dParamFMax, dInfinity);
  }
  if (dof.stop.joint != nullptr) {
    const double error = std::max(dof.spec.lower - q, q - dof.spec.upper);
    const double erp = GentleErp(error, dt);
    if (joint.spec->type == JointType::kPrismatic) {
      dJointSetSliderParam(dof.stop.joint, dParamStopERP, erp);
    } else if (!dof.linear) {
      SetAxis(dof.stop, false, axis);
      dJointSetAMotorAngle(dof.stop.joint, dof.stop.axis, q);
      SetParam(dof.stop, false, dParamStopERP, erp);
    } else {
      // Held while it is beyond.
      SetAxis(dof.stop, true, axis);
      SetParam(dof.stop, true, dParamFMax, error > 0.0 ? dInfinity : 0.0);
      SetParam(dof.stop, true, dParamVel,
               Recovery(q < dof.spec.lower ? q - dof.spec.lower : q - dof.spec.upper, dt) + shift);
    }
  }
}

void Joints::ApplyServo(const physics::MotorCommand& command, int index, double shift, double dt,
                        const physics::State& state) {
  const DofMap& dof = maps_.dofs[static_cast<std::size_t>(index)];
  const double q = state.q[static_cast<std::size_t>(dof.q)];
  double velocity = 0.0;
  double limit = 0.0;
  if (dof.leader >= 0) {
    const DofMap& leader = maps_.dofs[static_cast<std::size_t>(dof.leader)];
    const double target = dof.multiplier * state.q[static_cast<std::size_t>(leader.q)] + dof.offset;
    velocity =
        dof.multiplier * state.v[static_cast<std::size_t>(leader.v)] + Recovery(q - target, dt);
    limit = kUnlimited;
  } else if (physics::IsServo(command.mode)) {
    velocity = physics::ServoVelocity(command, dof.spec, q);
    limit = std::min(dof.spec.effort, kUnlimited);
  }
  SetParam(dof.servo, dof.linear, dParamFMax, limit);
  SetParam(dof.servo, dof.linear, dParamVel, velocity + shift);
}

void Joints::ApplyBall(const JointMap& joint, const Pose& pose, const physics::Inputs& inputs) {
  const int v = world_.joint(joint.id).v;
  Vector3d torque_J = Vector3d::Zero();
  for (int k = 0; k < 3; ++k) {
    torque_J[k] = physics::CommandedEffort(inputs.motors[static_cast<std::size_t>(v + k)],
                                           joint.spec->axes[0].effort);
    ball_efforts_.emplace_back(v + k, torque_J[k]);
  }
  const world::JointAxis& axis = joint.spec->axes[0];
  const Vector3d torque_W = pose.X_WJc.q * torque_J - axis.damping * pose.V_W.w;
  if (joint.child != nullptr) {
    dBodyAddTorque(joint.child, torque_W.x(), torque_W.y(), torque_W.z());
  }
  if (joint.parent != nullptr) {
    dBodyAddTorque(joint.parent, -torque_W.x(), -torque_W.y(), -torque_W.z());
  }
}

void Joints::Hold(const JointMap& joint, const Pose& pose, double dt) const {
  const JointType type = joint.spec->type;
  if (joint.is_loop && joint.main != nullptr) {
    const double gap = (pose.X_WJc.p - pose.X_WJp.p).norm();
    const double tilt = pose.X_WJp.q.angularDistance(pose.X_WJc.q);
    if (type == JointType::kFixed) {
      dJointSetFixedParam(joint.main, dParamERP, GentleErp(std::max(gap, tilt), dt));
    } else if (type == JointType::kBall || joint.angular_hold != nullptr) {
      dJointSetBallParam(joint.main, dParamERP, GentleErp(gap, dt));
    }
  }
  if (joint.angular_hold != nullptr) {
    // The axis that may turn stays where it is in both.
    const bool planar = type == JointType::kPlanar;
    const Vector3d free_W = planar ? pose.axes_W[2] : pose.axes_W[0];
    const Vector3d free_J = pose.X_WJp.q.conjugate() * free_W;
    const Vector3d tilt = free_W.cross(pose.X_WJc.q * free_J);
    const Vector3d u = pose.X_WJp.q * free_J.unitOrthogonal();
    const Vector3d side[2] = {u, free_W.cross(u)};
    for (int i = 0; i < 2; ++i) {
      const MotorRow row{joint.angular_hold, i};
      SetAxis(row, false, joint.sign * side[i]);
      SetParam(row, false, dParamVel, Recovery(tilt.dot(side[i]), dt));
    }
  }
  if (joint.linear_hold != nullptr) {
    const MotorRow row{joint.linear_hold, 0};
    SetAxis(row, true, joint.sign * pose.axes_W[2]);
    SetParam(row, true, dParamVel, Recovery(pose.axes_W[2].dot(pose.X_WJc.p - pose.X_WJp.p), dt));
  }
}

/// A contact whose friction is the row that is wanted: along the tangent of the screw at a point
/// beside its axis nothing may slip. Its normal row is so soft that it has no force.
void Joints::CoupleScrew(const JointMap& joint, const Pose& pose, double dt,
                         const physics::State& state, dxWorld* ode, dxJointGroup* group) const {
  const double advance = joint.spec->screw_pitch / (2.0 * M_PI);
  const double radius = std::max(std::abs(advance), 1e-3);
  const Vector3d& axis = pose.axes_W[0];
  const Vector3d out = pose.X_WJp.q * joint.spec->axes[0].axis_J.unitOrthogonal();
  const Vector3d tangent = axis.cross(out);
  const Vector3d slope = axis - advance / radius * tangent;
  const double length = slope.norm();
  const Vector3d along = joint.sign / length * slope;
  const Vector3d p = pose.X_WJc.p + radius * out;
  const double q = state.q[static_cast<std::size_t>(world_.joint(joint.id).q)];
  const double error = axis.dot(pose.X_WJc.p - pose.X_WJp.p) - advance * q;
  dContact contact = {};
  for (int i = 0; i < 3; ++i) {
    contact.geom.pos[i] = p[i];
    contact.geom.normal[i] = out[i];
    contact.fdir1[i] = along[i];
  }
  contact.surface.mode = dContactAxisDep | dContactFDir1 | dContactMotion1 | dContactSoftCFM;
  contact.surface.mu = kUnlimited;
  contact.surface.mu2 = 0.0;
  contact.surface.soft_cfm = 1e10;
  contact.surface.motion1 = Recovery(error, dt) / length;
  dxJoint* row = dJointCreateContact(ode, group, &contact);
  joint.sign > 0.0 ? dJointAttach(row, joint.child, joint.parent)
                   : dJointAttach(row, joint.parent, nullptr);
}

void Joints::HoldWelds(double dt, const physics::State& state) const {
  for (const WeldMap& weld : maps_.welds) {
    const RigidTransform X_WB = state.X_WL[static_cast<std::size_t>(weld.link_a)] * weld.X_AB;
    const RigidTransform& X = state.X_WL[static_cast<std::size_t>(weld.link_b)];
    const double gap = std::max((X.p - X_WB.p).norm(), X.q.angularDistance(X_WB.q));
    dJointSetFixedParam(weld.joint, dParamERP, GentleErp(gap, dt));
  }
}

void Joints::ReadEfforts(physics::State* state) const {
  for (std::size_t i = 0; i < maps_.dofs.size(); ++i) {
    const DofMap& dof = maps_.dofs[i];
    double effort = commanded_[i];
    const double* force = dof.linear ? feedback_[i].f1 : feedback_[i].t1;
    effort += axes_W_[i].dot(Eigen::Map<const Vector3d>(force));
    state->effort[static_cast<std::size_t>(dof.v)] = effort;
  }
  for (const auto& [v, effort] : ball_efforts_) {
    state->effort[static_cast<std::size_t>(v)] = effort;
  }
}

}  // namespace surefoot::backends::ode
