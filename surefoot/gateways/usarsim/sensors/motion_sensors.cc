/// Inertial sensors and the compass.

#include <cmath>

#include "surefoot/gateways/usarsim/sensors/sensor.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"

namespace surefoot::gateways::usarsim {
namespace {

constexpr double kGravity = 9.80665;

Quaterniond Orientation(const msgs::sensor_msgs::Imu& imu) {
  const auto& o = imu.orientation;
  const Quaterniond q(o.w, o.x, o.y, o.z);
  return q.norm() > 0.5 ? q.normalized() : Quaterniond::Identity();
}

/// An IMU in one of three forms: IMU (everything), AcceleroMeter (specific force) or Accel
/// (acceleration without gravity). USARSim gets the acceleration from its engine; here gravity is
/// subtracted, which needs an orientation: that of the IMU, or the robot's true one if the IMU has
/// none.
class Inertial final : public Sensor {
 public:
  using Sensor::Sensor;

  bool needs_attitude() const override { return !has_orientation_ && type() != "AcceleroMeter"; }
  void TakeAttitude(const Quaterniond& q_WB) override {
    q_WS_ = q_WB * mount().q;
    has_attitude_ = true;
  }

  void Write(const Style& style, Out* out) const override {
    const Vector3d force = style.frames.Swap(force_);
    if (spec_.type == "AcceleroMeter") return void(out->Add("ProperAcceleration", force, 4));
    // Specific force = acceleration - gravity, and gravity points down.
    const Vector3d up_S = q_WS_.conjugate() * Vector3d::UnitZ();
    const Vector3d acceleration = style.frames.Swap(force_ - kGravity * up_S);
    if (spec_.type == "Accel") return void(out->Add("Acceleration", acceleration, 4));
    out->Add("XYZAcceleration", acceleration, 4)
        .Add("AngularVel", style.frames.SwapTurn(rate_), 4)
        .Add("AngularAccel", style.frames.SwapTurn(change_), 4)
        .Add("Rotation", style.frames.Angles(q_WS_), 4);
  }

 protected:
  bool Read(const graph::Sample& sample) override {
    msgs::sensor_msgs::Imu imu;
    if (!ReadAs(sample, &imu)) return false;
    const Vector3d rate = msgs::FromVector3(imu.angular_velocity);
    const double passed = ToSeconds(sample.time_ns - time_ns());
    change_ = has_value() && passed > 0.0 ? Vector3d((rate - rate_) / passed) : Vector3d::Zero();
    rate_ = rate;
    force_ = msgs::FromVector3(imu.linear_acceleration);
    has_orientation_ = imu.orientation_covariance[0] >= 0.0;
    if (has_orientation_) q_WS_ = Orientation(imu);
    return !needs_attitude() || has_attitude_;
  }

 private:
  Vector3d force_ = Vector3d::Zero();
  Vector3d rate_ = Vector3d::Zero();
  Vector3d change_ = Vector3d::Zero();
  Quaterniond q_WS_ = Quaterniond::Identity();
  bool has_orientation_ = true;
  bool has_attitude_ = false;
};

/// The heading from the magnetic field. Inclination does not matter, tilt of the sensor does.
class Compass final : public MessageSensor<msgs::sensor_msgs::MagneticField> {
 public:
  using MessageSensor::MessageSensor;

  /// Direction of the sensor's x axis, clockwise from magnetic north (rad).
  void Write(const Style&, Out* out) const override {
    const auto& field = message_.magnetic_field;
    out->Add("MagneticAngle", std::atan2(field.y, field.x), 4);
  }
};

}  // namespace

std::unique_ptr<Sensor> MakeMotionSensor(const SensorSpec& spec) {
  if (spec.type == "IMU" || spec.type == "Accel" || spec.type == "AcceleroMeter") {
    return std::make_unique<Inertial>(spec);
  }
  if (spec.type == "MagneticCompass") return std::make_unique<Compass>(spec);
  return nullptr;
}

}  // namespace surefoot::gateways::usarsim
