#include "surefoot/engines/bullet/loops.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/engines/bullet/servos.h"
#include "surefoot/physics/joint_coordinates.h"
#include "surefoot/physics/kinematics.h"
#include "surefoot/physics/servo.h"

// Joints that close loops, attachments, mimic joints and motors become rows of equations for the
// solver; Bullet's own constraints are not used.

namespace surefoot::engines::bullet {
namespace {

using world::JointType;

constexpr double kTwoPi = 6.283185307179586476925286766559;
constexpr double kUnlimited = 1e12;

/// The logarithm of a rotation: axis times angle (rad).
Vector3d RotationVector(Quaterniond q) {
  if (q.w() < 0.0) q.coeffs() = -q.coeffs();
  const double sine = q.vec().norm();
  if (sine < 1e-12) return 2.0 * q.vec();
  return 2.0 * std::atan2(sine, q.w()) / sine * q.vec();
}

/// Loop joints of types without scalar coordinates (fixed, ball, floating) have no motors or
/// limits.
int CoordinateCount(JointType type) {
  return world::LimitedAxisCount(type) > 0 ? world::VelocityCount(type) : 0;
}

/// Without any force along the coordinate no row is needed.
bool IsPassive(const world::JointAxis& axis) {
  return axis.friction <= 0.0 && axis.damping <= 0.0 && axis.spring_stiffness <= 0.0 &&
         axis.armature <= 0.0 && axis.lower == -world::kInfinity && axis.upper == world::kInfinity;
}

}  // namespace

Loops::Loops(const world::World& world, const Built& built) : world_(world), built_(built) {
  joints_.resize(built.loops.size());
}

/// Pose in W of a frame at the start of the step.
RigidTransform Loops::PoseOf(const Place& place) const {
  if (!place.moves()) return place.X_CF;
  return (*articulations_)[At(place.articulation)].frame(place.link).X_WC * place.X_CF;
}

/// Velocity of the body at the point p_W.
Twist Loops::VelocityOf(const Place& place, const Vector3d& p_W) const {
  if (!place.moves()) return Twist();
  const LinkFrame& frame = (*articulations_)[At(place.articulation)].frame(place.link);
  return Shifted(frame.V_WC_W, p_W - frame.X_WC.p);
}

Loops::Sides Loops::SidesOf(const Place& parent, const Place& child) const {
  return Sides{PoseOf(parent), PoseOf(child)};
}

/// Velocities are compared at Jc's origin and expressed in Jp, as JointCoordinates() expects.
void Loops::Update(const std::vector<Articulation>& articulations) {
  articulations_ = &articulations;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const LoopMap& loop = built_.loops[i];
    const Sides sides = SidesOf(loop.parent, loop.child);
    const Twist V_Wp = VelocityOf(loop.parent, sides.X_WJc.p);
    const Twist V_Wc = VelocityOf(loop.child, sides.X_WJc.p);
    const Quaterniond q_JpW = sides.X_WJp.q.conjugate();
    Twist V_JpJc;
    V_JpJc.w = q_JpW * (V_Wc.w - V_Wp.w);
    V_JpJc.v = q_JpW * (V_Wc.v - V_Wp.v);
    physics::JointCoordinates(world_.joint_spec(loop.joint), sides.X_WJp.Inverse() * sides.X_WJc,
                              V_JpJc, joints_[i].q.data(), joints_[i].v.data());
  }
}

/// Velocity that removes a share of a position error, bounded by kRecoverySpeed.
double Loops::Back(double error) const {
  return std::clamp(-kRecoveryShare * error / dt_, -kRecoverySpeed, kRecoverySpeed);
}

/// Bounds the magnitude, so that the direction of the correction is kept.
Vector3d Loops::Back(const Vector3d& error) const {
  const Vector3d desired = -kRecoveryShare / dt_ * error;
  const double speed = desired.norm();
  return speed > kRecoverySpeed ? Vector3d(kRecoverySpeed / speed * desired) : desired;
}

