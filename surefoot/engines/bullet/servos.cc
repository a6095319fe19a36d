#include "surefoot/engines/bullet/servos.h"

#include <algorithm>
#include <cmath>

#include "surefoot/physics/servo.h"

namespace surefoot::engines::bullet {
namespace {

using physics::MotorCommand;

/// Represents "no limit" (N, N m).
constexpr double kUnlimited = 1e12;

/// A joint gets a row for its limit when it is this near: in steps at the present velocity, and in
/// m or rad.
constexpr double kLookAhead = 10.0;
constexpr double kNear = 0.01;

/// Springs are implicit when (frequency * step)^2 exceeds this.
constexpr double kStiff = 0.1;

/// The motor command, with the joint's speed limit applied.
MotorCommand CommandOf(const DofMap& dof, const physics::Inputs& inputs) {
  return physics::WithSpeedLimit(inputs.motors[static_cast<std::size_t>(dof.v)], dof.axis);
}

/// Whether the joint may reach a limit soon; other joints need no row for it.
bool NearLimit(const world::JointAxis& axis, double q, double v, double dt) {
  // A motor may reach its maximum speed within the step.
  const double fastest = std::isfinite(axis.velocity) ? axis.velocity : 0.0;
  const double way = kNear + std::max(kLookAhead * std::abs(v), fastest) * dt;
  return q - way < axis.lower || q + way > axis.upper;
}

/// Rotation of a ball joint in the axes of J; Bullet stores x y z w between the frames C.
Quaterniond BallRotation(const BallMap& ball, const Articulation& articulation) {
  const double* q = articulation.q().data() + ball.art_q;
  return ball.q_CJ.conjugate() * Quaterniond(q[3], q[0], q[1], q[2]) * ball.q_CJ;
}

/// Torque of a ball joint's motors and damping, in the axes of C.
void ApplyBall(const BallMap& ball, const physics::Inputs& inputs, Articulation* articulation) {
  Vector3d torque_J = Vector3d::Zero();
  for (int k = 0; k < 3; ++k) {
    torque_J[k] = physics::CommandedEffort(inputs.motors[static_cast<std::size_t>(ball.v + k)],
                                           ball.axis.effort);
  }
  // The reversed joint turns by the inverse rotation.
  if (ball.reversed) torque_J = -(BallRotation(ball, *articulation).conjugate() * torque_J);
  const Vector3d torque_C = ball.q_CJ * torque_J;
  for (int k = 0; k < 3; ++k) {
    const double force = torque_C[k] - ball.axis.damping * articulation->v()[ball.art_v + k];
    if (force != 0.0) articulation->AddJointForce(ball.art_v + k, force);
  }
}

}  // namespace

/// Inside a limit the joint may just reach it; beyond it returns at the recovery speed.
void SetLimits(const world::JointAxis& axis, double q, double dt, JointBlock* block) {
  const auto back = [dt](double way) {
    return way > 0.0 ? std::min(kRecoveryShare * way / dt, kRecoverySpeed) : way / dt;
  };
  if (axis.lower > -world::kInfinity) block->lowest_velocity = back(axis.lower - q);
  if (axis.upper < world::kInfinity) block->highest_velocity = -back(q - axis.upper);
}

Servos::Servos(const Built& built) : built_(built) {
  forces_.assign(2 * built.dofs.size() + 3 * built.balls.size(), 0.0);
  not_held_.assign(built.articulations.size(), 0);
  const auto add = [this](int articulation, int velocity, const world::JointAxis& axis,
                          double stiffness) {
    if (axis.armature <= 0.0 && axis.damping <= 0.0 && stiffness <= 0.0) return;
    augmented_.push_back(
        AugmentedDof{articulation, velocity, axis.armature, axis.damping, stiffness});
  };
  for (const DofMap& dof : built.dofs) {
    add(dof.articulation, dof.art_v, dof.axis, dof.axis.spring_stiffness);
  }
  for (const BallMap& ball : built.balls) {
    for (int k = 0; k < 3; ++k) add(ball.articulation, ball.art_v + k, ball.axis, 0.0);
  }
}

/// Explicit forces. Augment() later adds what makes damping and stiff springs implicit.
void Servos::ApplyForces(const physics::Inputs& inputs,
                         std::vector<Articulation>* articulations) const {
  for (const DofMap& dof : built_.dofs) {
    Articulation& articulation = (*articulations)[static_cast<std::size_t>(dof.articulation)];
    const world::JointAxis& axis = dof.axis;
    double force = physics::CommandedEffort(CommandOf(dof, inputs), axis.effort);
    if (axis.damping > 0.0) force -= axis.damping * articulation.v()[dof.art_v];
    if (axis.spring_stiffness > 0.0) {
      const double q = articulation.q()[static_cast<std::size_t>(dof.art_q)];
      force -= axis.spring_stiffness * (q - axis.spring_reference);
    }
    if (force != 0.0) articulation.AddJointForce(dof.art_v, force);
  }
  for (const BallMap& ball : built_.balls) {
    ApplyBall(ball, inputs, &(*articulations)[static_cast<std::size_t>(ball.articulation)]);
  }
}

void Servos::MarkAugmented(std::vector<char>* needed) const {
  for (const AugmentedDof& heavier : augmented_) {
    (*needed)[static_cast<std::size_t>(heavier.articulation)] = 1;
  }
}

/// One rank-one update of the inverse for each coordinate with armature, damping or a stiff spring.
void Servos::Augment(double dt, std::vector<Articulation>* articulations) const {
  for (const AugmentedDof& heavier : augmented_) {
    Articulation& articulation = (*articulations)[static_cast<std::size_t>(heavier.articulation)];
    double inertia = heavier.armature + dt * heavier.damping;
    double force = 0.0;
    const double stiff = dt * dt * heavier.stiffness;
    const double mobility = articulation.inverse()(heavier.velocity, heavier.velocity);
    // An explicit soft spring keeps its energy; an explicit stiff one would be unstable.
    if (stiff * mobility > kStiff * (1.0 + inertia * mobility)) {
      inertia += stiff;
      force = -dt * heavier.stiffness * articulation.v()[heavier.velocity];
    }
    if (inertia > 0.0) articulation.Augment(heavier.velocity, inertia, force);
  }
}

void Servos::FindRows(const physics::Inputs& inputs, double dt,
                      const std::vector<Articulation>& articulations, std::vector<char>* needed) {
  with_row_.clear();
  held_.clear();
  for (std::size_t i = 0; i < built_.dofs.size(); ++i) {
    const DofMap& dof = built_.dofs[i];
    const auto index = static_cast<std::size_t>(dof.articulation);
    const Articulation& articulation = articulations[index];
    const MotorCommand command = CommandOf(dof, inputs);
    const bool servo = physics::IsServo(command.mode);
    const double effort = physics::EffortLimit(command, dof.axis);
    const double q = articulation.q()[static_cast<std::size_t>(dof.art_q)];
    // Optimistic: a servo that was strong enough in the last step is held exactly, without a row.
    if (servo && not_held_[index] == 0 && TooWeak(i) == 0.0 && effort > 0.0) {
      Held held;
      held.dof = static_cast<int>(i);
      held.velocity = physics::ServoVelocity(command, dof.axis, q);
      held.max = std::min(effort, kUnlimited) * dt;
      held.friction = dof.axis.friction * dt;
      JointBlock limits;
      SetLimits(dof.axis, q, dt, &limits);
      if (held.velocity >= limits.lowest_velocity && held.velocity <= limits.highest_velocity) {
        held_.push_back(held);
        (*needed)[index] = 1;
        continue;
      }
    }
    if (!servo && dof.axis.friction <= 0.0 &&
        !NearLimit(dof.axis, q, articulation.v()[dof.art_v], dt)) {
      continue;
    }
    with_row_.push_back(static_cast<int>(i));
    (*needed)[index] = 1;
  }
  for (std::size_t i = 0; i < built_.balls.size(); ++i) {
    const BallMap& ball = built_.balls[i];
    if (ball.axis.friction <= 0.0) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      with_row_.push_back(static_cast<int>(built_.dofs.size() + 3 * i + k));
    }
    (*needed)[static_cast<std::size_t>(ball.articulation)] = 1;
  }
}

