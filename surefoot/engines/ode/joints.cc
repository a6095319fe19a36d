#include "surefoot/engines/ode/joints.h"

#include <ode/contact.h>
#include <ode/objects.h>

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/engines/ode/mimic.h"
#include "surefoot/engines/ode/settings.h"
#include "surefoot/physics/servo.h"

// Motors, stops, dry friction, springs and mimics as rows of ODE's joints. Each coordinate has its
// own rows, because ODE's motors combine them in one force limit.

namespace surefoot::engines::ode {

using world::JointType;

namespace {

/// Softness of dry friction, so that it does not conflict with a motor about the same axis (rad/s
/// per N m, or m/s per N).
constexpr double kFrictionCfm = 1e-7;
/// Springs with less (stiffness * dt^2 over inertia) use the position at the start of the step,
/// which conserves their energy; stiffer ones use the new position, which is stable.
constexpr double kSoftSpring = 0.05;
/// Damping with less (times dt over inertia) uses the speed at the start of the step.
constexpr double kSoftRow = 1e-4;
/// Softness of stops: the share of its speed that a load gives a body of the joint's inertia.
constexpr double kStopSoftness = 1e-6;
/// Stops closer than this (rad), plus kStepsToStop times the motion in a step, are active.
constexpr double kNearStop = 0.01;
constexpr double kStepsToStop = 4.0;
/// Share of a mimic's speed error that is corrected in a step where only forces can do so.
constexpr double kMimicDamping = 0.5;

/// Parameters of the second and third axis of a motor are offset by dParamGroup.
void SetParam(const MotorRow& row, bool linear, int param, double value) {
  const int slot = param + row.axis * dParamGroup;
  linear ? dJointSetLMotorParam(row.joint, slot, value)
         : dJointSetAMotorParam(row.joint, slot, value);
}

/// Axes are set in world coordinates before each step.
void SetAxis(const MotorRow& row, bool linear, const Vector3d& axis) {
  linear ? dJointSetLMotorAxis(row.joint, row.axis, 0, axis.x(), axis.y(), axis.z())
         : dJointSetAMotorAxis(row.joint, row.axis, 0, axis.x(), axis.y(), axis.z());
}

/// The velocity that corrects an error, bounded for large ones.
double Recovery(double error, double dt) {
  return std::clamp(-kJointErp / dt * error, -kRecoverySpeed, kRecoverySpeed);
}

/// The share of an error that a step may correct at the largest recovery speed.
double BoundedErp(double error, double dt) {
  return error * kJointErp > kRecoverySpeed * dt ? kRecoverySpeed * dt / error : kJointErp;
}

/// The joint angle and ERP that a stop gets.
struct StopState {
  double angle = 0.0;
  double erp = 0.0;
};

/// ODE's stops only act on joints beyond them, and a fast joint is far beyond when that is
/// detected. A joint that may reach its stop in the next step is therefore reported as 1 rad
/// beyond, with a negative ERP: ODE bounds the speed away from the stop from below by erp * (angle
/// - stop) / dt, which here allows the joint to reach the stop and no more.
StopState AnticipatedStop(const world::JointAxis& spec, double q, double v, double dt) {
  double speed = std::abs(v);
  if (std::isfinite(spec.velocity)) speed = std::max(speed, spec.velocity);
  const double way = kNearStop + kStepsToStop * dt * speed;
  const double room = std::min(q - spec.lower, spec.upper - q);
  if (room >= way) return {q, 0.0};
  return {room == q - spec.lower ? spec.lower - 1.0 : spec.upper + 1.0, -room};
}

/// A velocity of one body relative to another, at a point along a direction, with a bounded force.
struct PointRow {
  dxBody* one = nullptr;
  dxBody* two = nullptr;
  Vector3d p_W = Vector3d::Zero();
  Vector3d direction_W = Vector3d::UnitX();
  double velocity = 0.0;
  double limit = kUnlimited;
  double softness = kJointCfm;
};

/// Adds the row for one step. ODE has no such joint, except a contact, whose friction is the row;
/// its normal row yields to any speed and so has no force.
dxJoint* AddRow(const PointRow& row, dxWorld* ode, dxJointGroup* group) {
  const Vector3d normal = row.direction_W.unitOrthogonal();
  dContact contact = {};
  for (int i = 0; i < 3; ++i) {
    contact.geom.pos[i] = row.p_W[i];
    contact.geom.normal[i] = normal[i];
    contact.fdir1[i] = row.direction_W[i];
  }
  contact.surface.mode =
      dContactAxisDep | dContactFDir1 | dContactMotion1 | dContactSlip1 | dContactMotionN;
  contact.surface.mu = row.limit;
  contact.surface.mu2 = 0.0;
  contact.surface.motionN = -1e6;
  contact.surface.slip1 = row.softness;
  contact.surface.motion1 = row.velocity;
  dxJoint* joint = dJointCreateContact(ode, group, &contact);
  dJointAttach(joint, row.one, row.two);
  return joint;
}

/// Centre of mass of a body in W.
Vector3d PositionOf(dxBody* body) { return Eigen::Map<const Vector3d>(dBodyGetPosition(body)); }

}  // namespace

/// Joint frames and velocities in W at the start of the step.
struct Joints::Pose {
  RigidTransform X_WJp;
  RigidTransform X_WJc;
  /// Velocities of child and parent, both at Jc.
  Twist V_child;
  Twist V_parent;
  Vector3d axes_W[3];