/// Equality rows exist in every step, so their articulations always need the inverse mass matrix.
void Loops::FindRows(std::vector<char>* needed) const {
  const auto mark = [needed](const Place& place) {
    if (place.moves()) (*needed)[At(place.articulation)] = 1;
  };
  for (const LoopMap& loop : built_.loops) {
    mark(loop.parent);
    mark(loop.child);
  }
  for (const WeldMap& weld : built_.welds) {
    mark(weld.a);
    mark(weld.b);
  }
  for (const MimicMap& mimic : built_.mimics) {
    for (const int joint : {mimic.follower, mimic.leader}) {
      if (joint < 0) continue;
      const int dof = built_.dof_of_joint[At(joint)];
      if (dof < 0) continue;
      (*needed)[At(built_.dofs[static_cast<std::size_t>(dof)].articulation)] = 1;
    }
  }
}

/// A row for the velocity of the child relative to the parent at p_W.
int Loops::AddRelative(const Place& parent, const Place& child, const Vector3d& p_W,
                       const Vector3d& linear, const Vector3d& angular, double target) {
  Rows& rows = solver_->rows();
  rows.Begin();
  rows.AddMotion(child, p_W, linear, angular, 1.0);
  rows.AddMotion(parent, p_W, linear, angular, -1.0);
  targets_.push_back(target);
  return rows.End();
}

void Loops::AddWeld(const Place& a, const Place& b) {
  const Sides sides = SidesOf(a, b);
  const Vector3d p = sides.X_WJc.p;
  // Errors of position and rotation (rotation vector) of Jc in Jp.
  const Vector3d shift = Back(Vector3d(p - sides.X_WJp.p));
  const Vector3d turn =
      Back(Vector3d(sides.X_WJp.q * RotationVector(sides.X_WJp.q.conjugate() * sides.X_WJc.q)));
  for (int k = 0; k < 3; ++k) {
    AddRelative(a, b, p, Vector3d::Unit(k), Vector3d::Zero(), shift[k]);
  }
  for (int k = 0; k < 3; ++k) {
    AddRelative(a, b, p, Vector3d::Zero(), Vector3d::Unit(k), turn[k]);
  }
}

/// Rows for the constrained directions of the joint, with targets that reduce its position error.
void Loops::AddLoop(std::size_t index) {
  const LoopMap& loop = built_.loops[index];
  const world::Joint& joint = world_.joint_spec(loop.joint);
  if (joint.type == JointType::kFloating) return;
  if (joint.type == JointType::kFixed) {
    AddWeld(loop.parent, loop.child);
    return;
  }
  const Sides sides = SidesOf(loop.parent, loop.child);
  const Vector3d p = sides.X_WJc.p;
  const Vector3d apart = p - sides.X_WJp.p;
  const auto shift = [&](const Vector3d& direction, double target) {
    AddRelative(loop.parent, loop.child, p, direction, Vector3d::Zero(), target);
  };
  const auto turn = [&](const Vector3d& direction, double target) {
    AddRelative(loop.parent, loop.child, p, Vector3d::Zero(), direction, target);
  };
  const Vector3d first = joint.axes[0].axis_J;
  const bool planar = joint.type == JointType::kPlanar;
  const Vector3d axis = planar ? Vector3d(first.cross(joint.axes[1].axis_J).normalized()) : first;
  const Vector3d axis_p = sides.X_WJp.q * axis;
  const Vector3d axis_c = sides.X_WJc.q * axis;
  const Vector3d u = axis_p.unitOrthogonal();
  const Vector3d w = axis_p.cross(u);
  // The three kinds of constraint of which the joint types consist.
  const auto hold_axis = [&] {
    // For small errors the cross product of the axes is the rotation between them.
    const Vector3d back = Back(Vector3d(axis_p.cross(axis_c)));
    turn(u, back.dot(u));
    turn(w, back.dot(w));
  };
  const auto hold_point = [&] {
    const Vector3d back = Back(apart);
    for (int k = 0; k < 3; ++k) shift(Vector3d::Unit(k), back[k]);
  };
  const auto hold_line = [&] {
    const Vector3d back = Back(Vector3d(apart - axis_p * axis_p.dot(apart)));
    shift(u, back.dot(u));
    shift(w, back.dot(w));
  };
  switch (joint.type) {
    case JointType::kRevolute:
    case JointType::kContinuous:
      hold_point();
      hold_axis();
      break;
    case JointType::kPrismatic: {
      hold_line();
      const Vector3d back =
          Back(Vector3d(sides.X_WJp.q * RotationVector(sides.X_WJp.q.conjugate() * sides.X_WJc.q)));
      for (int k = 0; k < 3; ++k) turn(Vector3d::Unit(k), back[k]);
      break;
    }
    case JointType::kScrew: {
      hold_line();
      hold_axis();
      const double advance = joint.screw_pitch / kTwoPi;
      // Translation along the axis minus advance times rotation.
      AddRelative(loop.parent, loop.child, p, axis_p, -advance * axis_p,
                  Back(axis_p.dot(apart) - advance * joints_[index].q[0]));
      break;
    }
    case JointType::kUniversal: {
      hold_point();
      const Vector3d second_c = sides.X_WJc.q * joint.axes[1].axis_J;
      const Vector3d normal = axis_p.cross(second_c);
      // The axes of a universal joint keep the angle they have in the description.
      const double error = axis_p.dot(second_c) - first.dot(joint.axes[1].axis_J);
      if (normal.norm() > 1e-6) turn(normal.normalized(), Back(-error));
      break;
    }
    case JointType::kPlanar:
      shift(axis_p, Back(axis_p.dot(apart)));
      hold_axis();
      break;
    case JointType::kBall:
      hold_point();
      break;
    default:
      break;
  }
}

