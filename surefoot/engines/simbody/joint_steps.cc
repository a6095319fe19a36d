#include "surefoot/engines/simbody/joint_steps.h"

#include <algorithm>

namespace surefoot::engines::simbody {
namespace {

using world::JointType;

constexpr double kTwoPi = 6.283185307179586476925286766559;

JointStep Turn(const Vector3d& axis, int index) {
  JointStep step;
  step.q_JF = QuaternionFromZAxis(axis);
  step.axis = index;
  return step;
}

JointStep Slide(const Vector3d& axis, int index) {
  JointStep step;
  step.type = MobilizerSpec::kSlider;
  step.q_JF = Quaterniond::FromTwoVectors(Vector3d::UnitX(), axis);
  step.axis = index;
  return step;
}

}  // namespace

std::vector<JointStep> JointSteps(const world::Joint& joint, bool reversed) {
  const double sign = reversed ? -1.0 : 1.0;
  const Vector3d a = sign * joint.axes[0].axis_J;
  const Vector3d b = sign * joint.axes[1].axis_J;
  std::vector<JointStep> steps;
  switch (joint.type) {
    case JointType::kFixed:
    case JointType::kFloating:
      break;
    case JointType::kRevolute:
    case JointType::kContinuous:
      steps = {Turn(a, 0)};
      break;
    case JointType::kPrismatic:
      steps = {Slide(a, 0)};
      break;
    case JointType::kScrew:
      steps = {Turn(a, 0)};
      steps[0].type = MobilizerSpec::kScrew;
      steps[0].pitch = joint.screw_pitch / kTwoPi;
      break;
    case JointType::kUniversal:
      steps = {Turn(a, 0), Turn(b, 1)};
      break;
    case JointType::kPlanar:
      steps = {Slide(a, 0), Slide(b, 1), Turn(sign * a.cross(b).normalized(), 2)};
      break;
    case JointType::kBall: {
      JointStep step;
      step.type = MobilizerSpec::kBall;
      steps = {step};
      break;
    }
  }
  if (reversed) std::reverse(steps.begin(), steps.end());
  return steps;
}

}  // namespace surefoot::engines::simbody
