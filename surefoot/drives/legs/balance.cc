#include "surefoot/drives/legs/balance.h"

#include <algorithm>
#include <cmath>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"

// Feedback from the IMU in three ways: leaning against tilt and turn rate, the deviation from the
// slope that steps react to, and a correction of the turn rate by the integrated heading error.

namespace surefoot::drives {
namespace {

using msgs::sensor_msgs::Imu;
using msgs::std_msgs::Bool;

/// Limit of the integrated heading error (rad): a robot that was held does not spin up afterwards.
constexpr double kMaxHeadingError = 0.5;

Vector3d VectorOf(const msgs::geometry_msgs::Vector3& v) { return {v.x, v.y, v.z}; }

}  // namespace

void TiltFilter::Add(const Vector3d& w_B, const Vector3d& f_B, double dt) {
  if (has_gyro_) {
    w_B_ = w_B;
    // A direction that is fixed in the world rotates by -w in the base's axes.
    up_B_ -= dt * w_B.cross(up_B_);
  }
  // In free fall the specific force is near 0 and has no direction; then only the gyro is used.
  const double norm = f_B.norm();
  if (norm > 1.0) up_B_ += -std::expm1(-dt / time_) * (f_B / norm - up_B_);
  const double length = up_B_.norm();
  up_B_ = length > 1e-6 ? Vector3d(up_B_ / length) : Vector3d::UnitZ();
}

Balance::Balance(const DriveArgs& args)
    : has_imu_(args.element.Has("balance")),
      on_(args.element.Flag(args.element.WithOldName("balance/enabled", "on"), true)),
      has_gyro_(args.element.Flag("balance/gyro", true)),
      tilt_gain_(args.element.Number("balance/tilt_gain", 0.5, 0.0, 100.0)),
      rate_gain_(args.element.Number("balance/rate_gain", 0.0, 0.0, 100.0)),
      turn_gain_(args.element.Number("balance/turn_gain", 0.0, 0.0, 100.0)),
      max_lean_(args.element.Number(args.element.WithOldName("balance/max_lean", "most_lean"), 0.2,
                                    0.0, 1.5)),
      lean_time_(args.element.Number("balance/lean_time", 0.5, 0.0, 100.0)),
      slope_time_(args.element.Number("balance/slope_time", 2.0, 1e-3, 1e4)),
      filter_(args.element.Number("balance/filter_time", 0.5, 1e-4, 1e4), has_gyro_) {
  if (!has_imu_) return;
  // Elements that are read below, and those of biped_walk.
  args.element.Child("balance").WarnMisspelt(
      {"imu_topic", "enable_topic", "fall_time", "step_gain", "zmp_range", "max_step_correction"});
  const std::string topic =
      graph::TopicName(args.scope, args.element.Text("balance/imu_topic", "imu/data"));
  input_.Listen<Imu>(args, "balance", topic,
                     [this](const Imu& imu, SimTimeNs time_ns) -> std::string {
                       const Vector3d w = VectorOf(imu.angular_velocity);
                       const Vector3d f = VectorOf(imu.linear_acceleration);
                       if (!w.allFinite() || !f.allFinite()) return "a number is not finite";
                       const double dt = last_ns_ < 0 ? 0.0 : ToSeconds(time_ns - last_ns_);
                       last_ns_ = time_ns;
                       if (dt > 0.0) filter_.Add(w, f, std::min(dt, 0.1));
                       return {};
                     });
  ListenToSwitch(args);
}

void Balance::ListenToSwitch(const DriveArgs& args) {
  const std::string topic = graph::TopicName(
      args.scope, args.element.Text(
                      args.element.WithOldName("balance/enable_topic", "switch_topic"), "balance"));
  input_.Listen<Bool>(args, "balance", topic, [this](const Bool& on, SimTimeNs) -> std::string {
    on_ = on.data;
    if (!on_) behind_ = 0.0;
    return {};
  });
}

Eigen::Vector2d Balance::Lean(double dt) {
  const auto lean = [&](double angle, double rate) {
    return std::clamp(tilt_gain_ * angle + rate_gain_ * rate, -max_lean_, max_lean_);
  };
  Eigen::Vector2d desired = Eigen::Vector2d::Zero();
  if (active()) {
    desired = {lean(filter_.roll(), filter_.w_B().x()), lean(filter_.pitch(), filter_.w_B().y())};
  }
  lean_ += (lean_time_ > 0.0 ? -std::expm1(-dt / lean_time_) : 1.0) * (desired - lean_);
  constexpr double kNone = 1e-6;
  if (!active() && lean_.norm() < kNone) lean_.setZero();
  return lean_;
}

Balance::Tipping Balance::Tip(double dt) {
  Tipping tip;
  if (!active()) return tip;
  const Eigen::Vector2d tilt(filter_.roll(), filter_.pitch());
  slope_ += -std::expm1(-dt / slope_time_) * (tilt - slope_);
  tip.angle = tilt - slope_;
  tip.rate = filter_.w_B().head<2>();
  return tip;
}

double Balance::Turn(double desired, double dt) {
  if (!active() || !has_gyro_ || turn_gain_ <= 0.0) return desired;
  behind_ =
      std::clamp(behind_ + dt * (desired - filter_.w_B().z()), -kMaxHeadingError, kMaxHeadingError);
  return desired + turn_gain_ * behind_;
}

}  // namespace surefoot::drives
