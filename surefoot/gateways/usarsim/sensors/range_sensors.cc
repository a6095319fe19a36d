/// Scanners, sonars, infrared sensors and touch sensors.

#include <algorithm>
#include <cmath>

#include "surefoot/gateways/usarsim/sensors/sensor.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::gateways::usarsim {
namespace {

/// A range for the protocol, which has no infinity: no return reads as the greatest range, and an
/// object that is too near as the minimum.
double Reading(double range, double min, double max) {
  if (std::isnan(range)) return max;
  return std::clamp(range, std::min(min, max), max);
}

/// A laser scanner. The first value is the rightmost ray; 2 decimals in UDK, 4 in UT2004.
class Scanner final : public Sensor {
 public:
  using Sensor::Sensor;

  void Write(const Style& style, Out* out) const override {
    const int decimals = style.dialect == Dialect::kUdk ? 2 : 4;
    std::string ranges;
    // LaserScan also begins on the right: counter-clockwise from the smallest angle.
    for (float range : scan_.ranges) {
      if (!ranges.empty()) ranges += ',';
      ranges += FormatNumber(Reading(range, scan_.range_min, scan_.range_max), decimals);
    }
    out->Add("Resolution", resolution(), 4).Add("FOV", field_of_view(), 4).Add("Range", ranges);
  }

  void WriteConf(const Style& style, Out* out) const override {
    out->Add("MaxRange", scan_.range_max, 4)
        .Add("MinRange", scan_.range_min, 4)
        .Add("Resolution", resolution(), 4)
        .Add("Fov", field_of_view(), 4)
        .AddFlag(style.dialect == Dialect::kUdk ? "Panning" : "Paning", true)
        .AddFlag("Tilting", false);
  }

  bool Set(const Style&, const std::string& opcode, const std::string&) override {
    if (!SameWord(opcode, "SCAN")) return false;
    Ask();
    return true;
  }

  /// In the protocol the middle ray is the x axis of the scanner.
  RigidTransform mount() const override {
    RigidTransform X_SM;
    X_SM.q = QuaternionFromRpy(0.0, 0.0, (scan_.angle_min + scan_.angle_max) / 2.0);
    return spec_.X_BS * X_SM;
  }

 protected:
  bool Read(const graph::Sample& sample) override {
    msgs::sensor_msgs::LaserScan scan;
    if (!ReadAs(sample, &scan)) return false;
    if (scan.angle_increment < 0.0F) {
      // A scan with a negative increment begins with the leftmost ray.
      std::reverse(scan.ranges.begin(), scan.ranges.end());
      std::swap(scan.angle_min, scan.angle_max);
      scan.angle_increment = -scan.angle_increment;
    }
    scan_ = std::move(scan);
    return true;
  }

 private:
  double resolution() const { return std::abs(scan_.angle_increment); }
  double field_of_view() const { return std::abs(scan_.angle_max - scan_.angle_min); }

  msgs::sensor_msgs::LaserScan scan_;
};

/// A single range: a sonar or an infrared sensor, by the radiation type of the first message.
class Beam final : public Sensor {
 public:
  using Sensor::Sensor;

  void Write(const Style&, Out* out) const override { out->Add("Range", reading(), 4); }
  std::string Packed(const Style&) const override { return "Range " + FormatNumber(reading(), 4); }

  void WriteConf(const Style&, Out* out) const override {
    out->Add("MaxRange", has_value() ? range_.max_range : spec_.max_range, 4)
        .Add("MinRange", has_value() ? range_.min_range : spec_.min_range, 4)
        .Add("BeamAngle", has_value() ? range_.field_of_view : spec_.beam, 4);
  }

 protected:
  bool Read(const graph::Sample& sample) override {
    if (!ReadAs(sample, &range_)) return false;
    const bool infrared = range_.radiation_type == msgs::sensor_msgs::Range::INFRARED;
    if (spec_.type == "Range") spec_.type = infrared ? "IR" : "Sonar";
    return true;
  }

 private:
  double reading() const { return Reading(range_.range, range_.min_range, range_.max_range); }

  msgs::sensor_msgs::Range range_;
};

/// A touch sensor, from std_msgs/Bool.
class Touch final : public Sensor {
 public:
  using Sensor::Sensor;

  void Write(const Style&, Out* out) const override { out->AddFlag("Touch", touched_); }
  std::string Packed(const Style&) const override {
    return touched_ ? "Touch True" : "Touch False";
  }
  void WriteConf(const Style&, Out* out) const override { out->Add("Diameter", spec_.beam, 4); }

 protected:
  bool Read(const graph::Sample& sample) override {
    msgs::std_msgs::Bool message;
    if (!ReadAs(sample, &message)) return false;
    // A short touch between two lines is reported by the next line.
    touched_ = message.data || (touched_ && is_new());
    return true;
  }

 private:
  bool touched_ = false;
};

}  // namespace

std::unique_ptr<Sensor> MakeRangeSensor(const SensorSpec& spec) {
  if (spec.type == "RangeScanner" || spec.type == "IRScanner") {
    return std::make_unique<Scanner>(spec);
  }
  if (spec.type == "Sonar" || spec.type == "IR" || spec.type == "Range") {
    return std::make_unique<Beam>(spec);
  }
  if (spec.type == "Touch") return std::make_unique<Touch>(spec);
  return nullptr;
}

}  // namespace surefoot::gateways::usarsim
