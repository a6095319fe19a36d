#include "surefoot/engines/dart/servos.h"

#include <algorithm>
#include <cmath>

#include "surefoot/engines/dart/settings.h"
#include "surefoot/physics/servo.h"

namespace surefoot::engines::dart {
namespace {

using physics::MotorCommand;

std::size_t At(int index) { return static_cast<std::size_t>(index); }

MotorCommand Told(int v, const world::JointAxis& spec, const physics::Inputs& inputs) {
  return physics::AtMostSpeed(inputs.motors[At(v)], spec);
}

/// Limits farther away than this (rad or m), and than four steps' way, are left out of the solve.
constexpr double kLimitMargin = 1e-3;
constexpr double kLimitSteps = 4.0;

}  // namespace

Servos::Servos(const Maps& maps, Dynamics* dynamics, Ties* ties, Solver* solver)
    : maps_(maps), dynamics_(dynamics), ties_(ties), solver_(solver) {
  for (const DofMap& dof : maps.dofs) {
    Axis axis;
    axis.v = dof.v;
    axis.dof = dof.dof;
    axis.spec = dof.axis;
    axes_.push_back(axis);
  }
  for (std::size_t i = 0; i < maps.ties.size(); ++i) {
    const TieMap& tie = maps.ties[i];
    if (tie.joint_id < 0 || tie.joint.type == world::JointType::kBall) continue;
    for (int k = 0; k < world::VelocityCount(tie.joint.type); ++k) {
      Axis axis;
      axis.v = tie.v + k;
      axis.tie = static_cast<int>(i);
      axis.tie_axis = k;
      if (k < 2) axis.spec = tie.joint.axes[k];
      axes_.push_back(axis);
    }
  }
}

double Servos::Position(const Axis& axis) const {
  return axis.dof >= 0 ? dynamics_->q()[At(axis.dof)] : ties_->q(axis.tie, axis.tie_axis);
}

Constraint& Servos::Make(const Axis& axis, double coefficient) {
  Constraint& made = solver_->constraint(solver_->Add());
  if (axis.dof >= 0) {
    solver_->AddDof(axis.dof, coefficient);
  } else {
    ties_->AddAxis(axis.tie, axis.tie_axis, coefficient, solver_);
  }
  return made;
}

void Servos::ApplyEfforts(const physics::Inputs& inputs) {
  for (const Axis& axis : axes_) {
    const double effort =
        physics::CommandedEffort(Told(axis.v, axis.spec, inputs), axis.spec.effort);
    if (effort == 0.0) continue;
    if (axis.dof >= 0) {
      dynamics_->SetEffort(axis.dof, effort);
    } else {
      ties_->AddEffort(axis.tie, axis.tie_axis, effort);
    }
  }
  for (const BallMap& ball : maps_.balls) {
    Vector3d torque_J;
    for (int k = 0; k < 3; ++k) {
      torque_J[k] = physics::CommandedEffort(inputs.motors[At(ball.v + k)], ball.axis.effort);
    }
    if (torque_J.isZero(0.0)) continue;
    if (ball.reversed) torque_J = -(dynamics_->BallRotation(ball.body).conjugate() * torque_J);
    for (int k = 0; k < 3; ++k) dynamics_->SetEffort(ball.dof + k, torque_J[k]);
  }
}

void Servos::AddConstraints(const physics::Inputs& inputs, double dt,
                            const std::vector<double>& v_free) {
  for (Axis& axis : axes_) {
    AddServo(Told(axis.v, axis.spec, inputs), dt, &axis);
    AddLimits(axis, dt, axis.dof >= 0 ? v_free[At(axis.dof)] : 0.0);
    if (axis.spec.friction > 0.0) AddFriction(axis, dt);
    if (axis.tie >= 0) AddPassive(axis, dt);
  }
  for (const BallMap& ball : maps_.balls) {
    for (int k = 0; k < 3 && ball.axis.friction > 0.0; ++k) {
      Axis axis;
      axis.dof = ball.dof + k;
      axis.spec = ball.axis;
      AddFriction(axis, dt);
    }
  }
  for (const MimicMap& mimic : maps_.mimics) AddMimic(mimic, dt);
}

void Servos::AddServo(const MotorCommand& command, double dt, Axis* axis) {
  axis->servo = -1;
  if (!physics::IsServo(command.mode)) return;
  Constraint& servo = Make(*axis, 1.0);
  servo.target = physics::ServoVelocity(command, axis->spec, Position(*axis));
  servo.high = physics::EffortLimit(command, axis->spec) * dt;
  servo.low = -servo.high;
  servo.softness = kServoSoftness;
  axis->servo = solver_->size() - 1;
}

void Servos::AddLimits(const Axis& axis, double dt, double v_free) {
  const double lower = axis.spec.lower;
  const double upper = axis.spec.upper;
  if (lower == -world::kInfinity && upper == world::kInfinity) return;
  const double q = Position(axis);
  double speed = std::abs(v_free);
  if (axis.dof >= 0) speed = std::max(speed, std::abs(dynamics_->v()[At(axis.dof)]));
  // A motor may reach its largest speed within the step.
  if (std::isfinite(axis.spec.velocity)) speed = std::max(speed, axis.spec.velocity);
  const double near = axis.tie >= 0 ? world::kInfinity : kLimitMargin + kLimitSteps * dt * speed;
  for (const double side : {1.0, -1.0}) {
    // Room that is left on this side.
    const double room = side > 0.0 ? q - lower : upper - q;
    if (!(room < near) || room == world::kInfinity) continue;
    Constraint& limit = Make(axis, side);
    limit.target = room > 0.0 ? -room / dt : RecoverySpeed(-room, dt);
    limit.low = 0.0;
    limit.high = world::kInfinity;
    limit.softness = kLimitSoftness;
  }
}

void Servos::AddFriction(const Axis& axis, double dt) {
  Constraint& friction = Make(axis, 1.0);
  friction.high = axis.spec.friction * dt;
  friction.low = -friction.high;
  friction.softness = kFrictionSoftness;
}

/// Spring with damper, and the rotor's inertia: each a damper without bounds. A spring without
/// enough damping of its own is taken at the end of the step, which damps.
void Servos::AddPassive(const Axis& axis, double dt) {
  const world::JointAxis& spec = axis.spec;
  const double damping = dt * std::max(spec.damping, dt * spec.spring_stiffness);
  if (damping > 0.0) {
    Constraint& passive = Make(axis, 1.0);
    passive.low = -world::kInfinity;
    passive.high = world::kInfinity;
    passive.compliance = 1.0 / damping;
    passive.target =
        -dt * spec.spring_stiffness * (Position(axis) - spec.spring_reference) / damping;
  }
  if (spec.armature > 0.0) {
    Constraint& rotor = Make(axis, 1.0);
    rotor.low = -world::kInfinity;
    rotor.high = world::kInfinity;
    rotor.compliance = 1.0 / spec.armature;
    rotor.target = solver_->StartVelocity(0);
  }
}

void Servos::AddMimic(const MimicMap& mimic, double dt) {
  Constraint& made = solver_->constraint(solver_->Add());
  const auto add = [this](const Coordinate& coordinate, double coefficient) {
    if (coordinate.dof >= 0) {
      solver_->AddDof(coordinate.dof, coefficient);
      return dynamics_->q()[At(coordinate.dof)];
    }
    if (coordinate.tie < 0) return 0.0;
    ties_->AddAxis(coordinate.tie, 0, coefficient, solver_);
    return ties_->q(coordinate.tie, 0);
  };
  const double follower = add(mimic.follower, 1.0);
  const double leader = add(mimic.leader, -mimic.multiplier);
  made.target = RecoverySpeed(mimic.multiplier * leader + mimic.offset - follower, dt);
  made.low = -world::kInfinity;
  made.high = world::kInfinity;
  made.softness = kTieSoftness;
}

void Servos::ReadEfforts(const physics::Inputs& inputs, double dt,
                         std::vector<double>* effort) const {
  for (const Axis& axis : axes_) {
    double& value = (*effort)[At(axis.v)];
    value = physics::CommandedEffort(Told(axis.v, axis.spec, inputs), axis.spec.effort);
    if (axis.servo >= 0) value += solver_->constraint(axis.servo).impulse[0] / dt;
  }
  for (const BallMap& ball : maps_.balls) {
    for (int k = 0; k < 3; ++k) {
      (*effort)[At(ball.v + k)] =
          physics::CommandedEffort(inputs.motors[At(ball.v + k)], ball.axis.effort);
    }
  }
}

}  // namespace surefoot::engines::dart
