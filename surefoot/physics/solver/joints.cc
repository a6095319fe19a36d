#include "surefoot/physics/solver/joints.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/physics/servo.h"

namespace surefoot::solver {
namespace {

/// Share of stiffness * dt^2 added to the inertia. Semi-implicit Euler with this term is Newmark's
/// method with gamma = 1/2 and beta = 1/3: from beta = 1/4 on it is stable at any stiffness, and it
/// does not dissipate.
constexpr double kSpringInertia = 1.0 / 3.0;
/// Limits closer than this (rad or m), plus three steps' motion, get a row.
constexpr double kLimitMargin = 0.01;

double AddedBy(const world::JointAxis& axis, double dt) {
  // Implicit damping adds dt * d; the sum has the unit of an inertia.
  return axis.armature + dt * axis.damping + kSpringInertia * dt * dt * axis.spring_stiffness;
}

double SpringForce(const world::JointAxis& axis, double q) {
  return axis.spring_stiffness == 0.0 ? 0.0 : -axis.spring_stiffness * (q - axis.spring_reference);
}

}  // namespace

Joints::Joints(const Tables& tables) : tables_(tables), added_(tables.dof_of_u.size(), 0.0) {
  int max = 0;
  for (const Coordinate& c : tables.coordinates) max = std::max(max, c.v + 1);
  for (const BallEntry& ball : tables.balls) max = std::max(max, ball.v + 3);
  applied_.assign(At(max), 0.0);
}

const std::vector<double>& Joints::Added(double dt) {
  // Changes with the step only, so it is kept.
  if (dt == added_dt_) return added_;
  added_dt_ = dt;
  for (const Coordinate& c : tables_.coordinates) {
    if (c.loop < 0) added_[At(c.dof)] = AddedBy(c.axis, dt);
  }
  for (const BallEntry& ball : tables_.balls) {
    const int dof = tables_.bodies[At(ball.body)].dof;
    for (int k = 0; k < 3; ++k) {
      added_[At(dof + k)] = ball.axis.armature + dt * ball.axis.damping;
    }
  }
  return added_;
}

double Joints::Position(const Coordinate& c, const Motion& motion, const Loops& loops) const {
  return c.loop < 0 ? motion.q[At(c.own_q)] : loops.q(c.loop, c.component);
}

double Joints::Speed(const Coordinate& c, const Motion& motion, const Loops& loops) const {
  return c.loop < 0 ? motion.u[At(c.own_u)] : loops.v(c.loop, c.component);
}

void Joints::AddForces(const physics::Inputs& inputs, const Motion& motion, const Loops& loops,
                       double dt, std::vector<double>* force) {
  for (const Coordinate& c : tables_.coordinates) {
    const physics::MotorCommand command = physics::WithSpeedLimit(inputs.motors[At(c.v)], c.axis);
    const double effort = physics::CommandedEffort(command, c.axis.effort);
    applied_[At(c.v)] = effort;
    const double spring = SpringForce(c.axis, Position(c, motion, loops));
    const double speed = Speed(c, motion, loops);
    if (c.loop < 0) {
      (*force)[At(c.dof)] += effort + spring - c.axis.damping * speed;
      continue;
    }
    // In a loop the damper is a row. Rotor inertia and spring enter with the speed at the start of
    // the step.
    const double kept = AddedBy(c.axis, dt) / dt - c.axis.damping;
    const double total = effort + spring + kept * speed;
    if (total == 0.0) continue;
    Vector3d along_W;
    Vector3d about_W;
    loops.CoordinateAxes(c.loop, c.component, &along_W, &about_W);
    const PairMotion& pair = loops.motion(c.loop);
    J_.resize(pair.dofs().size());
    pair.FillRow(along_W, about_W, J_.data());
    for (std::size_t i = 0; i < J_.size(); ++i) {
      (*force)[At(pair.dofs()[i])] += J_[i] * total;
    }
  }
}

Vector3d Joints::TakeEffort(const BallEntry& ball, const physics::Inputs& inputs) {
  Vector3d torque_J;
  for (int k = 0; k < 3; ++k) {
    torque_J[k] = physics::CommandedEffort(inputs.motors[At(ball.v + k)], ball.axis.effort);
    applied_[At(ball.v + k)] = torque_J[k];
  }
  return torque_J;
}

Constraint* Joints::AddRow(Law law, const Coordinate& c, double factor, const Loops& loops,
                           const Skyline& mass, Rows* rows) {
  Constraint* row = nullptr;
  if (c.loop < 0) {
    row = rows->Add(law, 1, &c.dof, 1);
    rows->jacobian(*row, 0)[0] = factor;
  } else {
    const PairMotion& pair = loops.motion(c.loop);
    row = pair.Add(law, 1, rows);
    if (row == nullptr) return nullptr;
    Vector3d along_W;
    Vector3d about_W;
    loops.CoordinateAxes(c.loop, c.component, &along_W, &about_W);
    pair.FillRow(factor * along_W, factor * about_W, rows->jacobian(*row, 0));
  }
  row->softness[0] = kJointSoftness * InverseMass(*rows, *row, 0, mass);
  return row;
}

void Joints::AddRows(const physics::Inputs& inputs, const Motion& motion, const Loops& loops,
                     const Skyline& mass, double dt, Rows* rows) {
  motors_.clear();
  for (const Coordinate& c : tables_.coordinates) {
    const physics::MotorCommand command = physics::WithSpeedLimit(inputs.motors[At(c.v)], c.axis);
    const double q = Position(c, motion, loops);
    if (physics::IsServo(command.mode)) {
      Constraint* row = AddRow(Law::kBounded, c, 1.0, loops, mass, rows);
      if (row != nullptr) {
        row->target = physics::ServoVelocity(command, c.axis, q);
        row->limit = dt * physics::EffortLimit(command, c.axis);
        motors_.push_back(Motor{static_cast<int>(rows->constraints().size()) - 1, c.v});
      }
    }
    if (c.axis.friction > 0.0) {
      Constraint* row = AddRow(Law::kBounded, c, 1.0, loops, mass, rows);
      if (row != nullptr) row->limit = dt * c.axis.friction;
    }
    if (c.axis.lower > -world::kInfinity || c.axis.upper < world::kInfinity) {
      AddLimits(c, q, Speed(c, motion, loops), loops, mass, dt, rows);
    }
    // In a loop `added` cannot go into the mass matrix, because its dof is not a coordinate of the
    // tree. As an equality row of softness 1 / added it has the same effect.
    const double added = c.loop < 0 ? 0.0 : AddedBy(c.axis, dt);
    if (added > 0.0) {
      Constraint* row = AddRow(Law::kEquality, c, 1.0, loops, mass, rows);
      if (row != nullptr) row->softness[0] = 1.0 / added;
    }
  }
  AddBallFriction(mass, dt, rows);
  for (const MimicEntry& mimic : tables_.mimics) AddMimic(mimic, motion, loops, mass, dt, rows);
}

void Joints::AddLimits(const Coordinate& c, double q, double v, const Loops& loops,
                       const Skyline& mass, double dt, Rows* rows) {
  // A motor may reach its maximum speed within the step.
  const double fastest = std::isfinite(c.axis.velocity) ? c.axis.velocity : 0.0;
  const double margin = kLimitMargin + 3.0 * dt * std::max(std::abs(v), fastest);
  const double gaps[] = {q - c.axis.lower, c.axis.upper - q};
  for (int side = 0; side < 2; ++side) {
    if (!(gaps[side] < margin)) continue;
    Constraint* row = AddRow(Law::kOneSided, c, side == 0 ? 1.0 : -1.0, loops, mass, rows);
    if (row == nullptr) return;
    // Inside the limits the joint may just reach the limit by the end of the step; beyond them it
    // returns at the recovery speed.
    if (gaps[side] > 0.0) {
      row->target = -gaps[side] / dt;
    } else {
      row->bias = RecoverySpeed(-gaps[side], dt);
    }
  }
}

void Joints::AddBallFriction(const Skyline& mass, double dt, Rows* rows) {
  for (const BallEntry& ball : tables_.balls) {
    if (!(ball.axis.friction > 0.0)) continue;
    // One row for each axis: a box instead of a ball, a bound that is up to sqrt(3) too large.
    for (int k = 0; k < 3; ++k) {
      const int dof = tables_.bodies[At(ball.body)].dof + k;
      Constraint* row = rows->Add(Law::kBounded, 1, &dof, 1);
      rows->jacobian(*row, 0)[0] = 1.0;
      row->limit = dt * ball.axis.friction;
      row->softness[0] = kJointSoftness * InverseMass(*rows, *row, 0, mass);
    }
  }
}

/// One equality row over the dofs of follower and leader. Both may be in loops and share dofs, so
/// equal dofs are merged.
void Joints::AddMimic(const MimicEntry& mimic, const Motion& motion, const Loops& loops,
                      const Skyline& mass, double dt, Rows* rows) {
  const Coordinate& follower = tables_.coordinates[At(mimic.follower)];
  double error = Position(follower, motion, loops) - mimic.offset;
  dofs_.clear();
  J_.clear();
  const auto append = [&](const Coordinate& c, double factor) {
    const auto put = [&](int dof, double value) {
      const auto found = std::find(dofs_.begin(), dofs_.end(), dof);
      if (found != dofs_.end()) {
        J_[At(static_cast<int>(found - dofs_.begin()))] += value;
      } else {
        dofs_.push_back(dof);
        J_.push_back(value);
      }
    };
    if (c.loop < 0) return put(c.dof, factor);
    Vector3d along_W;
    Vector3d about_W;
    loops.CoordinateAxes(c.loop, c.component, &along_W, &about_W);
    const PairMotion& pair = loops.motion(c.loop);
    for (std::size_t i = 0; i < pair.dofs().size(); ++i) {
      put(pair.dofs()[i],
          factor * (along_W.dot(pair.linear()[i]) + about_W.dot(pair.angular()[i])));
    }
  };
  append(follower, 1.0);
  if (mimic.leader >= 0) {
    const Coordinate& leader = tables_.coordinates[At(mimic.leader)];
    error -= mimic.multiplier * Position(leader, motion, loops);
    append(leader, -mimic.multiplier);
  }
  if (dofs_.empty()) return;
  Constraint* row = rows->Add(Law::kEquality, 1, dofs_.data(), static_cast<int>(dofs_.size()));
  std::copy(J_.begin(), J_.end(), rows->jacobian(*row, 0));
  row->crosses = dofs_.size() > 1;
  row->bias = RecoverySpeed(-error, dt);
  row->softness[0] = kJointSoftness * InverseMass(*rows, *row, 0, mass);
}

void Joints::ReadEfforts(const Rows& rows, double dt, std::vector<double>* effort) const {
  for (const Coordinate& c : tables_.coordinates) (*effort)[At(c.v)] = applied_[At(c.v)];
  for (const BallEntry& ball : tables_.balls) {
    for (int k = 0; k < 3; ++k) (*effort)[At(ball.v + k)] = applied_[At(ball.v + k)];
  }
  for (const Motor& motor : motors_) {
    (*effort)[At(motor.v)] = rows.constraints()[At(motor.constraint)].impulse[0] / dt;
  }
}

}  // namespace surefoot::solver
