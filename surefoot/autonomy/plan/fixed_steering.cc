#include "surefoot/autonomy/plan/fixed_steering.h"

namespace surefoot::plan {

using estimate::Pose2;

void FixedSteering::Decide(const Pose2& pose, double way) {
  const double distance = RangeTo(pose, plan_.target);
  const double bearing = BearingTo(pose, plan_.target);
  if (phase_ == Phase::kFollow && way >= plan_.first_length) {
    phase_ = Phase::kTurn;
  } else if (phase_ == Phase::kTurn) {
    const double error = estimate::WrapAngle(bearing - pose[2]);
    if (plan_.turn_steering * error <= 0.0) {
      phase_ = Phase::kBearing;
      bearing_ = bearing;
    }
  }
  if (phase_ == Phase::kBearing && distance < plan_.approach.distance) phase_ = Phase::kApproach;
  if (phase_ == Phase::kApproach && distance < plan_.reached) phase_ = Phase::kArrived;
}

DriveCommand FixedSteering::Command(const Pose2& pose) const {
  switch (phase_) {
    case Phase::kFollow:
      return {SteerTo(plan_.heading, pose, plan_.first_heading), 1.0};
    case Phase::kTurn:
      return {plan_.turn_steering, 1.0};
    case Phase::kBearing:
      return {SteerTo(plan_.heading, pose, bearing_), 1.0};
    case Phase::kApproach:
      return Approach(plan_.approach, pose, plan_.target);
    case Phase::kArrived:
      break;
  }
  return {0.0, 0.0};
}

const char* PhaseLetter(FixedSteering::Phase phase) {
  switch (phase) {
    case FixedSteering::Phase::kFollow:
      return "A";
    case FixedSteering::Phase::kTurn:
      return "B";
    case FixedSteering::Phase::kBearing:
      return "C";
    case FixedSteering::Phase::kApproach:
      return "D";
    case FixedSteering::Phase::kArrived:
      break;
  }
  return "-";
}

}  // namespace surefoot::plan