/// Adds the velocity of a coordinate of a loop joint to the open row.
void Loops::AddMotion(std::size_t index, int axis, double factor) {
  const LoopMap& loop = built_.loops[index];
  const world::Joint& joint = world_.joint_spec(loop.joint);
  const Sides sides = SidesOf(loop.parent, loop.child);
  const Vector3d& first = joint.axes[0].axis_J;
  const Vector3d& second = joint.axes[1].axis_J;
  Vector3d linear = Vector3d::Zero();
  Vector3d angular = Vector3d::Zero();
  switch (joint.type) {
    case JointType::kPrismatic:
      linear = sides.X_WJp.q * first;
      break;
    case JointType::kPlanar:
      if (axis < 2) {
        linear = sides.X_WJp.q * (axis == 0 ? first : second);
      } else {
        angular = sides.X_WJp.q * first.cross(second).normalized();
      }
      break;
    case JointType::kUniversal:
      angular = axis == 0 ? Vector3d(sides.X_WJp.q * first) : Vector3d(sides.X_WJc.q * second);
      break;
    default:
      angular = sides.X_WJp.q * first;
      break;
  }
  Rows& rows = solver_->rows();
  rows.AddMotion(loop.child, sides.X_WJc.p, linear, angular, factor);
  rows.AddMotion(loop.parent, sides.X_WJc.p, linear, angular, -factor);
}

/// The coordinate may belong to a tree or to a loop.
void Loops::AddCoordinate(int joint, double factor) {
  const auto at = static_cast<std::size_t>(joint);
  const int dof = built_.dof_of_joint[at];
  if (dof >= 0) {
    const DofMap& map = built_.dofs[At(dof)];
    solver_->rows().AddCoordinate(map.articulation, map.art_v, factor);
  } else {
    AddMotion(static_cast<std::size_t>(built_.loop_of_joint[at]), 0, factor);
  }
}

/// First coordinate of a joint of a tree or of a loop.
double Loops::CoordinateOf(int joint) const {
  const auto at = static_cast<std::size_t>(joint);
  const int dof = built_.dof_of_joint[at];
  if (dof < 0) return joints_[At(built_.loop_of_joint[at])].q[0];
  const DofMap& map = built_.dofs[At(dof)];
  return (*articulations_)[At(map.articulation)].q()[At(map.art_q)];
}

/// One row: follower - multiplier * leader, with a target that reduces the error.
void Loops::AddMimic(const MimicMap& mimic) {
  Rows& rows = solver_->rows();
  rows.Begin();
  AddCoordinate(mimic.follower, 1.0);
  double error = CoordinateOf(mimic.follower) - mimic.offset;
  if (mimic.leader >= 0) {
    AddCoordinate(mimic.leader, -mimic.multiplier);
    error -= mimic.multiplier * CoordinateOf(mimic.leader);
  }
  targets_.push_back(Back(error));
  rows.End();
}

