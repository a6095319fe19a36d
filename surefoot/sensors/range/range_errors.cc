#include "surefoot/sensors/range/range_errors.h"

#include <algorithm>
#include <cmath>

#include "surefoot/sensors/noise_element.h"

namespace surefoot::sensors {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

void ReadRangeErrors(const world::ElementReader& sensor, const world::ElementReader& holder,
                     RangeErrorSpec* spec) {
  if (holder.Has("noise")) spec->noise = ReadNoise(holder, "noise");
  if (spec->noise.dynamic_bias_stddev > 0.0) {
    holder.Warning("noise", "a bias that wanders is not modelled for rays; it is left out");
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
  if (spec_.range_at_10_percent > 0.0) DropDim(ranges, cosines, reflectances, count);
  if (spec_.HasDropouts()) DropSome(ranges, cosines, count, stream);
  if (spec_.HasNoise()) AddNoise(ranges, count, stream);
  if (offset_ != 0.0F) {
    for (std::size_t i = 0; i < count; ++i) ranges[i] += offset_;
  }
  Quantise(ranges, count);
  const auto least = static_cast<float>(spec_.min_range);
  const auto most = static_cast<float>(spec_.max_range);
  for (std::size_t i = 0; i < count; ++i) {
    float range = ranges[i];
    range = range > most ? kInfinity : range;
    ranges[i] = range < least ? -kInfinity : range;
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
    // Infinite stays infinite: the noise of what was not met must not be infinite, too.
    const float range = std::abs(ranges[i]) < kInfinity ? ranges[i] : 0.0F;
    const float sigma = std::sqrt(constant * constant + share * share * range * range);
    ranges[i] += sigma * normals[i];
  }
}

void RangeErrors::DropSome(float* ranges, const float* cosines, std::size_t count,
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

void RangeErrors::DropDim(float* ranges, const float* cosines, const float* reflectances,
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
  // 2^23 plus a smaller number has no room for fractions: it is rounded to a whole one.
  constexpr float kRound = 8388608.0F;
  for (std::size_t i = 0; i < count; ++i) {
    const float steps = ranges[i] * inverse;
    const float whole = (steps + kRound) - kRound;
    ranges[i] = steps >= 0.0F && steps < kRound ? whole * width : ranges[i];
  }
}

}  // namespace surefoot::sensors
