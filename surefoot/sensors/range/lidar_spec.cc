#include "surefoot/sensors/range/lidar_spec.h"

#include <algorithm>
#include <cmath>

#include "surefoot/world/parse.h"

namespace surefoot::sensors {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kMostColumns = 100'000;
constexpr int kMostRings = 1'000;
/// Some 100 MB of messages and tables.
constexpr long long kMostRays = 2'000'000;
constexpr double kMostRange = 1e5;

/// <samples> and <resolution>, which multiplies it; files have a single ray with a resolution of
/// 0.01.
int ReadCount(const world::ElementReader& axis, int fallback, int most) {
  const auto samples = static_cast<double>(axis.Integer("samples", fallback, 1, most));
  const double resolution = axis.Number("resolution", 1.0, 0.0, 1e3);
  const double count = std::max(1.0, std::round(samples * resolution));
  if (count <= most) return static_cast<int>(count);
  axis.Error("resolution", "samples times resolution must be at most " + std::to_string(most),
             axis.Text("resolution"));
  return fallback;
}

void ReadAzimuth(const world::ElementReader& axis, LidarSpec* spec) {
  spec->columns = ReadCount(axis, spec->columns, kMostColumns);
  spec->min_azimuth = axis.Number("min_angle", spec->min_azimuth, -4.0 * kPi, 4.0 * kPi);
  spec->max_azimuth = axis.Number("max_angle", spec->max_azimuth, -4.0 * kPi, 4.0 * kPi);
  if (spec->max_azimuth < spec->min_azimuth) {
    axis.Error("max_angle", "must not be less than min_angle", axis.Text("max_angle"));
  }
}

void ReadElevation(const world::ElementReader& axis, LidarSpec* spec) {
  const int count = ReadCount(axis, static_cast<int>(spec->rings.size()), kMostRings);
  const double low = axis.Number("min_angle", spec->rings.front(), -0.5 * kPi, 0.5 * kPi);
  const double high = axis.Number("max_angle", spec->rings.back(), -0.5 * kPi, 0.5 * kPi);
  spec->rings.clear();
  for (int i = 0; i < count; ++i) {
    spec->rings.push_back(count == 1 ? low : low + (high - low) * i / (count - 1));
  }
}

/// A list of elevations in degrees.
void ReadRings(const world::ElementReader& sensor, LidarSpec* spec) {
  const auto count = static_cast<int>(world::SplitWords(sensor.Text("rings")).size());
  if (count < 1 || count > kMostRings) {
    sensor.Error("rings", "must list from 1 to 1000 angles in degrees", sensor.Text("rings"));
    return;
  }
  spec->rings.clear();
  for (const double angle_deg : sensor.Numbers("rings", count, std::vector<double>(1))) {
    if (!(std::abs(angle_deg) <= 90.0)) {
      sensor.Error("rings", "angles must lie between -90 and 90 degrees",
                   std::to_string(angle_deg));
    }
    spec->rings.push_back(std::clamp(angle_deg, -90.0, 90.0) * kPi / 180.0);
  }
}

void ReadRange(const world::ElementReader& range, RangeErrorSpec* errors) {
  errors->min_range = range.Number("min", errors->min_range, 0.0, kMostRange);
  errors->max_range = range.Number("max", errors->max_range, 0.0, kMostRange);
  errors->resolution = range.Number("resolution", errors->resolution, 0.0, 1e3);
  if (errors->max_range <= errors->min_range) {
    range.Error("max", "must be greater than min", range.Text("max"));
  }
}

/// Elements of our own.
void ReadExtras(const world::ElementReader& sensor, LidarSpec* spec) {
  spec->spin = sensor.Flag("spin", spec->spin);
  spec->slices = static_cast<int>(sensor.Integer("slices", spec->slices, 0, 1000));
  spec->collisions = sensor.Choice("sees", {"visuals", "collisions"}, "visuals") == "collisions";
  spec->organised = sensor.Flag("organised", spec->organised);
  spec->intensity = sensor.Flag("intensity", spec->intensity);
  spec->intensity_scale = sensor.Number("intensity_scale", spec->intensity_scale, 0.0, 1e9);
  spec->intensity_exponent =
      sensor.Number("intensity_exponent", spec->intensity_exponent, 0.0, 4.0);
}

}  // namespace

LidarSpec ReadLidar(const world::ElementReader& sensor) {
  std::vector<std::string> presets = LidarPresets();
  presets.emplace_back("none");
  LidarSpec spec = LidarPreset(sensor.Choice("preset", presets, "none"));
  const world::ElementReader rays = sensor.Child(sensor.Has("lidar") ? "lidar" : "ray");
  ReadAzimuth(rays.Child("scan/horizontal"), &spec);
  if (rays.Has("scan/vertical")) ReadElevation(rays.Child("scan/vertical"), &spec);
  if (sensor.Has("rings")) ReadRings(sensor, &spec);
  ReadRange(rays.Child("range"), &spec.errors);
  ReadRangeErrors(sensor, rays, &spec.errors);
  ReadExtras(sensor, &spec);
  if (static_cast<long long>(spec.columns) * static_cast<long long>(spec.rings.size()) >
      kMostRays) {
    sensor.Error(sensor.Has("lidar") ? "lidar" : "ray", "has more than 2 million rays",
                 std::to_string(spec.columns) + " x " + std::to_string(spec.rings.size()),
                 "ask for fewer samples");
    spec = LidarSpec();
  }
  return spec;
}

}  // namespace surefoot::sensors
