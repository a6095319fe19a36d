#include "tests/scene/acting_robot.h"

#include <algorithm>
#include <cmath>

#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::conformance {
namespace {

std::size_t FirstLink(const world::World& world, int model) {
  return static_cast<std::size_t>(world.layout(model).links.first);
}

}  // namespace

ActingRobot::ActingRobot(Session* session, const std::string& robot)
    : session_(*session),
      robot_(robot),
      base_(FirstLink(session->world(), session->world().FindModel(robot))),
      start_height_(pose().p.z()) {
  const int ball = session->world().FindModel("ball");
  if (ball < 0) return;
  ball_ = static_cast<int>(FirstLink(session->world(), ball));
  p_WBall_ = session_.simulation().state().X_WL[static_cast<std::size_t>(ball_)].p;
}

const RigidTransform& ActingRobot::pose() const {
  return session_.simulation().state().X_WL[base_];
}

double ActingRobot::tilt() const {
  return std::acos(std::clamp((pose().q * Vector3d::UnitZ()).z(), -1.0, 1.0));
}

Status ActingRobot::Lie(double roll, double pitch) {
  const Vector3d p(pose().p.x(), pose().p.y(), 0.6 * start_height_);
  const Status status = session_.Teleport(robot_, {QuaternionFromRpy(roll, pitch, 0.0), p});
  return status.ok() ? Wait(2.0) : status;
}

Status ActingRobot::Play(const std::string& motion, double seconds) {
  msgs::std_msgs::String name;
  name.data = motion;
  const Status status = session_.Publish("/" + robot_ + "/motion", name);
  return status.ok() ? Wait(seconds) : status;
}

Status ActingRobot::Wait(double seconds) {
  const auto steps = std::llround(seconds / session_.simulation().step_size());
  for (long long i = 0; i < steps; ++i) {
    const Status status = session_.Step();
    if (!status.ok()) return status;
    if (ball_ >= 0) fastest_ = std::max(fastest_, ball_speed());
  }
  return {};
}

Status ActingRobot::Push(const Vector3d& force_W, double seconds) {
  const world::World& world = session_.world();
  return session_.Push(world.LinkName(static_cast<int>(base_)), force_W, Vector3d::Zero(), seconds);
}

Status ActingRobot::Balance(bool on) {
  msgs::std_msgs::Bool closed;
  closed.data = on;
  const Status status = session_.Publish("/" + robot_ + "/balance", closed);
  if (!status.ok()) return status;
  return session_.Publish("/" + robot_ + "/cmd_vel", msgs::geometry_msgs::Twist());
}

Vector3d ActingRobot::ball_way() const {
  return session_.simulation().state().X_WL[static_cast<std::size_t>(ball_)].p - p_WBall_;
}

double ActingRobot::ball_speed() const {
  return session_.simulation().state().V_WL_W[static_cast<std::size_t>(ball_)].v.norm();
}

}  // namespace surefoot::conformance
