#include "surefoot/sensors/range/lidar_spec.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/sensors/noise_element.h"
#include "surefoot/world/parse.h"

// Reading and errors of LIDARs: noise, dropouts that depend on distance and incidence, and
// resolution, in the order in which a real sensor adds them.

namespace surefoot::sensors {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

constexpr double kDegree = 3.14159265358979323846 / 180.0;

/// Presets of well-known LiDARs; docs/reference/sensors.md names the data sheets. Ranges,
/// resolution and standard deviation in m, rate in Hz.
struct Device {
  const char* name;
  int columns;
  double from_deg, to_deg;
  /// Evenly spaced between the lowest and the highest; a single ring is horizontal.
  int rings;
  double low_deg, high_deg;
  double min_range, max_range, resolution;
  double stddev, proportional_noise, range_at_10_percent;
  double rate;
};
constexpr Device kDevices[] = {
    {"sick_lms1xx", 541, -135.0, 135.0, 1, 0.0, 0.0, 0.5, 20.0, 0.001, 0.012, 0.0, 18.0, 50.0},
    {"hokuyo_utm30", 1081, -135.0, 135.0, 1, 0.0, 0.0, 0.1, 30.0, 0.001, 0.005, 0.001, 0.0, 40.0},
    {"velodyne_vlp16", 1800, -180.0, 179.8, 16, -15.0, 15.0, 0.5, 100.0, 0.002, 0.015, 0.0, 0.0,
     10.0},
    {"ouster_os1_64", 1024, -180.0, 180.0 - 360.0 / 1024.0, 64, -16.6, 16.6, 0.8, 120.0, 0.012,
     0.015, 0.0, 40.0, 10.0}};

constexpr double kPi = 3.14159265358979323846;
constexpr int kMaxColumns = 100'000;
constexpr int kMaxRings = 1'000;
/// About 100 MB of messages and tables.
constexpr long long kMaxRays = 2'000'000;
constexpr double kMaxRange = 1e5;

/// <samples> times <resolution>. Existing files describe a single ray with a resolution of 0.01, so
/// the product is rounded up to 1.
int ReadCount(const world::ElementReader& axis, int fallback, int max) {
  const auto samples = static_cast<double>(axis.Integer("samples", fallback, 1, max));
  const double resolution = axis.Number("resolution", 1.0, 0.0, 1e3);
  const double count = std::max(1.0, std::round(samples * resolution));
  if (count <= max) return static_cast<int>(count);
  axis.Error("resolution", "samples times resolution must be at most " + std::to_string(max),
             axis.Text("resolution"));
  return fallback;
}

void ReadAzimuth(const world::ElementReader& axis, LidarSpec* spec) {
  spec->columns = ReadCount(axis, spec->columns, kMaxColumns);
  spec->min_azimuth = axis.Number("min_angle", spec->min_azimuth, -4.0 * kPi, 4.0 * kPi);
  spec->max_azimuth = axis.Number("max_angle", spec->max_azimuth, -4.0 * kPi, 4.0 * kPi);
  if (spec->max_azimuth < spec->min_azimuth) {
    axis.Error("max_angle", "must not be less than min_angle", axis.Text("max_angle"));
  }
}

void ReadElevation(const world::ElementReader& axis, LidarSpec* spec) {
  const int count = ReadCount(axis, static_cast<int>(spec->rings.size()), kMaxRings);
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
  if (count < 1 || count > kMaxRings) {
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
  errors->min_range = range.Number("min", errors->min_range, 0.0, kMaxRange);
  errors->max_range = range.Number("max", errors->max_range, 0.0, kMaxRange);
  errors->resolution = range.Number("resolution", errors->resolution, 0.0, 1e3);
  if (errors->max_range <= errors->min_range) {
    range.Error("max", "must be greater than min", range.Text("max"));
  }
}

/// Surefoot's own elements.
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

void ReadRangeErrors(const world::ElementReader& sensor, const world::ElementReader& holder,
                     RangeErrorSpec* spec) {
  if (holder.Has("noise")) spec->noise = ReadNoise(holder, "noise");
  if (spec->noise.dynamic_bias_stddev > 0.0) {
    holder.Warning("noise", "a varying bias is not modelled for rays; it is ignored");
  }
  spec->proportional_noise =
      sensor.Number("proportional_noise", spec->proportional_noise, 0.0, 1.0);
  spec->dropout = sensor.Number("dropout", spec->dropout, 0.0, 1.0);
  spec->dropout_far = sensor.Number("dropout_far", spec->dropout_far, 0.0, 1.0);
  spec->dropout_grazing = sensor.Number("dropout_grazing", spec->dropout_grazing, 0.0, 1.0);
  spec->range_at_10_percent =
      sensor.Number("range_at_10_percent", spec->range_at_10_percent, 0.0, 1e6);
}

RangeErrors::RangeErrors(const RangeErrorSpec& spec, std::uint64_t seed, const std::string& name)
    : spec_(spec) {
  RandomStream stream(seed, name);
  const noise::ScalarNoise bias(spec.noise, &stream);
  offset_ = static_cast<float>(spec.noise.mean + bias.bias());
}

void RangeErrors::Apply(float* ranges, const float* cosines, const float* reflectances,
                        std::size_t count, RandomStream* stream) {
  if (scratch_.size() < count) scratch_.resize(count);
  if (spec_.range_at_10_percent > 0.0) DropWeakReturns(ranges, cosines, reflectances, count);
  if (spec_.HasDropouts()) DropRandomly(ranges, cosines, count, stream);
  if (spec_.HasNoise()) AddNoise(ranges, count, stream);
  if (offset_ != 0.0F) {
    for (std::size_t i = 0; i < count; ++i) ranges[i] += offset_;
  }
  Quantise(ranges, count);
  const auto min = static_cast<float>(spec_.min_range);
  const auto max = static_cast<float>(spec_.max_range);
  for (std::size_t i = 0; i < count; ++i) {
    float range = ranges[i];
    range = range > max ? kInfinity : range;
    ranges[i] = range < min ? -kInfinity : range;
  }
}

void RangeErrors::AddNoise(float* ranges, std::size_t count, RandomStream* stream) {
  float* normals = scratch_.data();
  stream->FillNormals(normals, count);
  const auto constant = static_cast<float>(spec_.noise.stddev);
  const auto share = static_cast<float>(spec_.proportional_noise);
  if (share == 0.0F) {
    for (std::size_t i = 0; i < count; ++i) ranges[i] += constant * normals[i];
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    // Infinity stays as it is: sigma must be finite, because infinity times 0 is NaN.
    const float range = std::abs(ranges[i]) < kInfinity ? ranges[i] : 0.0F;
    const float sigma = std::sqrt(constant * constant + share * share * range * range);
    ranges[i] += sigma * normals[i];
  }
}

void RangeErrors::DropRandomly(float* ranges, const float* cosines, std::size_t count,
                               RandomStream* stream) {
  float* uniforms = scratch_.data();
  stream->FillUniforms(uniforms, count);
  const auto base = static_cast<float>(spec_.dropout);
  const auto far = static_cast<float>(spec_.dropout_far / (spec_.max_range * spec_.max_range));
  const auto grazing = static_cast<float>(spec_.dropout_grazing);
  for (std::size_t i = 0; i < count; ++i) {
    const float slant = 1.0F - cosines[i];
    const float range = std::abs(ranges[i]) < kInfinity ? ranges[i] : 0.0F;
    const float chance = base + far * range * range + grazing * slant * slant;
    ranges[i] = uniforms[i] < chance && range > 0.0F ? kInfinity : ranges[i];
  }
}

/// The returned power of a diffuse surface that fills the beam falls with the square of the range,
/// and is proportional to reflectance and cos(incidence). The limit is that of 10 % reflectance at
/// normal incidence.
void RangeErrors::DropWeakReturns(float* ranges, const float* cosines, const float* reflectances,
                                  std::size_t count) const {
  const auto power =
      static_cast<float>(spec_.range_at_10_percent * spec_.range_at_10_percent / 0.1);
  for (std::size_t i = 0; i < count; ++i) {
    const float returned = power * reflectances[i] * cosines[i];
    const bool too_dim = ranges[i] > 0.0F && ranges[i] * ranges[i] > returned;
    ranges[i] = too_dim ? kInfinity : ranges[i];
  }
}

void RangeErrors::Quantise(float* ranges, std::size_t count) const {
  const double step = spec_.noise.precision > 0.0
                          ? std::max(spec_.noise.precision, spec_.resolution)
                          : spec_.resolution;
  if (step <= 0.0) return;
  const auto width = static_cast<float>(step);
  const auto inverse = static_cast<float>(1.0 / step);
  // A float of 2^23 or more has no fractional bits, so adding and subtracting 2^23 rounds to a
  // whole number. Unlike std::round this is vectorized.
  constexpr float kRound = 8388608.0F;
  for (std::size_t i = 0; i < count; ++i) {
    const float steps = ranges[i] * inverse;
    const float whole = (steps + kRound) - kRound;
    ranges[i] = steps >= 0.0F && steps < kRound ? whole * width : ranges[i];
  }
}

std::vector<std::string> LidarPresets() { return NamesOf(kDevices); }

LidarSpec LidarPreset(const std::string& name) {
  LidarSpec spec;
  for (const Device& device : kDevices) {
    if (name != device.name) continue;
    spec.columns = device.columns;
    spec.min_azimuth = device.from_deg * kDegree;
    spec.max_azimuth = device.to_deg * kDegree;
    if (device.rings > 1) spec.rings.clear();
    for (int i = 0; i < device.rings && device.rings > 1; ++i) {
      const double rise_deg = (device.high_deg - device.low_deg) * i / (device.rings - 1);
      spec.rings.push_back((device.low_deg + rise_deg) * kDegree);
    }
    spec.errors.min_range = device.min_range;
    spec.errors.max_range = device.max_range;
    spec.errors.resolution = device.resolution;
    spec.errors.noise.stddev = device.stddev;
    spec.errors.proportional_noise = device.proportional_noise;
    spec.errors.range_at_10_percent = device.range_at_10_percent;
    spec.rate = device.rate;
  }
  return spec;
}

// The preset first, then SDF's elements, then Surefoot's, each overriding what comes before.
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
  if (static_cast<long long>(spec.columns) * static_cast<long long>(spec.rings.size()) > kMaxRays) {
    sensor.Error(sensor.Has("lidar") ? "lidar" : "ray", "has more than 2 million rays",
                 std::to_string(spec.columns) + " x " + std::to_string(spec.rings.size()),
                 "ask for fewer samples");
    spec = LidarSpec();
  }
  return spec;
}

}  // namespace surefoot::sensors
