#include "surefoot/noise/triad_error.h"

#include <cmath>

namespace surefoot::noise {
namespace {

/// Correlation times 1, 4, ... 4096 s. For processes of equal standard deviation s whose times have
/// the ratio r, the Allan variance is flat at s^2 2 ln 2 / ln r; with r = 4, the floor is s itself.
constexpr double kRatio = 4.0;
constexpr int kFlickerProcesses = 7;
/// The peak of the Allan deviation of one process, as a share of its standard deviation.
constexpr double kPeak = 0.61736;

double CorrelationTime(const BiasSpec& spec, int process) {
  return spec.instability_time > 0.0 ? spec.instability_time : std::pow(kRatio, process);
}

double Square(double x) { return x * x; }

}  // namespace

double BiasStddev(const BiasSpec& spec) {
  const double wander = spec.instability_time > 0.0
                            ? spec.instability / kPeak
                            : spec.instability * std::sqrt(kFlickerProcesses);
  return std::hypot(spec.turn_on_stddev, wander);
}

Bias::Bias(const BiasSpec& spec, RandomStream* stream) : spec_(spec) {
  if (spec.turn_on_stddev > 0.0) turn_on_ = spec.turn_on_stddev * stream->Normal();
  if (spec.instability == 0.0) return;
  static_assert(kMaxProcesses == kFlickerProcesses, "room for all");
  const bool flicker = spec.instability_time == 0.0;
  process_count_ = flicker ? kMaxProcesses : 1;
  stddev_ = flicker ? spec.instability : spec.instability / kPeak;
  for (int i = 0; i < process_count_; ++i) {
    processes_[static_cast<std::size_t>(i)] = stddev_ * stream->Normal();
  }
}

double Bias::Step(double dt, RandomStream* stream) {
  if (spec_.random_walk > 0.0) walk_ += spec_.random_walk * std::sqrt(dt) * stream->Normal();
  if (dt != dt_) {
    dt_ = dt;
    for (int i = 0; i < process_count_; ++i) {
      const double kept = std::exp(-dt / CorrelationTime(spec_, i));
      kept_[static_cast<std::size_t>(i)] = kept;
      fresh_[static_cast<std::size_t>(i)] = stddev_ * std::sqrt(1.0 - kept * kept);
    }
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(process_count_); ++i) {
    processes_[i] = kept_[i] * processes_[i] + fresh_[i] * stream->Normal();
  }
  return value();
}

double Bias::value() const {
  double sum = spec_.constant + turn_on_ + walk_;
  for (const double process : processes_) sum += process;
  return sum;
}

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
