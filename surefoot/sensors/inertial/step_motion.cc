#include "surefoot/sensors/inertial/step_motion.h"

#include <cmath>

#include "surefoot/math/quaternion_array.h"

namespace surefoot::sensors {
namespace {

/// A turn of more than this (rad) in a step could as well be one the other way round.
constexpr double kMostTurn = 2.5;

/// Rotation vector of a turn of at most half a revolution.
Vector3d RotationVector(const Quaterniond& q) {
  const double sign = q.w() < 0.0 ? -1.0 : 1.0;
  const double sine = q.vec().norm();
  if (sine < 1e-8) return 2.0 * sign * q.vec();
  return sign * q.vec() * (2.0 * std::atan2(sine, std::abs(q.w())) / sine);
}

Quaterniond Middle(const Quaterniond& a, const Quaterniond& b) {
  const double sign = a.dot(b) < 0.0 ? -1.0 : 1.0;
  Quaterniond middle;
  middle.coeffs() = a.coeffs() + sign * b.coeffs();
  return middle.normalized();
}

}  // namespace

StepMotion::Felt StepMotion::Step(const SensorPlace& place, const Truth& truth) {
  const Quaterniond q_WS = place.X_WS(truth.state).q;
  const Twist V_WS_W = place.V_WS_W(truth.state);
  const bool by_pose = known_ && V_WS_W.w.norm() * truth.step < kMostTurn;
  const Quaterniond middle = by_pose ? Middle(q_WS_, q_WS) : q_WS;
  Felt felt;
  felt.w_S = by_pose ? Vector3d(RotationVector(q_WS_.conjugate() * q_WS) / truth.step)
                     : Vector3d(q_WS.conjugate() * V_WS_W.w);
  const Vector3d a_WS_W = (V_WS_W.v - v_WS_W_) / truth.step;
  felt.f_S = middle.conjugate() * (a_WS_W - truth.inputs.gravity_W);
  known_ = true;
  q_WS_ = q_WS;
  v_WS_W_ = V_WS_W.v;
  return felt;
}

void StepMotion::JumpTo(const SensorPlace& place, const physics::State& state) {
  known_ = true;
  q_WS_ = place.X_WS(state).q;
  v_WS_W_ = place.V_WS_W(state).v;
}

void StepMotion::Archive(StateArchive* archive) {
  archive->Items(&known_, &q_WS_.coeffs(), &v_WS_W_);
}

}  // namespace surefoot::sensors
