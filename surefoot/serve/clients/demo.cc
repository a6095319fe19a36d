#include "surefoot/serve/clients/demo.h"

#include <algorithm>
#include <cmath>

namespace surefoot::serve {
namespace {

using msgs::geometry_msgs::Twist;

/// Forward speed (m/s), and limit of the turning rate (rad/s).
constexpr double kSpeed = 0.5;
constexpr double kMaxTurnRate = 1.2;
/// Half the length of the figure of eight, and the look-ahead distance on it (m).
constexpr double kHalfLength = 3.0;
constexpr double kLookAhead = 0.8;
/// Skid-steered robots turn about half as fast as commanded; the gain compensates for part of it.
constexpr double kTurnGain = 1.7;
/// A robot that moves less than this distance (m) in this time (s) is stuck, and backs up for the
/// same time.
constexpr double kStuckWay = 0.15;
constexpr double kStuckSeconds = 3.0;
/// 10 Hz, well within the timeout after which drives stop.
constexpr SimTimeNs kIntervalNs = 100'000'000;

/// Lemniscate of Gerono, x = a sin s, y = a sin s cos s, turned so that it starts at the origin
/// along x.
Vector3d Eight(double s) {
  const double x = kHalfLength * std::sin(s);
  const double y = kHalfLength * std::sin(s) * std::cos(s);
  return Vector3d(x + y, x - y, 0.0) * M_SQRT1_2;
}

}  // namespace

void Demo::Restart() {
  looked_ = false;
  topic_.clear();
  next_ns_ = 0;
  X_WS_.reset();
}

void Demo::Find(const Claims& claims, const Session& session) {
  looked_ = true;
  for (const std::string& topic : claims.commands()) {
    const graph::Topic* known = session.simulation().graph().FindTopic(topic);
    const std::string robot = claims.RobotOf(topic);
    if (known == nullptr || known->type != &Twist::type()) continue;
    if (session.world().FindModel(robot) < 0) continue;
    topic_ = topic;
    robot_ = robot;
    return;
  }
}

Twist Demo::Choose(const RigidTransform& X_WM, double now) {
  if (!X_WS_) {
    // Only the yaw is kept: the path is level even if the robot starts on a slope.
    const Vector3d x_W = X_WM.q * Vector3d::UnitX();
    const double yaw = std::atan2(x_W.y(), x_W.x());
    X_WS_ = RigidTransform(Quaterniond(Eigen::AngleAxisd(yaw, Vector3d::UnitZ())), X_WM.p);
    ahead_ = 0.0;
    p_W_ = X_WM.p;
    moved_at_ = now;
    backs_until_ = -1.0;
  }
  Twist twist;
  if ((X_WM.p - p_W_).norm() > kStuckWay) {
    p_W_ = X_WM.p;
    moved_at_ = now;
  } else if (now - moved_at_ > kStuckSeconds) {
    moved_at_ = now;
    backs_until_ = now + kStuckSeconds;
  }
  if (now < backs_until_) {
    twist.linear.x = -kSpeed;
    twist.angular.z = 0.3;
    return twist;
  }
  // Pure pursuit (Coulter 1992): steer towards a point of the path at the look-ahead distance L;
  // the curvature to it is 2 sin(turn) / L.
  const RigidTransform X_MS = X_WM.Inverse() * *X_WS_;
  Vector3d target = X_MS * Eight(ahead_);
  for (int i = 0; i < 200 && target.head<2>().norm() < kLookAhead; ++i) {
    ahead_ += 0.02;
    target = X_MS * Eight(ahead_);
  }
  const double turn = std::atan2(target.y(), target.x());
  twist.angular.z = std::clamp(kTurnGain * 2.0 * kSpeed / kLookAhead * std::sin(turn),
                               -kMaxTurnRate, kMaxTurnRate);
  // A target behind the robot: turn on the spot as far as possible.
  if (std::abs(turn) > 0.5 * M_PI) twist.angular.z = std::copysign(kMaxTurnRate, turn);
  twist.linear.x = std::abs(turn) > 1.2 ? 0.3 * kSpeed : kSpeed;
  return twist;
}

void Demo::Update(const Claims& claims, Session* session) {
  if (over_) return;
  if (!looked_) Find(claims, *session);
  if (topic_.empty()) return;
  if (!claims.OwnerOf(claims.RobotOf(topic_)).empty()) {
    over_ = true;
    return;
  }
  const SimTimeNs now_ns = session->simulation().time_ns();
  // The second condition detects that time was set back.
  if (now_ns < next_ns_ && next_ns_ - now_ns <= kIntervalNs) return;
  next_ns_ = now_ns + kIntervalNs;
  const int model = session->world().FindModel(robot_);
  if (model < 0) return;
  const Twist twist = Choose(session->simulation().ModelPose(model), session->time());
  // The topic belongs to a drive of this world, which counts what it refuses.
  const Status status = session->Publish(topic_, twist);
  static_cast<void>(status);
}

}  // namespace surefoot::serve
