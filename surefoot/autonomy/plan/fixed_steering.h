#pragma once

/// Driving in segments: a fixed direction, a constant steering angle until the target is ahead, the
/// direction of the target, and the approach.

#include "surefoot/autonomy/plan/approach.h"

namespace surefoot::plan {

struct FixedSteeringPlan {
  Eigen::Vector2d target = Eigen::Vector2d::Zero();
  /// The first segment: its direction (rad) and length (m).
  double first_heading = 0.0;
  double first_length = 0.0;
  /// Of the second; to the left when positive.
  double turn_steering = 0.0;
  HeadingRule heading;
  ApproachRule approach;
  /// Nearer than this, the target is reached (m).
  double reached = 0.2274;
};

class FixedSteering {
 public:
  enum class Phase { kFollow, kTurn, kBearing, kApproach, kArrived };

  explicit FixedSteering(const FixedSteeringPlan& plan) : plan_(plan) {}

  /// Goes on to the next phase when it is time; `way` is what was driven from the start (m). To be
  /// called as often as the vehicle decides.
  void Decide(const estimate::Pose2& pose, double way);
  /// What this phase tells the vehicle.
  DriveCommand Command(const estimate::Pose2& pose) const;

  Phase phase() const { return phase_; }

 private:
  FixedSteeringPlan plan_;
  Phase phase_ = Phase::kFollow;
  double bearing_ = 0.0;
};

/// "A" to "D", as studies call them; "-" at the target.
const char* PhaseLetter(FixedSteering::Phase phase);

}  // namespace surefoot::plan
