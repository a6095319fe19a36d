#include "surefoot/sensors/body/battery_spec.h"

#include <utility>
#include <vector>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/noise_element.h"
#include "surefoot/world/parse.h"

namespace surefoot::sensors {
namespace {

using State = msgs::sensor_msgs::BatteryState;
using Point = noise::Curve::Point;

/// Rested voltage of one cell over its charge: round figures of common cells.
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

/// Pairs of charge and voltage, "0 22 0.5 24.5 1 26".
void ReadVoltageCurve(const world::ElementReader& element, noise::Curve* voltage) {
  constexpr std::size_t kMostPoints = 100;
  if (!element.Has("open_circuit_voltage")) return;
  const std::string text = element.Text("open_circuit_voltage");
  const std::size_t words = world::SplitWords(text).size();
  if (words == 1) {
    *voltage = noise::Curve::Constant(element.Number("open_circuit_voltage", 24.0, 1e-3, 1e5));
    return;
  }
  if (words % 2 != 0 || words == 0 || words > 2 * kMostPoints) {
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

}  // namespace

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

}  // namespace surefoot::sensors