/// Calls f(articulation, first, last) for the held coordinates of each articulation that has any.
template <typename F>
void Servos::ForEachHolding(F f) const {
  for (std::size_t first = 0; first < held_.size();) {
    const int articulation = built_.dofs[static_cast<std::size_t>(held_[first].dof)].articulation;
    std::size_t last = first + 1;
    while (last < held_.size() &&
           built_.dofs[static_cast<std::size_t>(held_[last].dof)].articulation == articulation) {
      ++last;
    }
    f(static_cast<std::size_t>(articulation), first, last);
    first = last;
  }
}

void Servos::Hold(std::vector<Articulation>* articulations, Rows* rows) const {
  ForEachHolding([&](std::size_t articulation, std::size_t first, std::size_t last) {
    velocities_.clear();
    held_at_.clear();
    for (std::size_t i = first; i < last; ++i) {
      velocities_.push_back(built_.dofs[static_cast<std::size_t>(held_[i].dof)].art_v);
      held_at_.push_back(held_[i].velocity);
    }
    (*articulations)[articulation].Hold(
        velocities_, held_at_,
        rows->v().data() + rows->velocity_of(static_cast<int>(articulation)));
  });
}

bool Servos::AreHoldsStrongEnough(Solver* solver, std::vector<Articulation>* articulations) {
  if (held_.empty()) return true;
  const Eigen::VectorXd& sum = solver->SumImpulses();
  bool suffice = true;
  ForEachHolding([&](std::size_t articulation, std::size_t first, std::size_t last) {
    const Eigen::VectorXd& impulses = (*articulations)[articulation].HoldingImpulses(
        sum.data() + solver->rows().velocity_of(static_cast<int>(articulation)));
    for (std::size_t i = first; i < last; ++i) {
      Held& held = held_[i];
      held.impulse = impulses[static_cast<Eigen::Index>(i - first)];
      // Dry friction takes its share first; the motor provides the rest.
      double friction = std::clamp(held.impulse, -held.friction, held.friction);
      if (held.velocity > 0.0) friction = -held.friction;
      if (held.velocity < 0.0) friction = held.friction;
      held.servo = held.impulse - friction;
      if (!(std::abs(held.servo) <= held.max)) {
        suffice = false;
        held.too_weak = true;
      }
    }
  });
  if (!suffice) AddRowsToWeak(articulations);
  return suffice;
}

