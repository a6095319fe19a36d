/// Encoders and tachometers, from JointState messages.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "surefoot/gateways/usarsim/sensors/sensor.h"
#include "surefoot/msgs/sensor_msgs.h"

namespace surefoot::gateways::usarsim {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

/// The joints of a JointState message: those of the table, or all.
class Wheels : public Sensor {
 public:
  using Sensor::Sensor;

  /// RESET: positions count from the current one.
  bool Set(const Style&, const std::string& opcode, const std::string&) override {
    if (!SameWord(opcode, "RESET")) return false;
    start_ = positions_;
    return true;
  }

 protected:
  bool Read(const graph::Sample& sample) override {
    msgs::sensor_msgs::JointState state;
    if (!ReadAs(sample, &state)) return false;
    std::vector<double> positions;
    std::vector<double> speeds;
    for (std::size_t i = 0; i < state.name.size() && i < state.position.size(); ++i) {
      const auto& requested = spec_.joints;
      if (!requested.empty() &&
          std::find(requested.begin(), requested.end(), state.name[i]) == requested.end()) {
        continue;
      }
      positions.push_back(state.position[i]);
      speeds.push_back(i < state.velocity.size() ? state.velocity[i] : 0.0);
    }
    if (positions.empty()) return false;
    positions_ = std::move(positions);
    speeds_ = std::move(speeds);
    start_.resize(positions_.size(), 0.0);
    return true;
  }

  std::vector<double> positions() const {
    std::vector<double> since = positions_;
    for (std::size_t i = 0; i < since.size(); ++i) since[i] -= start_[i];
    return since;
  }
  const std::vector<double>& speeds() const { return speeds_; }

 private:
  std::vector<double> positions_;
  std::vector<double> speeds_;
  std::vector<double> start_;
};

/// Ticks of the first joint.
class Encoder final : public Wheels {
 public:
  using Wheels::Wheels;

  void Write(const Style& style, Out* out) const override { out->AddInteger("Tick", Tick(style)); }
  std::string Packed(const Style& style) const override {
    return "Tick " + std::to_string(Tick(style));
  }
  void WriteConf(const Style&, Out* out) const override {
    out->Add("Resolution", spec_.resolution, 4);
  }

 private:
  /// Ticks within one revolution, truncated; in UT2004 forward motion counts negative.
  long long Tick(const Style& style) const {
    double angle = std::fmod(positions().front(), kTurn);
    if (style.dialect == Dialect::kUt2004) angle = -angle;
    return static_cast<long long>(std::trunc(angle / spec_.resolution));
  }
};

/// Speeds (rad/s) and positions (rad) of all its wheels.
class Tachometer final : public Wheels {
 public:
  using Wheels::Wheels;

  void Write(const Style&, Out* out) const override {
    out->Add("Vel", List(speeds())).Add("Pos", List(positions()));
  }

 private:
  static std::string List(const std::vector<double>& values) {
    std::string text;
    for (double value : values) text += (text.empty() ? "" : ",") + FormatNumber(value, 4);
    return text;
  }
};

}  // namespace

std::unique_ptr<Sensor> MakeJointSensor(const SensorSpec& spec) {
  if (spec.type == "Encoder") return std::make_unique<Encoder>(spec);
  if (spec.type == "Tachometer") return std::make_unique<Tachometer>(spec);
  return nullptr;
}

}  // namespace surefoot::gateways::usarsim
