#include "surefoot/sensors/place/navsat_spec.h"

#include <algorithm>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/noise_element.h"

namespace surefoot::sensors {
namespace {

using Status = msgs::sensor_msgs::NavSatStatus;

/// White noise of each fix, and an error that wanders.
noise::ScalarNoiseSpec Wandering(double white, double wander, double correlation_time) {
  noise::ScalarNoiseSpec noise;
  noise.stddev = white;
  noise.bias_stddev = wander;
  noise.dynamic_bias_stddev = wander;
  noise.dynamic_bias_correlation_time = correlation_time;
  return noise;
}

noise::ScalarNoiseSpec White(double stddev) { return Wandering(stddev, 0.0, 0.0); }

/// `group` is position_sensing or velocity_sensing, in <navsat> or, in older files, <gps>.
void ReadPart(const world::ElementReader& element, const std::string& part,
              noise::ScalarNoiseSpec* noise) {
  for (const char* kind : {"navsat/", "gps/"}) {
    const std::string path = kind + part + "/noise";
    if (element.Has(path)) *noise = ReadNoise(element, path);
  }
}

void ReadOutages(const world::ElementReader& element, NavSatSpec* spec) {
  constexpr std::size_t kMost = 1000;
  for (const world::ElementReader& outage : element.Children("outage")) {
    const double from = outage.Number("from", 0.0, 0.0, 1e12);
    const double to = outage.Number("to", 1e12, 0.0, 1e12);
    if (to < from) outage.Error("to", "must not be before <from>", outage.Text("to"));
    if (spec->outages.size() < kMost) spec->outages.emplace_back(from, to);
  }
}

}  // namespace

bool NavSatSpec::HasFix(double time) const {
  if (fix_status == Status::STATUS_NO_FIX || time < time_to_first_fix) return false;
  return std::none_of(outages.begin(), outages.end(), [time](const auto& outage) {
    return time >= outage.first && time < outage.second;
  });
}

std::vector<std::string> NavSatPresetNames() { return {"ideal", "standalone", "sbas", "rtk"}; }

// Half of all fixes of a u-blox NEO-M8 are within 2.5 m (2.0 m with SBAS), of a NEO-M8P within
// 0.025 m with RTK (data sheets); that is 1.177 standard deviations of one axis. Vertically twice
// as much. How much of it wanders, and how fast, is our choice.
NavSatSpec NavSatPreset(const std::string& name) {
  NavSatSpec spec;
  if (name == "ideal" || name.empty()) return spec;
  spec.horizontal_velocity = White(0.05);
  spec.vertical_velocity = White(0.1);
  if (name == "standalone") {
    spec.horizontal = Wandering(0.4, 2.08, 600.0);
    spec.vertical = Wandering(0.8, 4.16, 600.0);
  } else if (name == "sbas") {
    spec.horizontal = Wandering(0.4, 1.65, 300.0);
    spec.vertical = Wandering(0.8, 3.3, 300.0);
    spec.fix_status = Status::STATUS_SBAS_FIX;
  } else if (name == "rtk") {
    spec.horizontal = Wandering(0.01, 0.019, 60.0);
    spec.vertical = Wandering(0.02, 0.038, 60.0);
    spec.fix_status = Status::STATUS_GBAS_FIX;
  }
  return spec;
}

NavSatSpec ReadNavSatSpec(const world::ElementReader& element) {
  NavSatSpec spec = NavSatPreset(element.Choice("preset", NavSatPresetNames(), "ideal"));
  ReadPart(element, "position_sensing/horizontal", &spec.horizontal);
  ReadPart(element, "position_sensing/vertical", &spec.vertical);
  ReadPart(element, "velocity_sensing/horizontal", &spec.horizontal_velocity);
  ReadPart(element, "velocity_sensing/vertical", &spec.vertical_velocity);
  const std::string fix = element.Choice("fix", {"none", "fix", "sbas", "gbas"}, "");
  if (fix == "none") spec.fix_status = Status::STATUS_NO_FIX;
  if (fix == "fix") spec.fix_status = Status::STATUS_FIX;
  if (fix == "sbas") spec.fix_status = Status::STATUS_SBAS_FIX;
  if (fix == "gbas") spec.fix_status = Status::STATUS_GBAS_FIX;
  spec.time_to_first_fix = element.Number("time_to_first_fix", 0.0, 0.0, 1e9);
  ReadOutages(element, &spec);
  spec.velocity_as_vector =
      element.Choice("velocity_message", {"twist", "vector3"}, "twist") == "vector3";
  return spec;
}

}  // namespace surefoot::sensors
