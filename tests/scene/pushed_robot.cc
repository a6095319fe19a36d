#include "tests/scene/pushed_robot.h"

#include <algorithm>
#include <cmath>

#include "surefoot/msgs/geometry_msgs.h"
#include "tests/scene/acting_robot.h"

namespace surefoot::conformance {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kDirections = 8;
constexpr double kPushTime = 0.1;
/// Time to start walking, and time until it is judged.
constexpr double kBefore = 2.0;
constexpr double kAfter = 3.5;
/// Distribution of the pushes over a step.
constexpr double kStepTime = 0.4;

/// Twenty messages a second. Returns false if it lies.
Result<bool> Walk(Session* session, const std::string& robot, ActingRobot* acting, double speed,
                  double seconds) {
  msgs::geometry_msgs::Twist twist;
  twist.linear.x = speed;
  const double lies = 0.6;
  for (double left = seconds; left > 1e-9; left -= 0.05) {
    Status status = session->Publish("/" + robot + "/cmd_vel", twist);
    if (status.ok()) status = acting->Wait(std::min(left, 0.05));
    if (!status.ok()) return status.error();
    if (acting->tilt() > lies) return false;
  }
  return true;
}

}  // namespace

std::vector<Shove> ShovesAround(double speed, double impulse) {
  std::vector<Shove> shoves;
  for (int i = 0; i < kDirections; ++i) {
    // Three does not divide eight: neighbouring directions are pushed at different times.
    const double when = kStepTime * ((3 * i) % kDirections) / kDirections;
    shoves.push_back({speed, 2.0 * kPi * i / kDirections, impulse, when});
  }
  return shoves;
}

Result<bool> Bears(Session* session, const std::string& robot, const Shove& shove, bool closed) {
  ActingRobot acting(session, robot);
  const Status status = acting.Balance(closed);
  if (!status.ok()) return status.error();
  const double before = shove.speed == 0.0 ? 0.3 : kBefore;
  Result<bool> upright = Walk(session, robot, &acting, shove.speed, before + shove.when);
  if (!upright.ok() || !*upright) return upright;
  const double force = shove.impulse / kPushTime;
  const Vector3d force_W(force * std::cos(shove.direction), force * std::sin(shove.direction), 0.0);
  const Status pushed = acting.Push(force_W, kPushTime);
  if (!pushed.ok()) return pushed.error();
  upright = Walk(session, robot, &acting, shove.speed, kAfter);
  if (!upright.ok() || !*upright) return upright;
  return acting.stands();
}

}  // namespace surefoot::conformance
