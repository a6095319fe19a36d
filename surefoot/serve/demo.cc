#include "surefoot/serve/demo.h"

#include <cmath>

#include "surefoot/msgs/geometry_msgs.h"

namespace surefoot::serve {
namespace {

using msgs::geometry_msgs::Twist;

constexpr double kSpeed = 0.5;
/// One round of the eight: a circle to the left, then one to the right.
constexpr double kCircleSeconds = 16.0;
constexpr SimTimeNs kIntervalNs = 100'000'000;

}  // namespace

void Demo::Restart() {
  looked_ = false;
  topic_.clear();
  next_ns_ = 0;
}

void Demo::Find(const Claims& claims, const Session& session) {
  looked_ = true;
  for (const std::string& topic : claims.commands()) {
    const graph::Topic* known = session.simulation().graph().FindTopic(topic);
    if (known == nullptr || known->type != &Twist::type()) continue;
    topic_ = topic;
    return;
  }
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
  if (now_ns < next_ns_ && next_ns_ - now_ns <= kIntervalNs) return;
  next_ns_ = now_ns + kIntervalNs;
  Twist twist;
  twist.linear.x = kSpeed;
  const bool left = std::fmod(session->time(), 2.0 * kCircleSeconds) < kCircleSeconds;
  twist.angular.z = (left ? 2.0 : -2.0) * M_PI / kCircleSeconds;
  // It is a drive of this world; what it refuses, it counts by itself.
  const Status status = session->Publish(topic_, twist);
  static_cast<void>(status);
}

}  // namespace surefoot::serve
