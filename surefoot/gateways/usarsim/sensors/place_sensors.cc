/// Sensors of the robot's place: ground truth, INS, odometry, GPS and altitude.

#include <cmath>

#include "surefoot/gateways/usarsim/sensors/sensor.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"

namespace surefoot::gateways::usarsim {
namespace {

/// Reads nav_msgs/Odometry, or a PoseStamped, which "@pose" sensors get.
bool ReadPose(const graph::Sample& sample, RigidTransform* X) {
  if (sample.type == &msgs::nav_msgs::Odometry::type()) {
    msgs::nav_msgs::Odometry odometry;
    if (!msgs::Decode(sample.cdr, &odometry)) return false;
    *X = FromPose(odometry.pose.pose);
    return true;
  }
  msgs::geometry_msgs::PoseStamped pose;
  if (sample.type != &pose.type() || !msgs::Decode(sample.cdr, &pose)) return false;
  *X = FromPose(pose.pose);
  return true;
}

/// GroundTruth and INS. They differ in decimals, and in the range of their angles: [0, 2 pi) for
/// INS and in UT2004, otherwise signed.
class Place final : public Sensor {
 public:
  using Sensor::Sensor;

  void Write(const Style& style, Out* out) const override {
    const bool truth = spec_.type == "GroundTruth";
    const RigidTransform X = X_set_ * X_;
    const Vector3d angles = style.frames.Angles(X.q);
    const int decimals = truth && style.dialect == Dialect::kUdk ? 3 : 2;
    const bool wraps = !truth || style.dialect == Dialect::kUt2004;
    out->Add("Location", style.frames.Swap(X.p), decimals)
        .Add("Orientation", wraps ? Wrapped(angles) : angles, decimals);
  }

  bool Set(const Style& style, const std::string& opcode, const std::string& params) override {
    if (spec_.type != "INS" || !SameWord(opcode, "POSE") || !has_value()) return false;
    const auto v = ParseNumbers(params, 6);
    if (!v || v->size() != 6) return false;
    const RigidTransform X_now = style.frames.FromProtocol(Vector3d((*v)[0], (*v)[1], (*v)[2]),
                                                           Vector3d((*v)[3], (*v)[4], (*v)[5]));
    X_set_ = X_now * X_.Inverse();
    return true;
  }

 protected:
  bool Read(const graph::Sample& sample) override { return ReadPose(sample, &X_); }

 private:
  RigidTransform X_;
  /// Correction by SET {Opcode POSE}, applied from the left.
  RigidTransform X_set_;
};

/// Planar pose since the start or the last RESET; theta is positive to the right.
class Odometry final : public Sensor {
 public:
  using Sensor::Sensor;

  void Write(const Style& style, Out* out) const override {
    const RigidTransform X = X_start_.Inverse() * X_;
    const Vector3d place = style.frames.Swap(X.p);
    const double turn = style.frames.Angles(X.q).z();
    out->Add("Pose", Vector3d(place.x(), place.y(), turn), 4);
  }

  void WriteConf(const Style&, Out* out) const override {
    out->Add("ScanInterval", spec_.period, 4).Add("EncoderResolution", spec_.resolution, 4);
  }

  bool Set(const Style&, const std::string& opcode, const std::string&) override {
    if (!SameWord(opcode, "RESET")) return false;
    X_start_ = X_;
    return true;
  }

 protected:
  bool Read(const graph::Sample& sample) override { return ReadPose(sample, &X_); }

 private:
  RigidTransform X_;
  RigidTransform X_start_;
};

/// Latitude and longitude as degrees, minutes and hemisphere.
class Gps final : public MessageSensor<msgs::sensor_msgs::NavSatFix> {
 public:
  using MessageSensor::MessageSensor;

  void Write(const Style&, Out* out) const override {
    const bool has_fix = message_.status.status >= 0;
    if (has_fix) {
      out->Add("Latitude", Minutes(message_.latitude, "N", "S"))
          .Add("Longitude", Minutes(message_.longitude, "E", "W"));
    }
    // The number of satellites is not simulated: 8 is more than a fix needs.
    out->AddInteger("Fix", has_fix ? 1 : 0).AddInteger("Satellites", has_fix ? 8 : 0);
  }

 private:
  /// "39,8.0341,N".
  static std::string Minutes(double degrees, const char* positive, const char* negative) {
    const double size = std::abs(degrees);
    // Rounded to units of the last decimal first, so that 59.99999 minutes do not print as 60.
    const auto units = static_cast<long long>(std::llround(size * 60.0 * 10000.0));
    const long long whole = units / 600000;
    return std::to_string(whole) + "," +
           FormatNumber(static_cast<double>(units % 600000) / 10000.0, 4) + "," +
           (degrees < 0.0 ? negative : positive);
  }
};

class Altitude final : public MessageSensor<msgs::geometry_msgs::PointStamped> {
 public:
  using MessageSensor::MessageSensor;

  void Write(const Style&, Out* out) const override {
    const double height = message_.point.z;
    out->Add("relativeAltitude", height, 4).Add("absoluteAltitude", height, 4);
  }
};

}  // namespace

std::unique_ptr<Sensor> MakePlaceSensor(const SensorSpec& spec) {
  if (spec.type == "GroundTruth" || spec.type == "INS") return std::make_unique<Place>(spec);
  if (spec.type == "Odometry") return std::make_unique<Odometry>(spec);
  if (spec.type == "GPS") return std::make_unique<Gps>(spec);
  if (spec.type == "AltitudeSensor") return std::make_unique<Altitude>(spec);
  return nullptr;
}

}  // namespace surefoot::gateways::usarsim
