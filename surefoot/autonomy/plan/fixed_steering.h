#pragma once

/// Driving in segments: a fixed direction, a constant steering angle until the target is ahead, the
/// direction of the target, and the approach.

#include <Eigen/Core>
#include <vector>

#include "surefoot/autonomy/estimate/planar.h"
#include "surefoot/autonomy/plan/hazard_map.h"
#include "surefoot/autonomy/plan/rock_field.h"
#include "surefoot/autonomy/rover/level_drive.h"
#include "surefoot/base/result.h"

namespace surefoot::plan {

/// A command to the vehicle: the steering angle of its front axle (rad, to the left), and its speed
/// as a share of the usual one.
struct DriveCommand {
  double steering = 0.0;
  double speed = 1.0;
};

/// Steering in proportion to an error of the heading (rad), clamped to the maximum.
struct HeadingRule {
  double gain = 1.0;
  double max_steering = 0.17453292519943295;
};
double SteerTo(const HeadingRule& rule, const estimate::Pose2& pose, double heading);

/// The last metres to a target: steering in proportion to the error of the bearing, speed in
/// proportion to the distance.
struct ApproachRule {
  HeadingRule heading;
  /// From here on (m).
  double distance = 20.0;
};
DriveCommand Approach(const ApproachRule& rule, const estimate::Pose2& pose,
                      const Eigen::Vector2d& target);

double BearingTo(const estimate::Pose2& pose, const Eigen::Vector2d& target);
double RangeTo(const estimate::Pose2& pose, const Eigen::Vector2d& target);

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
  double goal_tolerance = 0.2274;
};

class FixedSteering {
 public:
  enum class Phase { kFollow, kTurn, kBearing, kApproach, kArrived };

  explicit FixedSteering(const FixedSteeringPlan& plan) : plan_(plan) {}

  /// Switches to the next phase if its condition holds; `way` is the distance driven so far (m). To
  /// be called as often as the vehicle decides.
  void Decide(const estimate::Pose2& pose, double way);
  /// The command of the current phase.
  DriveCommand Command(const estimate::Pose2& pose) const;

  Phase phase() const { return phase_; }

 private:
  FixedSteeringPlan plan_;
  Phase phase_ = Phase::kFollow;
  double bearing_ = 0.0;
};

/// "A" to "D", as studies call them; "-" at the target.
const char* PhaseLetter(FixedSteering::Phase phase);

/// Where plans of fixed steering are looked for.
struct SteeringSearch {
  /// Of the first segment: directions to both sides of the target's, and lengths up to this share
  /// of its distance.
  double widest = 1.2;
  double heading_step = 0.04363323129985824;
  double longest = 1.0;
  double length_step = 5.0;
  /// Of the turn: its radius (m), and its maximum angle.
  double radius = 20.0;
  double max_turn = 3.5;
  /// Of the path from any rock's border.
  double clearance = 3.0;
};

/// A straight line, a part of a circle, and a straight line to the target.
struct SteeringRoute {
  double first_heading = 0.0;
  double first_length = 0.0;
  /// 1: to the left, -1: to the right.
  int side = 1;
  std::vector<Eigen::Vector2d> points;
  double length = 0.0;
};

/// The route from the origin for these numbers; nothing when the target lies within the circle, or
/// the turn is too long.
std::optional<SteeringRoute> RouteOf(const SteeringSearch& search, const Eigen::Vector2d& target,
                                     double heading, double length, int side);

/// The shortest route that is clear of all rocks; an error if none exists.
Result<SteeringRoute> FindSteeringRoute(const SteeringSearch& search, const Eigen::Vector2d& target,
                                        const std::vector<Rock>& rocks);

/// How a traverse is driven.
struct TraverseRun {
  /// m/s.
  double speed = 40.0 / 3600.0;
  double first_speed = 38.0 / 3600.0;
  /// Time constant with which treads follow the desired speed (s).
  double delay = 60.0;
  /// Between two decisions of the strategy, two points of the result, and two steps (s).
  double decide_every = 60.0;
  double keep_every = 10.0;
  double step = 1.0;
  double max_time = 100000.0;
};

struct TraversePoint {
  rover::LevelState state;
  double steering = 0.0;
  FixedSteering::Phase phase = FixedSteering::Phase::kFollow;

  estimate::Pose2 pose() const { return {state.x, state.y, state.heading}; }
};

/// Drives from the origin to the target, as the strategy says; ends there, or when time is up. The
/// last point is where it ended.
std::vector<TraversePoint> DriveTraverse(const rover::LevelDrive& drive,
                                         const FixedSteeringPlan& plan, const TraverseRun& run);

/// Places of a traverse.
std::vector<Eigen::Vector2d> PathOf(const std::vector<TraversePoint>& points);

}  // namespace surefoot::plan