/// Motors, friction, limits and passive forces along the coordinates of a loop joint. In trees the
/// passive forces are part of the mass matrix (Servos::Augment); here they are in the block.
void Loops::AddJointRows(const physics::Inputs& inputs, std::size_t index) {
  const LoopMap& loop = built_.loops[index];
  const world::Joint& joint = world_.joint_spec(loop.joint);
  const world::JointLayout& layout = world_.joint(loop.joint);
  for (int k = 0; k < CoordinateCount(joint.type); ++k) {
    const world::JointAxis axis = physics::AxisOf(joint, k);
    const physics::MotorCommand command =
        physics::WithSpeedLimit(inputs.motors[At(layout.v + k)], axis);
    if (command.mode == physics::ControlMode::kNone && IsPassive(axis)) continue;
    const auto at = static_cast<std::size_t>(k);
    const double q = joints_[index].q[at];
    const double v = joints_[index].v[at];
    JointBlock block;
    solver_->rows().Begin();
    AddMotion(index, k, 1.0);
    block.row = solver_->rows().End();
    block.impulse = joints_[index].force[at] * dt_;
    if (physics::IsServo(command.mode)) {
      block.servo_velocity = physics::ServoVelocity(command, axis, q);
      block.servo_impulse = std::min(physics::EffortLimit(command, axis), kUnlimited) * dt_;
    }
    block.friction_impulse = axis.friction * dt_;
    // Implicit: the impulse is offset - slope * v with the new velocity v.
    block.slope = axis.armature + dt_ * axis.damping + dt_ * dt_ * axis.spring_stiffness;
    block.offset = axis.armature * v + dt_ * physics::CommandedEffort(command, axis.effort) -
                   dt_ * axis.spring_stiffness * (q - axis.spring_reference);
    SetLimits(axis, q, dt_, &block);
    row_maps_.push_back(RowMap{index, k, solver_->joints().size()});
    solver_->joints().push_back(block);
  }
}

/// Ends a block of rows that are solved together by one Cholesky factorization.
void Loops::CloseBlock(int first_row) {
  const int count = solver_->rows().count() - first_row;
  if (count > 0) {
    EqualityBlock& block = solver_->AddEquality(first_row, count);
    block.target = Eigen::Map<const Eigen::VectorXd>(targets_.data(), count);
  }
  targets_.clear();
}

void Loops::AddRows(const physics::Inputs& inputs, double dt,
                    const std::vector<Articulation>& articulations, Solver* solver) {
  articulations_ = &articulations;
  solver_ = solver;
  dt_ = dt;
  row_maps_.clear();
  // All equalities of a model are one block: redundant loops share their errors.
  for (const ModelRange& range : built_.ranges) {
    const int first_row = solver->rows().count();
    for (int i = range.loops.first; i < range.loops.end(); ++i) {
      AddLoop(static_cast<std::size_t>(i));
    }
    for (const MimicMap& mimic : built_.mimics) {
      if (mimic.model == range.model) AddMimic(mimic);
    }
    CloseBlock(first_row);
  }
  for (const WeldMap& weld : built_.welds) {
    const int first_row = solver->rows().count();
    AddWeld(weld.a, weld.b);
    CloseBlock(first_row);
  }
  for (std::size_t i = 0; i < built_.loops.size(); ++i) AddJointRows(inputs, i);
}

/// Stores the forces for the warm start and writes the motors' efforts.
void Loops::ReadRows(const physics::Inputs& inputs, double dt, const Solver& solver,
                     std::vector<double>* effort) {
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const world::JointLayout& layout = world_.joint(built_.loops[i].joint);
    for (int k = 0; k < layout.v_count; ++k) (*effort)[At(layout.v + k)] = 0.0;
    joints_[i].force.fill(0.0);
  }
  for (const RowMap& map : row_maps_) {
    const JointBlock& block = solver.joints()[map.block];
    const int joint = built_.loops[map.loop].joint;
    joints_[map.loop].force[At(map.axis)] = block.impulse / dt;
    const auto v = static_cast<std::size_t>(world_.joint(joint).v + map.axis);
    const world::JointAxis axis = physics::AxisOf(world_.joint_spec(joint), map.axis);
    const physics::MotorCommand command = physics::WithSpeedLimit(inputs.motors[v], axis);
    (*effort)[v] = physics::IsServo(command.mode) ? block.servo / dt
                                                  : physics::CommandedEffort(command, axis.effort);
  }
}

}  // namespace surefoot::engines::bullet
