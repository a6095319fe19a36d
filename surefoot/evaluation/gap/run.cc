#include "surefoot/evaluation/gap/run.h"

#include <algorithm>

#include "surefoot/base/items.h"
#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/world/parse.h"

// Quantities with their default tolerances: 5 cm, 2 degrees and 5 cm/s.

namespace surefoot::gap {

std::vector<double> RunSignal::At(double moment) const {
  const auto after = std::upper_bound(t.begin(), t.end(), moment);
  std::vector<double> result;
  if (after == t.begin() || after == t.end()) {
    const std::size_t row = after == t.begin() ? 0 : t.size() - 1;
    for (const std::vector<double>& component : values) result.push_back(component[row]);
    return result;
  }
  const auto i = static_cast<std::size_t>(after - t.begin());
  const double part = (moment - t[i - 1]) / (t[i] - t[i - 1]);
  for (const std::vector<double>& component : values) {
    const double from = component[i - 1];
    const double to = quantity.is_angle ? NearestTurn(component[i], from) : component[i];
    result.push_back(from + part * (to - from));
  }
  return result;
}

const RunSignal* TaskRun::Find(const std::string& quantity) const {
  return FindIf(signals, [&](const RunSignal& signal) { return signal.quantity.name == quantity; });
}

Quantity PositionQuantity() { return {"position", "m", 2, false, 0.05, 0.0}; }
Quantity HeadingQuantity() { return {"heading", "rad", 1, true, 0.035, 0.0}; }
Quantity SpeedQuantity() { return {"speed", "m/s", 1, false, 0.05, 0.0}; }

Status CheckQuantities(const std::string& option, const std::map<std::string, double>& values,
                       const std::vector<std::string>& names) {
  for (const auto& [name, value] : values) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    return Error{option + ": unknown quantity '" + name + "'; " + world::NameAdvice(name, names)};
  }
  return Status();
}

}  // namespace surefoot::gap
