/// The battery that feeds the model's motors: sensor_msgs/BatteryState. It only tells: motors turn
/// on when it is empty.

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/noise/noise_group.h"
#include "surefoot/sensors/body/battery_spec.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sensors/sensor_element.h"

namespace surefoot::sensors {
namespace {

using State = msgs::sensor_msgs::BatteryState;

/// Current out of a source of this voltage and resistance that delivers `power`, or as much of it
/// as it can.
double CurrentFor(double voltage, double resistance, double power) {
  if (resistance == 0.0) return power / voltage;
  const double root = voltage * voltage - 4.0 * resistance * power;
  if (root < 0.0) return voltage / (2.0 * resistance);
  // The form that does not lose digits for small currents.
  return 2.0 * power / (voltage + std::sqrt(root));
}

class Battery final : public Sensor {
 public:
  explicit Battery(const SensorArgs& args)
      : place_(args.place),
        spec_(ReadBatterySpec(args.element)),
        noise_(place_.seed, place_.name, {spec_.voltage_noise, spec_.current_noise}),
        charge_(spec_.initial_charge),
        topic_(args.topics->Add<State>(place_.TopicFor("battery_state"))) {
    WarnMisspelt(args, {"technology", "cells", "open_circuit_voltage", "capacity", "initial_charge",
                        "resistance", "idle_power", "efficiency", "regeneration", "recharge_power",
                        "voltage", "current"});
    message_.header.frame_id = place_.frame_id;
    message_.temperature = std::numeric_limits<float>::quiet_NaN();
    message_.capacity = message_.design_capacity = static_cast<float>(spec_.capacity);
    message_.power_supply_technology = spec_.technology;
    message_.power_supply_health = State::POWER_SUPPLY_HEALTH_GOOD;
    message_.present = true;
    message_.location = place_.name;
  }

  bool observes() const override { return true; }

  void Observe(const Truth& truth) override {
    const double open = spec_.voltage.At(charge_);
    current_ = CurrentFor(open, spec_.resistance, Power(truth));
    // Empty gives nothing, full takes nothing.
    if (charge_ <= 0.0) current_ = std::min(current_, 0.0);
    if (charge_ >= 1.0) current_ = std::max(current_, 0.0);
    charge_ = std::clamp(charge_ - current_ * truth.step / (3600.0 * spec_.capacity), 0.0, 1.0);
  }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    const double dt = 1.0 / place_.rate;
    const double voltage = spec_.voltage.At(charge_) - current_ * spec_.resistance;
    message_.header.stamp = msgs::ToTime(truth.time_ns);
    message_.voltage = static_cast<float>(noise_.Apply(0, voltage, dt));
    // Out of the battery is negative, as the message wants it.
    message_.current = static_cast<float>(noise_.Apply(1, -current_, dt));
    message_.percentage = static_cast<float>(charge_);
    message_.charge = static_cast<float>(charge_ * spec_.capacity);
    message_.power_supply_status = ChargeStatus();
  }

  void Publish(SensorTopics* topics) override { topics->Publish(topic_, message_); }

  void Archive(StateArchive* archive) override {
    archive->Items(&noise_, &charge_, &current_);
    archive->Require(charge_ >= 0.0 && charge_ <= 1.0);
  }

 private:
  /// W out of the battery, all of the model's motors together.
  double Power(const Truth& truth) const {
    double power = spec_.idle_power - spec_.recharge_power;
    const world::Range& range = truth.world.layout(place_.model).v;
    for (int i = range.first; i < range.end(); ++i) {
      const auto v = static_cast<std::size_t>(i);
      const double mechanical = truth.state.effort[v] * truth.state.v[v];
      power += mechanical > 0.0 ? mechanical / spec_.efficiency : mechanical * spec_.regeneration;
    }
    return power;
  }

  std::uint8_t ChargeStatus() const {
    if (current_ < 0.0) return State::POWER_SUPPLY_STATUS_CHARGING;
    if (charge_ >= 1.0) return State::POWER_SUPPLY_STATUS_FULL;
    return current_ > 0.0 ? State::POWER_SUPPLY_STATUS_DISCHARGING
                          : State::POWER_SUPPLY_STATUS_NOT_CHARGING;
  }

  const SensorPlace& place_;
  BatterySpec spec_;
  noise::NoiseGroup noise_;
  /// Part of the capacity that is left, and the current out (A) in the last step.
  double charge_;
  double current_ = 0.0;
  int topic_;
  State message_;
};

}  // namespace

SensorKind BatteryKind() {
  SensorKind kind;
  kind.types = {"battery"};
  kind.help = "charge, voltage and current of the battery that feeds the model's motors";
  kind.messages = {"sensor_msgs/msg/BatteryState"};
  kind.usual_rate = 1.0;
  kind.card = {"battery"};
  kind.fields = [](ErrorFields* fields) {
    fields->Noise("voltage.", "Voltage", "V", "surefoot:voltage/surefoot:noise");
    fields->Noise("current.", "Current", "A", "surefoot:current/surefoot:noise");
  };
  kind.spellings = BatterySpellings();
  kind.make = [](const SensorArgs& args) { return std::make_unique<Battery>(args); };
  return kind;
}

}  // namespace surefoot::sensors
