#include "surefoot/autonomy/plan/fixed_steering.h"

#include <algorithm>
#include <cmath>

#include "surefoot/autonomy/plan/rock_field.h"

// The strategy of the article: a straight line, a turn with constant steering and a straight line
// to the target. Directions and lengths are found by a search over the plan's free parameters,
// because the article does not state them.

namespace surefoot::plan {

using estimate::Pose2;

/// Changes the phase by the distance driven, the direction to the target and the distance from it;
/// phases never go back.
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
  if (phase_ == Phase::kApproach && distance < plan_.goal_tolerance) phase_ = Phase::kArrived;
}

/// Steering of the present phase, and speed as a share of the nominal one.
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

double BearingTo(const estimate::Pose2& pose, const Eigen::Vector2d& target) {
  return std::atan2(target.y() - pose.y(), target.x() - pose.x());
}

double RangeTo(const estimate::Pose2& pose, const Eigen::Vector2d& target) {
  return (target - pose.head<2>()).norm();
}

double SteerTo(const HeadingRule& rule, const estimate::Pose2& pose, double heading) {
  const double error = estimate::WrapAngle(heading - pose[2]);
  return std::clamp(rule.gain * error, -rule.max_steering, rule.max_steering);
}

/// Speed is proportional to the distance, so the last metres take most of the time; steering is
/// proportional to the error of the bearing.
DriveCommand Approach(const ApproachRule& rule, const estimate::Pose2& pose,
                      const Eigen::Vector2d& target) {
  return {SteerTo(rule.heading, pose, BearingTo(pose, target)),
          std::min(1.0, RangeTo(pose, target) / rule.distance)};
}

namespace {

constexpr double kArcStep = 2.0;

Eigen::Vector2d Along(double heading) { return {std::cos(heading), std::sin(heading)}; }
Eigen::Vector2d LeftOf(double heading) { return {-std::sin(heading), std::cos(heading)}; }

}  // namespace

/// The route with this first direction, first length and side of the turn; none if the target is
/// inside the turning circle or the turn is too long.
std::optional<SteeringRoute> RouteOf(const SteeringSearch& search, const Eigen::Vector2d& target,
                                     double heading, double length, int side) {
  const Eigen::Vector2d corner = length * Along(heading);
  const Eigen::Vector2d center = corner + side * search.radius * LeftOf(heading);
  const Eigen::Vector2d to = target - center;
  const double distance = to.norm();
  if (!(distance > search.radius)) return std::nullopt;
  // The heading at which the circle's tangent meets the target.
  const double end = std::atan2(to.y(), to.x()) + side * std::asin(search.radius / distance);
  double turn = std::remainder(side * (end - heading), 2.0 * M_PI);
  if (turn < -1e-9) turn += 2.0 * M_PI;
  turn = std::max(turn, 0.0);
  if (turn > search.max_turn) return std::nullopt;
  SteeringRoute route{heading, length, side, {Eigen::Vector2d::Zero(), corner}, length};
  const int pieces = std::max(1, static_cast<int>(std::ceil(turn * search.radius / kArcStep)));
  for (int i = 1; i <= pieces; ++i) {
    const double at = heading + side * turn * i / pieces;
    route.points.push_back(center - side * search.radius * LeftOf(at));
  }
  route.length += turn * search.radius + (target - route.points.back()).norm();
  route.points.push_back(target);
  return route;
}

/// Exhaustive search over directions, lengths and both sides: few thousand candidates. The shortest
/// route that keeps clear of all rocks wins.
Result<SteeringRoute> FindSteeringRoute(const SteeringSearch& search, const Eigen::Vector2d& target,
                                        const std::vector<Rock>& rocks) {
  std::optional<SteeringRoute> best;
  const double bearing = std::atan2(target.y(), target.x());
  const double longest = search.longest * target.norm();
  const int widest = static_cast<int>(std::floor(search.widest / search.heading_step));
  for (int i = -widest; i <= widest; ++i) {
    for (double length = 0.0; length <= longest; length += search.length_step) {
      for (const int side : {1, -1}) {
        const auto route = RouteOf(search, target, bearing + i * search.heading_step, length, side);
        if (!route || (best && route->length >= best->length)) continue;
        if (ClearanceOf(route->points, rocks).border >= search.clearance) best = route;
      }
    }
  }
  if (best) return *best;
  return Error{"no line, turn and line to the target keeps " + std::to_string(search.clearance) +
               " m clear of all rocks; take a smaller clearance, or the grid planner"};
}

/// Follows the strategy with the table of steady motions until the target is near enough or time is
/// over.
std::vector<TraversePoint> DriveTraverse(const rover::LevelDrive& drive,
                                         const FixedSteeringPlan& plan, const TraverseRun& run) {
  FixedSteering strategy(plan);
  TraversePoint now;
  now.state = drive.Start(plan.first_heading, run.first_speed);
  std::vector<TraversePoint> points = {now};
  const auto every = [&](double period) { return std::max(1L, std::lround(period / run.step)); };
  const long decide = every(run.decide_every);
  const long keep = every(run.keep_every);
  for (long i = 1; now.state.time < run.max_time; ++i) {
    const DriveCommand command = strategy.Command(now.pose());
    drive.Step(command.steering, command.speed * run.speed, run.delay, run.step, &now.state);
    // Not the sum of many steps.
    now.state.time = static_cast<double>(i) * run.step;
    now.steering = command.steering;
    now.phase = strategy.phase();
    if (i % decide == 0) strategy.Decide(now.pose(), now.state.way);
    const bool arrived = strategy.phase() == FixedSteering::Phase::kArrived;
    if (arrived || i % keep == 0) points.push_back(now);
    if (arrived) break;
  }
  return points;
}

std::vector<Eigen::Vector2d> PathOf(const std::vector<TraversePoint>& points) {
  std::vector<Eigen::Vector2d> path;
  for (const TraversePoint& point : points) path.emplace_back(point.state.x, point.state.y);
  return path;
}

}  // namespace surefoot::plan
