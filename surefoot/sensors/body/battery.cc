/// The battery that feeds the model's motors: sensor_msgs/BatteryState. It is a sensor only: the
/// motors keep their full power when it is empty.
///
/// Model: an open-circuit voltage that depends on the state of charge, in series with a constant
/// internal resistance. Temperature, ageing and the recovery of the voltage after a load are not
/// modelled.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/noise/curve.h"
#include "surefoot/noise/scalar_noise.h"
#include "surefoot/plugins/sensor_spellings.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/noise_element.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/parse.h"

namespace surefoot::sensors {
namespace {

struct BatterySpec {
  /// A POWER_SUPPLY_TECHNOLOGY_* of sensor_msgs/BatteryState.
  std::uint8_t technology = 0;
  /// Ah.
  double capacity = 20.0;
  /// State of charge at the start, 0 (empty) to 1 (full).
  double initial_charge = 1.0;
  /// Open-circuit voltage of the whole battery over its charge (0 to 1).
  noise::Curve voltage;
  /// Ohm.
  double resistance = 0.05;
  /// Constant consumption of electronics, independent of the motors (W).
  double idle_power = 0.0;
  /// Mechanical power over electrical power of the motors when they drive.
  double efficiency = 0.7;
  /// Share of the mechanical braking power that charges the battery.
  double regeneration = 0.0;
  /// Power of a charger or a solar panel (W).
  double recharge_power = 0.0;
  noise::ScalarNoiseSpec voltage_noise;
  noise::ScalarNoiseSpec current_noise;
};

using State = msgs::sensor_msgs::BatteryState;
using Point = noise::Curve::Point;

/// Rested voltage of one cell over its charge: round figures of common cells, not of a product. A
/// file that needs the curve of its battery gives it in <open_circuit_voltage>.
struct Chemistry {
  const char* name;
  std::uint8_t technology;
  int cells_for_24_volt;
  std::vector<Point> cell;
};

const std::vector<Chemistry>& Chemistries() {
  static const std::vector<Chemistry> list = {
      {"lead_acid",
       State::POWER_SUPPLY_TECHNOLOGY_UNKNOWN,
       12,
       {{0.0, 1.95}, {0.25, 2.01}, {0.5, 2.05}, {0.75, 2.09}, {1.0, 2.13}}},
      {"lion",
       State::POWER_SUPPLY_TECHNOLOGY_LION,
       7,
       {{0.0, 3.0}, {0.1, 3.4}, {0.3, 3.6}, {0.5, 3.7}, {0.8, 3.95}, {1.0, 4.2}}},
      {"lipo",
       State::POWER_SUPPLY_TECHNOLOGY_LIPO,
       7,
       {{0.0, 3.27}, {0.1, 3.69}, {0.3, 3.77}, {0.5, 3.84}, {0.8, 4.02}, {1.0, 4.2}}},
      {"life",
       State::POWER_SUPPLY_TECHNOLOGY_LIFE,
       8,
       {{0.0, 2.5}, {0.1, 3.15}, {0.3, 3.25}, {0.7, 3.3}, {0.95, 3.35}, {1.0, 3.5}}},
      {"nimh",
       State::POWER_SUPPLY_TECHNOLOGY_NIMH,
       20,
       {{0.0, 1.0}, {0.1, 1.19}, {0.5, 1.26}, {0.9, 1.32}, {1.0, 1.42}}},
  };
  return list;
}

noise::Curve CellsInARow(const Chemistry& chemistry, int cells) {
  std::vector<Point> points = chemistry.cell;
  for (Point& point : points) point.y *= cells;
  return noise::Curve::Piecewise(std::move(points));
}

/// One voltage, or pairs of charge and voltage, "0 22 0.5 24.5 1 26". The charges must increase
/// because the curve is interpolated between them.
void ReadVoltageCurve(const world::ElementReader& element, noise::Curve* voltage) {
  constexpr std::size_t kMaxPoints = 100;
  if (!element.Has("open_circuit_voltage")) return;
  const std::string text = element.Text("open_circuit_voltage");
  const std::size_t words = world::SplitWords(text).size();
  if (words == 1) {
    *voltage = noise::Curve::Constant(element.Number("open_circuit_voltage", 24.0, 1e-3, 1e5));
    return;
  }
  if (words % 2 != 0 || words == 0 || words > 2 * kMaxPoints) {
    element.Error("open_circuit_voltage",
                  "must be one voltage, or up to 100 pairs of charge (0 to "
                  "1) and voltage",
                  text);
    return;
  }
  const std::vector<double> numbers =
      element.Numbers("open_circuit_voltage", static_cast<int>(words), {});
  std::vector<Point> points;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
    const bool further = points.empty() || numbers[i] > points.back().x;
    if (!further || !(numbers[i + 1] > 0.0 && numbers[i + 1] <= 1e5)) {
      element.Error("open_circuit_voltage",
                    "the charges must increase, and voltages lie above 0 and up to 1e5", text);
      return;
    }
    points.push_back(Point{numbers[i], numbers[i + 1]});
  }
  if (!points.empty()) *voltage = noise::Curve::Piecewise(std::move(points));
}

BatterySpec ReadBatterySpec(const world::ElementReader& element) {
  BatterySpec spec;
  std::vector<std::string> names;
  for (const Chemistry& chemistry : Chemistries()) names.emplace_back(chemistry.name);
  const std::string technology = element.Choice("technology", names, "lead_acid");
  for (const Chemistry& chemistry : Chemistries()) {
    if (technology != chemistry.name) continue;
    spec.technology = chemistry.technology;
    const auto cells = element.Integer("cells", chemistry.cells_for_24_volt, 1, 10000);
    spec.voltage = CellsInARow(chemistry, static_cast<int>(cells));
  }
  ReadVoltageCurve(element, &spec.voltage);
  spec.capacity = element.Number("capacity", spec.capacity, 1e-6, 1e9);
  spec.initial_charge = element.Number("initial_charge", spec.initial_charge, 0.0, 1.0);
  spec.resistance = element.Number("resistance", spec.resistance, 0.0, 1e6);
  spec.idle_power = element.Number("idle_power", spec.idle_power, 0.0, 1e9);
  spec.efficiency = element.Number("efficiency", spec.efficiency, 1e-3, 1.0);
  spec.regeneration = element.Number("regeneration", spec.regeneration, 0.0, 1.0);
  spec.recharge_power = element.Number("recharge_power", spec.recharge_power, 0.0, 1e9);
  spec.voltage_noise = ReadNoise(element, "voltage/noise");
  spec.current_noise = ReadNoise(element, "current/noise");
  return spec;
}

using plugins::SetChild;

/// Gazebo's LinearBatteryPlugin: open-circuit voltage e0 + e1 (1 - charge), capacity and initial
/// charge in Ah.
void LinearBattery(const plugins::ForeignReader& reader, world::Sensor* sensor) {
  const Source& source = reader.element().source;
  const auto set = [&](const char* ours, double value) {
    SetChild(&sensor->element, ours, NumberText(value), source);
  };
  const auto full = reader.Number("open_circuit_voltage_constant_coef voltage", 1e-3, 1e5);
  if (full) {
    const double empty = *full + reader.Number("open_circuit_voltage_linear_coef").value_or(0.0);
    SetChild(&sensor->element, "open_circuit_voltage",
             empty > 0.0 && empty != *full ? "0 " + NumberText(empty) + " 1 " + NumberText(*full)
                                           : NumberText(*full),
             source);
  }
  const auto capacity = reader.Number("capacity", 1e-6, 1e9);
  const auto charge = reader.Number("initial_charge", 0.0, 1e9);
  if (capacity) set("capacity", *capacity);
  if (capacity && charge) set("initial_charge", std::min(1.0, *charge / *capacity));
  const auto resistance = reader.Number("resistance", 0.0, 1e6);
  if (resistance) set("resistance", *resistance);
  const auto load = reader.Number("power_load", 0.0, 1e9);
  if (load) set("idle_power", *load);
}

using State = msgs::sensor_msgs::BatteryState;

/// Current (A) out of a source of this open-circuit voltage (V) and internal resistance (ohm) that
/// delivers `power` (W): the smaller root of R i^2 - U i + P = 0, which follows from
/// P = (U - R i) i. Without a real root, the current U / (2 R) of maximum power transfer.
double CurrentFor(double voltage, double resistance, double power) {
  if (resistance == 0.0) return power / voltage;
  const double root = voltage * voltage - 4.0 * resistance * power;
  if (root < 0.0) return voltage / (2.0 * resistance);
  // The usual form of the root, (U - sqrt) / (2 R), cancels digits when the current is small.
  return 2.0 * power / (voltage + std::sqrt(root));
}

/// The state of charge is integrated in every step, because the motors' power changes faster than
/// the sensor samples.
class Battery final : public MessageSensor<State> {
 public:
  explicit Battery(const SensorArgs& args)
      : MessageSensor(args, args.place.TopicFor("battery_state")),
        spec_(ReadBatterySpec(args.element)),
        noise_(place_.seed, place_.name, {spec_.voltage_noise, spec_.current_noise}),
        charge_(spec_.initial_charge) {
    WarnMisspelt(args);
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
    // An empty battery delivers no current, and a full one accepts none.
    if (charge_ <= 0.0) current_ = std::min(current_, 0.0);
    if (charge_ >= 1.0) current_ = std::max(current_, 0.0);
    // Coulomb counting; 3600 converts the capacity from Ah to As.
    charge_ = std::clamp(charge_ - current_ * truth.step / (3600.0 * spec_.capacity), 0.0, 1.0);
  }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    const double dt = 1.0 / place_.rate;
    const double voltage = spec_.voltage.At(charge_) - current_ * spec_.resistance;
    message_.header.stamp = msgs::ToTime(truth.time_ns);
    message_.voltage = static_cast<float>(noise_.Apply(0, voltage, dt));
    // BatteryState defines the current as negative while discharging.
    message_.current = static_cast<float>(noise_.Apply(1, -current_, dt));
    message_.percentage = static_cast<float>(charge_);
    message_.charge = static_cast<float>(charge_ * spec_.capacity);
    message_.power_supply_status = ChargeStatus();
  }

  void Archive(StateArchive* archive) override {
    archive->Items(&noise_, &charge_, &current_);
    archive->Require(charge_ >= 0.0 && charge_ <= 1.0);
  }

 private:
  /// Electrical power out of the battery (W), for all motors of the model together.
  double Power(const Truth& truth) const {
    double power = spec_.idle_power - spec_.recharge_power;
    const world::Range& range = truth.world.layout(place_.model).v;
    for (int i = range.first; i < range.end(); ++i) {
      const auto v = static_cast<std::size_t>(i);
      // Torque times rate, or force times speed: W for both kinds of joints.
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

  BatterySpec spec_;
  noise::NoiseGroup noise_;
  /// State of charge, 0 to 1.
  double charge_;
  /// Current out of the battery in the last step (A).
  double current_ = 0.0;
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
  kind.spellings.on_model = {{"gz:linearbatteryplugin linearbatteryplugin", "battery", "",
                              "battery_state", "", LinearBattery}};
  kind.make = [](const SensorArgs& args) { return std::make_unique<Battery>(args); };
  return kind;
}

}  // namespace surefoot::sensors