  Vector3d w_W() const { return V_child.w - V_parent.w; }
};

/// Arguments of a step.
struct Joints::Step {
  const physics::Inputs& inputs;
  double dt;
  const physics::State& state;
  dxWorld* ode;
  dxJointGroup* group;
};

// ODE reports efforts through memory that must stay at its place.
Joints::Joints(const world::World& world, const Maps& maps)
    : world_(world),
      maps_(maps),
      feedback_(maps.dofs.size()),
      axes_W_(maps.dofs.size(), Vector3d::UnitZ()),
      commanded_(maps.dofs.size(), 0.0),
      driven_(maps.dofs.size(), 0) {
  for (std::size_t i = 0; i < maps.dofs.size(); ++i) {
    dxJoint* servo = maps.dofs[i].servo.joint;
    if (servo != nullptr) dJointSetFeedback(servo, &feedback_[i]);
  }
  std::size_t balls = 0;
  for (const JointMap& joint : maps.joints) balls += joint.spec->type == JointType::kBall ? 3 : 0;
  ball_efforts_.reserve(balls);
}

Joints::~Joints() = default;

// Frames on both sides of the joint, in world coordinates.
Joints::Pose Joints::PoseOf(const JointMap& joint, const physics::State& state) const {
  const world::Joint& spec = *joint.spec;
  Pose pose;
  RigidTransform X_WP = world_.instance(joint.model).X_WM;
  Twist V_WP;
  if (joint.parent_link >= 0) {
    X_WP = state.X_WL[At(joint.parent_link)];
    V_WP = state.V_WL_W[At(joint.parent_link)];
  }
  const auto child = static_cast<std::size_t>(joint.child_link);
  pose.X_WJp = X_WP * spec.X_PJ;
  pose.X_WJc = state.X_WL[child] * spec.X_CJ;
  pose.V_child = Shifted(state.V_WL_W[child], pose.X_WJc.p - state.X_WL[child].p);
  pose.V_parent = Shifted(V_WP, pose.X_WJc.p - X_WP.p);
  pose.axes_W[0] = pose.X_WJp.q * spec.axes[0].axis_J;
  const bool universal = spec.type == JointType::kUniversal;
  // The second axis of a universal joint moves with the child.
  pose.axes_W[1] = (universal ? pose.X_WJc.q : pose.X_WJp.q) * spec.axes[1].axis_J;
  pose.axes_W[2] = pose.axes_W[0].cross(pose.axes_W[1]);
  if (spec.type == JointType::kPlanar) pose.axes_W[2].normalize();
  return pose;
}

// Springs, dampers, servos and stops of all joints, before each step.
void Joints::Apply(const physics::Inputs& inputs, double dt, const physics::State& state,
                   dxWorld* ode, dxJointGroup* group) {
  ball_efforts_.clear();
  const Step step{inputs, dt, state, ode, group};
  for (const JointMap& joint : maps_.joints) {
    const JointType type = joint.spec->type;
    if (type == JointType::kFloating) continue;
    const Pose pose = PoseOf(joint, state);
    for (int i = 0; i < joint.dof_count; ++i) ApplyDof(joint, pose, joint.first_dof + i, step);
    if (type == JointType::kBall) ApplyBall(joint, pose, inputs);
    if (type == JointType::kScrew) CoupleScrew(joint, pose, step);
    Hold(joint, pose, dt);
  }
  HoldWelds(dt, state);
}

/// Rate of change of the coordinate's speed caused by the rotation of the bodies at constant
/// velocities (needed for exact armature).
double Joints::AxisBias(const JointMap& joint, const Pose& pose, const DofMap& dof) const {
  const Vector3d& axis = pose.axes_W[dof.axis];
  const Vector3d w_c = pose.V_child.w;
  const Vector3d w_p = pose.V_parent.w;
  if (joint.spec->type == JointType::kUniversal) {
    const Vector3d& turning = dof.axis == 0 ? w_p : w_c;
    return turning.cross(axis).dot(w_c - w_p);
  }
  if (!dof.linear) return 0.0;
  const Vector3d v_rel = pose.V_child.v - pose.V_parent.v;
  Vector3d gain = Vector3d::Zero();
  if (joint.child != nullptr) {
    gain += w_c.cross(w_c.cross(pose.X_WJc.p - PositionOf(joint.child)));
  }
  if (joint.parent != nullptr) {
    const Vector3d arm = pose.X_WJc.p - PositionOf(joint.parent);
    gain -= w_p.cross(pose.V_child.v - (pose.V_parent.v - w_p.cross(arm)));
  }
  return axis.dot(gain) + w_p.cross(axis).dot(v_rel);
}

/// Sets the target velocity, force limit and softness of a row; a row at a point is remade.
void Joints::SetRow(const JointMap& joint, const Pose& pose, const DofMap& dof, const MotorRow& row,
                    double velocity, double limit, double softness, const Step& step,
                    dJointFeedback* feedback) const {
  const Vector3d axis = joint.sign * pose.axes_W[dof.axis];
  if (!dof.at_point) {
    SetAxis(row, dof.linear, axis);
    SetParam(row, dof.linear, dParamVel, velocity);
    SetParam(row, dof.linear, dParamFMax, limit);
    SetParam(row, dof.linear, dParamCFM, softness);
    return;
  }
  if (limit <= 0.0) return;
  PointRow point;
  point.one = joint.sign > 0.0 ? joint.child : joint.parent;
  point.two = joint.sign > 0.0 ? joint.parent : nullptr;
  point.p_W = pose.X_WJc.p;
  point.direction_W = axis;
  point.velocity = velocity;
  point.limit = limit;
  point.softness = softness;
  dxJoint* made = AddRow(point, step.ode, step.group);
  if (feedback != nullptr) dJointSetFeedback(made, feedback);
}

/// Motor (or mimic), friction, passive forces, effort and stop of one coordinate.
void Joints::ApplyDof(const JointMap& joint, const Pose& pose, int index, const Step& step) {
  const auto slot = static_cast<std::size_t>(index);
  const DofMap& dof = maps_.dofs[slot];
  const Vector3d axis = joint.sign * pose.axes_W[dof.axis];
  axes_W_[slot] = axis;
  const double q = step.state.q[At(dof.q)];
  const double v = step.state.v[At(dof.v)];
  const double dt = step.dt;
  const physics::MotorCommand command =
      physics::WithSpeedLimit(step.inputs.motors[At(dof.v)], dof.spec);
  double velocity = 0.0;
  double limit = 0.0;
  if (dof.leader >= 0) {
    if (!CoupleMimic(joint, pose, step)) CoupleMimicSoftly(joint, pose, step);
  } else if (physics::IsServo(command.mode)) {
    velocity = physics::ServoVelocity(command, dof.spec, q);
    limit = std::min(physics::EffortLimit(command, dof.spec), kUnlimited);
  }
  feedback_[slot] = dJointFeedback{};
  SetRow(joint, pose, dof, dof.servo, velocity, limit, kJointCfm, step, &feedback_[slot]);
  driven_[slot] = limit > 0.0 && dof.leader < 0;

  double effort = physics::CommandedEffort(command, dof.spec.effort);
  commanded_[slot] = effort;
  if (dof.has_friction) {
    SetRow(joint, pose, dof, dof.friction, 0.0, dof.spec.friction, kFrictionCfm, step, nullptr);
  }
  if (dof.has_passive) {
    // Force = alpha - beta v, with v at the end of the step: a row with velocity alpha / beta and
    // softness 1 / beta.
    const world::JointAxis& spec = dof.spec;
    const bool stiff = spec.spring_stiffness * dt * dt > kSoftSpring * dof.inertia;
    const double beta =
        spec.damping + (stiff ? spec.spring_stiffness * dt : 0.0) + spec.armature / dt;
    double alpha = spec.spring_stiffness * (spec.spring_reference - q);
    if (spec.armature > 0.0) {
      alpha += spec.armature / dt * (v - dt * AxisBias(joint, pose, dof));
    }
    // Adding a very soft row would only reduce accuracy.
    const bool soft = beta * dt <= kSoftRow * dof.inertia;
    if (soft) effort += alpha - beta * v;
    SetRow(joint, pose, dof, dof.passive, soft ? 0.0 : alpha / beta, soft ? 0.0 : dInfinity,
           soft ? kJointCfm : 1.0 / beta, step, nullptr);
  }
  if (effort != 0.0) ApplyEffort(joint, pose, dof, effort);
  if (dof.has_stop) ApplyStop(joint, pose, dof, axis, step);
}

/// Equal and opposite on both bodies: no momentum is created.
void Joints::ApplyEffort(const JointMap& joint, const Pose& pose, const DofMap& dof,
                         double effort) const {
  const Vector3d f = effort * pose.axes_W[dof.axis];
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

// The row of a stop exists always, except at a point, where it is added beyond the stop.
void Joints::ApplyStop(const JointMap& joint, const Pose& pose, const DofMap& dof,
                       const Vector3d& axis, const Step& step) const {
  const double q = step.state.q[At(dof.q)];
  const double error = std::max(dof.spec.lower - q, q - dof.spec.upper);
  const double erp = BoundedErp(error, step.dt);
  // A servo that holds a joint at its stop duplicates the stop's row. Duplicate rows make the
  // system of light links singular, and ODE then drops the rows after them; a little softness
  // avoids that.
  const double light = dof.inertia > 0.0 ? kStopSoftness * step.dt / dof.inertia : 0.0;
  const double cfm = std::max(light, kJointCfm);
  if (dof.at_point) {
    // Active while the joint is beyond its stop.
    if (error <= 0.0) return;
    const double beyond = q < dof.spec.lower ? q - dof.spec.lower : q - dof.spec.upper;
    SetRow(joint, pose, dof, dof.stop, Recovery(beyond, step.dt), kUnlimited, cfm, step, nullptr);
  } else if (dof.linear) {
    dJointSetSliderParam(dof.stop.joint, dParamStopERP, erp);
    dJointSetSliderParam(dof.stop.joint, dParamStopCFM, cfm);
  } else {
    const StopState anticipated = AnticipatedStop(dof.spec, q, step.state.v[At(dof.v)], step.dt);
    SetAxis(dof.stop, false, axis);
    dJointSetAMotorAngle(dof.stop.joint, dof.stop.axis, error < 0.0 ? anticipated.angle : q);
    SetParam(dof.stop, false, dParamStopERP, error < 0.0 ? anticipated.erp : erp);
    SetParam(dof.stop, false, dParamStopCFM, cfm);
  }
}

/// Couples the follower to its leader like meshing gears, when they have a body in common. False
/// when no line exists along which that works.
bool Joints::CoupleMimic(const JointMap& joint, const Pose& pose, const Step& step) const {
  const DofMap& dof = maps_.dofs[At(joint.first_dof)];
  const DofMap& leader_dof = maps_.dofs[At(dof.leader)];
  const JointMap& leader = maps_.joints[At(leader_dof.joint)];
  const JointType types[2] = {joint.spec->type, leader.spec->type};
  for (const JointType type : types) {
    if (type != JointType::kRevolute && type != JointType::kContinuous &&
        type != JointType::kPrismatic) {
      return false;
    }
  }
  if (joint.sign < 0.0 || leader.sign < 0.0) return false;
  const Pose leader_pose = PoseOf(leader, step.state);
  const FreeAxis follows{dof.linear, pose.axes_W[0], pose.X_WJc.p};
  const FreeAxis leads{leader_dof.linear, leader_pose.axes_W[0], leader_pose.X_WJc.p};
  const bool siblings = joint.parent == leader.parent;
  const bool in_line = joint.parent == leader.child;
  if (!siblings && !in_line) return false;
  const MeshLine line = FindMeshLine(leads, follows, siblings ? dof.multiplier : -dof.multiplier);
  if (!line.found) return false;
  const double error =
      step.state.q[At(dof.q)] - dof.offset - dof.multiplier * step.state.q[At(leader_dof.q)];
  PointRow row;
  row.one = siblings ? leader.child : joint.child;
  row.two = siblings ? joint.child : leader.parent;
  row.p_W = line.p_W;
  row.direction_W = line.direction_W;
  row.velocity = Recovery(error, step.dt) * (siblings ? -line.arm_two : line.arm_two);
  AddRow(row, step.ode, step.group);
  return true;
}

/// Explicit damping; ODE has no motor for ball joints.
void Joints::ApplyBall(const JointMap& joint, const Pose& pose, const physics::Inputs& inputs) {
  const int v = world_.joint(joint.id).v;
  Vector3d torque_J = Vector3d::Zero();
  for (int k = 0; k < 3; ++k) {
    torque_J[k] = physics::CommandedEffort(inputs.motors[At(v + k)], joint.spec->axes[0].effort);
    ball_efforts_.emplace_back(v + k, torque_J[k]);
  }
  const world::JointAxis& axis = joint.spec->axes[0];
  const Vector3d torque_W = pose.X_WJc.q * torque_J - axis.damping * pose.w_W();
  if (joint.child != nullptr) {
    dBodyAddTorque(joint.child, torque_W.x(), torque_W.y(), torque_W.z());
  }
  if (joint.parent != nullptr) {
    dBodyAddTorque(joint.parent, -torque_W.x(), -torque_W.y(), -torque_W.z());
  }
}

/// Corrects the constraint errors of loop joints slowly, and steers the motors that replace missing
/// constraints.
void Joints::Hold(const JointMap& joint, const Pose& pose, double dt) const {
  const JointType type = joint.spec->type;
  if (joint.is_loop && joint.main != nullptr) {
    const double gap = (pose.X_WJc.p - pose.X_WJp.p).norm();
    const double tilt = pose.X_WJp.q.angularDistance(pose.X_WJc.q);
    if (type == JointType::kFixed) {
      dJointSetFixedParam(joint.main, dParamERP, BoundedErp(std::max(gap, tilt), dt));
    } else if (type == JointType::kBall || joint.angular_hold != nullptr) {
      dJointSetBallParam(joint.main, dParamERP, BoundedErp(gap, dt));
    }
  }
  if (joint.angular_hold != nullptr) {
    // The free axis must coincide in both bodies; the motor corrects its tilt.
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

/// A spring and damper between the coordinates, as stiff as stable explicit forces can be.
void Joints::CoupleMimicSoftly(const JointMap& joint, const Pose& pose, const Step& step) const {
  const DofMap& dof = maps_.dofs[At(joint.first_dof)];
  const DofMap& leader_dof = maps_.dofs[At(dof.leader)];
  const JointMap& leader = maps_.joints[At(leader_dof.joint)];
  const physics::State& state = step.state;
  const double m = dof.multiplier;
  const double error = state.q[At(dof.q)] - dof.offset - m * state.q[At(leader_dof.q)];
  const double rate = state.v[At(dof.v)] - m * state.v[At(leader_dof.v)];
  const double inertia = 1.0 / (1.0 / dof.inertia + m * m / leader_dof.inertia);
  const double effort =
      -inertia / step.dt * (kMimicDamping * rate - Recovery(error, step.dt) * kMimicDamping);
  ApplyEffort(joint, pose, dof, effort);
  ApplyEffort(leader, PoseOf(leader, state), leader_dof, -m * effort);
}

/// At a point beside the axis there must be no slip along the tangent of the screw thread.
void Joints::CoupleScrew(const JointMap& joint, const Pose& pose, const Step& step) const {
  const double advance = joint.spec->screw_pitch / (2.0 * M_PI);
  const double radius = std::max(std::abs(advance), 1e-3);
  const Vector3d& axis = pose.axes_W[0];
  const Vector3d out = pose.X_WJp.q * joint.spec->axes[0].axis_J.unitOrthogonal();
  const Vector3d slope = axis - advance / radius * axis.cross(out);
  const double length = slope.norm();
  const double q = step.state.q[At(world_.joint(joint.id).q)];
  const double error = axis.dot(pose.X_WJc.p - pose.X_WJp.p) - advance * q;
  PointRow row;
  row.one = joint.sign > 0.0 ? joint.child : joint.parent;
  row.two = joint.sign > 0.0 ? joint.parent : nullptr;
  row.p_W = pose.X_WJc.p + radius * out;
  row.direction_W = joint.sign / length * slope;
  row.velocity = Recovery(error, step.dt) / length;
  AddRow(row, step.ode, step.group);
}

/// An attachment may start with its links apart; they approach at the recovery speed.
void Joints::HoldWelds(double dt, const physics::State& state) const {
  for (const WeldMap& weld : maps_.welds) {
    const RigidTransform X_WB = state.X_WL[At(weld.link_a)] * weld.X_AB;
    const RigidTransform& X = state.X_WL[At(weld.link_b)];
    const double gap = std::max((X.p - X_WB.p).norm(), X.q.angularDistance(X_WB.q));
    dJointSetFixedParam(weld.joint, dParamERP, BoundedErp(gap, dt));
  }
}

/// ODE's feedback contains the force of the servo's row; the commanded effort was applied directly.
void Joints::ReadEfforts(physics::State* state) const {
  for (std::size_t i = 0; i < maps_.dofs.size(); ++i) {
    const DofMap& dof = maps_.dofs[i];
    double effort = commanded_[i];
    if (driven_[i]) {
      const double* force = dof.linear ? feedback_[i].f1 : feedback_[i].t1;
      effort += axes_W_[i].dot(Eigen::Map<const Vector3d>(force));
    }
    state->effort[At(dof.v)] = effort;
  }
  for (const auto& [v, effort] : ball_efforts_) {
    state->effort[At(v)] = effort;
  }
}

}  // namespace surefoot::engines::ode