/// Contacts on fully held articulations cannot be satisfied, so the motors become bounded rows.
bool Servos::ReleaseStuck(const std::vector<int>& stuck, std::vector<Articulation>* articulations) {
  bool any = false;
  for (Held& held : held_) {
    const int articulation = built_.dofs[static_cast<std::size_t>(held.dof)].articulation;
    if (std::find(stuck.begin(), stuck.end(), articulation) == stuck.end()) continue;
    held.too_weak = true;
    any = true;
  }
  if (any) AddRowsToWeak(articulations);
  return any;
}

void Servos::AddRowsToWeak(std::vector<Articulation>* articulations) {
  ForEachHolding([&](std::size_t articulation, std::size_t, std::size_t) {
    (*articulations)[articulation].Release();
  });
  for (const Held& held : held_) {
    if (held.too_weak) with_row_.push_back(held.dof);
  }
  std::sort(with_row_.begin(), with_row_.end());
  held_.erase(
      std::remove_if(held_.begin(), held_.end(), [](const Held& held) { return held.too_weak; }),
      held_.end());
}

/// Unit rows with the law of the joint, and the force of the last step as initial guess.
void Servos::AddRows(const physics::Inputs& inputs, double dt,
                     const std::vector<Articulation>& articulations, Solver* solver) const {
  for (const int item : with_row_) {
    const auto at = static_cast<std::size_t>(item);
    JointBlock block;
    block.impulse = forces_[at] * dt;
    if (at >= built_.dofs.size()) {
      const std::size_t k = at - built_.dofs.size();
      const BallMap& ball = built_.balls[k / 3];
      block.row = solver->rows().AddUnit(ball.articulation, ball.art_v + static_cast<int>(k % 3));
      block.friction_impulse = ball.axis.friction * dt;
      solver->joints().push_back(block);
      continue;
    }
    const DofMap& dof = built_.dofs[at];
    const Articulation& articulation = articulations[static_cast<std::size_t>(dof.articulation)];
    const double q = articulation.q()[static_cast<std::size_t>(dof.art_q)];
    const MotorCommand command = CommandOf(dof, inputs);
    block.row = solver->rows().AddUnit(dof.articulation, dof.art_v);
    if (physics::IsServo(command.mode)) {
      block.servo_velocity = physics::ServoVelocity(command, dof.axis, q);
      block.servo_impulse = std::min(physics::EffortLimit(command, dof.axis), kUnlimited) * dt;
    }
    block.friction_impulse = dof.axis.friction * dt;
    SetLimits(dof.axis, q, dt, &block);
    solver->joints().push_back(block);
  }
}

void Servos::ReadRows(const physics::Inputs& inputs, double dt, const Solver& solver,
                      std::vector<double>* effort) {
  for (const DofMap& dof : built_.dofs) {
    const auto v = static_cast<std::size_t>(dof.v);
    (*effort)[v] = physics::CommandedEffort(CommandOf(dof, inputs), dof.axis.effort);
  }
  for (const BallMap& ball : built_.balls) {
    for (int k = 0; k < 3; ++k) {
      const auto v = static_cast<std::size_t>(ball.v + k);
      (*effort)[v] = physics::CommandedEffort(inputs.motors[v], ball.axis.effort);
    }
  }
  std::fill(forces_.begin(), forces_.end(), 0.0);
  for (const Held& held : held_) {
    const auto at = static_cast<std::size_t>(held.dof);
    forces_[at] = held.impulse / dt;
    (*effort)[static_cast<std::size_t>(built_.dofs[at].v)] = held.servo / dt;
  }
  for (std::size_t i = 0; i < with_row_.size(); ++i) {
    const auto at = static_cast<std::size_t>(with_row_[i]);
    const JointBlock& block = solver.joints()[i];
    forces_[at] = block.impulse / dt;
    if (at >= built_.dofs.size()) continue;
    const DofMap& dof = built_.dofs[at];
    const auto v = static_cast<std::size_t>(dof.v);
    if (!physics::IsServo(CommandOf(dof, inputs).mode)) continue;
    (*effort)[v] = block.servo / dt;
    // At its limit: start the next step with a row at once.
    constexpr double kWhole = 1.0 - 1e-9;
    TooWeak(at) = std::abs(block.servo) >= kWhole * block.servo_impulse ? 1.0 : 0.0;
  }
}

}  // namespace surefoot::engines::bullet
