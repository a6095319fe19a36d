#include "surefoot/drives/balance.h"

#include <algorithm>
#include <cmath>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"

namespace surefoot::drives {
namespace {

using msgs::sensor_msgs::Imu;

/// It does not try to make up for more than this.
constexpr double kMostBehind = 0.5;

Vector3d VectorOf(const msgs::geometry_msgs::Vector3& v) { return {v.x, v.y, v.z}; }

}  // namespace

Balance::Balance(const DriveArgs& args)
    : active_(args.element.Has("balance")),
      has_gyro_(args.element.Flag("balance/gyro", true)),
      tilt_gain_(args.element.Number("balance/tilt_gain", 0.5, 0.0, 100.0)),
      rate_gain_(args.element.Number("balance/rate_gain", 0.0, 0.0, 100.0)),
      turn_gain_(args.element.Number("balance/turn_gain", 0.0, 0.0, 100.0)),
      most_lean_(args.element.Number("balance/most_lean", 0.2, 0.0, 1.5)),
      filter_(args.element.Number("balance/filter_time", 0.5, 1e-4, 1e4), has_gyro_) {
  if (!active_) return;
  args.element.Child("balance").WarnMisspelt({"imu_topic", "gyro", "tilt_gain", "rate_gain",
                                              "turn_gain", "step_gain", "most_lean",
                                              "filter_time"});
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
}

Eigen::Vector2d Balance::Lean() const {
  if (!active_) return Eigen::Vector2d::Zero();
  const auto lean = [&](double angle, double rate) {
    return std::clamp(tilt_gain_ * angle + rate_gain_ * rate, -most_lean_, most_lean_);
  };
  return {lean(filter_.roll(), filter_.w_B().x()), lean(filter_.pitch(), filter_.w_B().y())};
}

double Balance::Turn(double wanted, double dt) {
  if (!active_ || !has_gyro_ || turn_gain_ <= 0.0) return wanted;
  behind_ = std::clamp(behind_ + dt * (wanted - filter_.w_B().z()), -kMostBehind, kMostBehind);
  return wanted + turn_gain_ * behind_;
}

void Balance::Save(ByteWriter* writer) const {
  input_.Save(writer);
  filter_.Save(writer);
  writer->Put(last_ns_);
  writer->Put(behind_);
}

void Balance::Restore(ByteReader* reader) {
  input_.Restore(reader);
  filter_.Restore(reader);
  last_ns_ = reader->Get<SimTimeNs>();
  behind_ = reader->Get<double>();
}

}  // namespace surefoot::drives
