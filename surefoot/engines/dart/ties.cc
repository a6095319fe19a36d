#include "surefoot/engines/dart/ties.h"

#include <algorithm>

#include "surefoot/engines/dart/settings.h"
#include "surefoot/physics/joint_coordinates.h"
#include "surefoot/physics/kinematics.h"

namespace surefoot::engines::dart {
namespace {

using world::JointType;

constexpr double kTwoPi = 6.283185307179586476925286766559;

Vector3d RotationVector(const Quaterniond& q) {
  const Eigen::AngleAxisd turn(q);
  return turn.angle() * turn.axis();
}

/// Two unit vectors at right angles to a unit vector and to each other.
void Span(const Vector3d& axis, Vector3d* first, Vector3d* second) {
  *first = axis.unitOrthogonal();
  *second = axis.cross(*first);
}

RelativeRow Linear(const Vector3d& direction) { return RelativeRow{direction, Vector3d::Zero()}; }
RelativeRow Angular(const Vector3d& direction) { return RelativeRow{Vector3d::Zero(), direction}; }

Vector3d SecondAxis(const world::Joint& joint, const double* q) {
  return Eigen::AngleAxisd(q[0], joint.axes[0].axis_J) * joint.axes[1].axis_J;
}

/// The directions (in Jp) in which the joint does not give, at most six.
int HeldRows(const world::Joint& joint, const double* q, RelativeRow* rows) {
  const Vector3d& axis = joint.axes[0].axis_J;
  const Vector3d normal = axis.cross(joint.axes[1].axis_J).normalized();
  const Matrix3d I = Matrix3d::Identity();
  Vector3d side[2];
  Span(joint.type == JointType::kPlanar ? normal : axis, side, side + 1);
  int count = 0;
  const auto add = [&](const RelativeRow& row) { rows[count++] = row; };
  const bool slides = joint.type == JointType::kPrismatic || joint.type == JointType::kScrew;
  if (joint.type == JointType::kPlanar) {
    add(Linear(normal));
  } else if (slides) {
    for (const Vector3d& direction : side) add(Linear(direction));
  } else if (joint.type != JointType::kFloating) {
    for (int i = 0; i < 3; ++i) add(Linear(I.col(i)));
  }
  switch (joint.type) {
    case JointType::kFixed:
    case JointType::kPrismatic:
      for (int i = 0; i < 3; ++i) add(Angular(I.col(i)));
      break;
    case JointType::kRevolute:
    case JointType::kContinuous:
    case JointType::kScrew:
    case JointType::kPlanar:
      for (const Vector3d& direction : side) add(Angular(direction));
      if (joint.type == JointType::kScrew) {
        add(RelativeRow{axis, -joint.screw_pitch / kTwoPi * axis});
      }
      break;
    case JointType::kUniversal:
      add(Angular(axis.cross(SecondAxis(joint, q)).normalized()));
      break;
    case JointType::kBall:
    case JointType::kFloating:
      break;
  }
  return count;
}

}  // namespace

Ties::Ties(const Maps& maps, Dynamics* dynamics)
    : maps_(maps), dynamics_(dynamics), poses_(maps.ties.size()) {}

void Ties::Update(const std::vector<double>& q) {
  const auto pose_of = [this](int body) {
    if (body == kGround) return RigidTransform();
    const BodyMotion& motion = dynamics_->body(body);
    return RigidTransform(Quaterniond(motion.R_WB).normalized(), motion.p_WB);
  };
  for (std::size_t i = 0; i < poses_.size(); ++i) {
    const TieMap& tie = maps_.ties[i];
    Pose& pose = poses_[i];
    const RigidTransform X_WJp = pose_of(tie.body_a) * tie.X_AJ;
    const RigidTransform X_WJc = pose_of(tie.body_b) * tie.X_BJ;
    const RigidTransform X = X_WJp.Inverse() * X_WJc;
    std::copy(q.begin() + tie.q, q.begin() + tie.q + tie.q_count, pose.q);
    double v[6] = {};
    physics::JointCoordinates(tie.joint, X, Twist(), pose.q, v);
    const RigidTransform X_asked = physics::JointPose(tie.joint, pose.q);
    pose.p_W = X_WJc.p;
    pose.q_WJp = X_WJp.q;
    pose.shift = X.p - X_asked.p;
    pose.turn = RotationVector(X.q * X_asked.q.conjugate());
  }
}

RelativeRow Ties::AxisRow(int tie, int axis) const {
  const world::Joint& joint = maps_.ties[At(tie)].joint;
  const Pose& pose = poses_[At(tie)];
  const Vector3d& first = joint.axes[0].axis_J;
  const Vector3d& second = joint.axes[1].axis_J;
  RelativeRow row;
  switch (joint.type) {
    case JointType::kPrismatic:
      row = Linear(first);
      break;
    case JointType::kPlanar:
      row = axis == 0   ? Linear(first)
            : axis == 1 ? Linear(second)
                        : Angular(first.cross(second).normalized());
      break;
    case JointType::kUniversal:
      row = Angular(axis == 0 ? first : SecondAxis(joint, pose.q));
      break;
    default:
      row = Angular(first);
  }
  return RelativeRow{pose.q_WJp * row.linear, pose.q_WJp * row.angular};
}

void Ties::AddAxis(int tie, int axis, double coefficient, Solver* solver) const {
  RelativeRow row = AxisRow(tie, axis);
  row.linear *= coefficient;
  row.angular *= coefficient;
  const TieMap& map = maps_.ties[At(tie)];
  solver->AddRelative(map.body_a, map.body_b, poses_[At(tie)].p_W, &row, 1);
}

void Ties::AddEffort(int tie, int axis, double effort) const {
  const RelativeRow row = AxisRow(tie, axis);
  const TieMap& map = maps_.ties[At(tie)];
  const Vector3d& p_W = poses_[At(tie)].p_W;
  constexpr double kMost = 1e40;  // far beyond all sense, and DART takes it
  const double bounded = std::clamp(effort, -kMost, kMost);
  const Wrench F{bounded * row.angular, bounded * row.linear};
  if (map.body_b != kGround) dynamics_->AddWrench(map.body_b, F, p_W);
  const Wrench back{-F.torque, -F.force};
  if (map.body_a != kGround) dynamics_->AddWrench(map.body_a, back, p_W);
}

void Ties::AddConstraints(double dt, Solver* solver) const {
  RelativeRow rows[6];
  for (int i = 0; i < size(); ++i) {
    const TieMap& tie = maps_.ties[At(i)];
    const int count = HeldRows(tie.joint, poses_[At(i)].q, rows);
    for (int k = 0; k < count; ++k) Hold(i, rows[k], dt, solver);
  }
}

void Ties::Hold(int tie, const RelativeRow& row_Jp, double dt, Solver* solver) const {
  const TieMap& map = maps_.ties[At(tie)];
  const Pose& pose = poses_[At(tie)];
  const double error = row_Jp.linear.dot(pose.shift) + row_Jp.angular.dot(pose.turn);
  Constraint& held = solver->constraint(solver->Add());
  held.low = -world::kInfinity;
  held.high = world::kInfinity;
  held.softness = kTieSoftness;
  held.target = RecoverySpeed(-error, dt);
  const RelativeRow row{pose.q_WJp * row_Jp.linear, pose.q_WJp * row_Jp.angular};
  solver->AddRelative(map.body_a, map.body_b, pose.p_W, &row, 1);
}

}  // namespace surefoot::engines::dart
