#include "surefoot/physics/joint_steps.h"

#include <algorithm>

namespace surefoot::physics {

using world::JointType;

std::vector<JointStep> StepsOf(const world::Joint& joint, bool reversed) {
  constexpr double kTwoPi = 6.283185307179586476925286766559;
  const Vector3d& first = joint.axes[0].axis_J;
  const Vector3d& second = joint.axes[1].axis_J;
  std::vector<JointStep> steps;
  switch (joint.type) {
    case JointType::kFixed:
    case JointType::kFloating:
      break;
    case JointType::kRevolute:
    case JointType::kContinuous:
      steps = {{StepKind::kRevolute, first, 0.0, 0}};
      break;
    case JointType::kPrismatic:
      steps = {{StepKind::kPrismatic, first, 0.0, 0}};
      break;
    case JointType::kScrew:
      steps = {{StepKind::kScrew, first, joint.screw_pitch / kTwoPi, 0}};
      break;
    case JointType::kUniversal:
      steps = {{StepKind::kRevolute, first, 0.0, 0}, {StepKind::kRevolute, second, 0.0, 1}};
      break;
    case JointType::kPlanar:
      steps = {{StepKind::kPrismatic, first, 0.0, 0},
               {StepKind::kPrismatic, second, 0.0, 1},
               {StepKind::kRevolute, first.cross(second).normalized(), 0.0, 2}};
      break;
    case JointType::kBall:
      steps = {{StepKind::kBall, first, 0.0, 0}};
      break;
  }
  if (reversed) {
    // The inverse motion: the steps backwards, each about its negative axis.
    std::reverse(steps.begin(), steps.end());
    for (JointStep& step : steps) step.axis_J = -step.axis_J;
  }
  return steps;
}

world::JointAxis AxisOf(const world::Joint& joint, int axis) {
  return axis < 2 ? joint.axes[axis] : world::JointAxis();
}

}  // namespace surefoot::physics
