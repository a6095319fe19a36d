#include "surefoot/noise/triad_error.h"

#include <cmath>

#include "surefoot/noise/distortion.h"

namespace surefoot::noise {
namespace {

double Square(double x) { return x * x; }

}  // namespace

double SampleVariance(const TriadErrorSpec& spec, int axis, double rate) {
  const auto i = static_cast<std::size_t>(axis);
  const double gain = spec.filter.IsNone() ? std::sqrt(rate) : NoiseGain(spec.filter);
  return Square(spec.noise_density[axis] * gain) + Square(BiasStddev(spec.bias[i])) +
         spec.sample_noise[i].Variance() + Square(spec.resolution) / 12.0;
}

TriadError::TriadError(const TriadErrorSpec& spec, RandomStream* stream)
    : spec_(spec), matrix_(spec.matrix) {
  for (std::size_t i = 0; i < 3; ++i) {
    biases_.emplace_back(spec.bias[i], stream);
    sample_noise_.emplace_back(spec.sample_noise[i], stream);
  }
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      const double stddev = row == column ? spec.scale_stddev : spec.misalignment_stddev;
      if (stddev > 0.0) matrix_(row, column) += stddev * stream->Normal();
    }
  }
  if (!spec.filter.IsNone()) filtered_.emplace(spec.filter, spec.noise_density, stream);
}

Vector3d TriadError::WhiteNoise(double dt, RandomStream* stream) {
  if (filtered_) return filtered_->Step(dt, stream);
  Vector3d noise = Vector3d::Zero();
  for (int i = 0; i < 3; ++i) {
    const double stddev = WhiteStddev(spec_.noise_density[i], 1.0 / dt);
    if (stddev > 0.0) noise[i] = stddev * stream->Normal();
  }
  return noise;
}

Vector3d TriadError::Apply(const Vector3d& value, double dt, RandomStream* stream) {
  Vector3d out = matrix_ * value + WhiteNoise(dt, stream);
  for (int i = 0; i < 3; ++i) {
    const auto axis = static_cast<std::size_t>(i);
    out[i] += biases_[axis].Step(dt, stream);
    out[i] = sample_noise_[axis].Apply(out[i], dt, stream);
    out[i] = Saturated(Quantised(out[i], spec_.resolution), spec_.range);
  }
  return out;
}

void TriadError::Archive(StateArchive* archive) {
  archive->Items(&matrix_);
  archive->Each(&biases_);
  archive->Each(&sample_noise_);
  if (filtered_) archive->Items(&*filtered_);
}

}  // namespace surefoot::noise
