#include "surefoot/autonomy/plan/traverse.h"

#include <algorithm>
#include <cmath>

namespace surefoot::plan {

std::vector<TraversePoint> DriveTraverse(const rover::LevelDrive& drive,
                                         const FixedSteeringPlan& plan, const TraverseRun& run) {
  FixedSteering strategy(plan);
  TraversePoint now;
  now.state = drive.Start(plan.first_heading, run.first_speed);
  std::vector<TraversePoint> points = {now};
  const auto every = [&](double period) { return std::max(1L, std::lround(period / run.step)); };
  const long decide = every(run.decide_every);
  const long keep = every(run.keep_every);
  for (long i = 1; now.state.time < run.most_time; ++i) {
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
