#include "surefoot/noise/bias.h"

#include <cmath>

namespace surefoot::noise {
namespace {

/// Correlation times 1, 4, ... 4096 s. For processes of equal spread s whose times have the ratio r
/// the Allan variance is level at s^2 2 ln 2 / ln r; with r = 4 the floor is s itself.
constexpr double kRatio = 4.0;
constexpr int kFlickerProcesses = 7;
/// The Allan deviation of one process peaks at this part of its spread.
constexpr double kPeak = 0.61736;

double CorrelationTime(const BiasSpec& spec, int process) {
  return spec.instability_time > 0.0 ? spec.instability_time : std::pow(kRatio, process);
}

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
  static_assert(kMost == kFlickerProcesses, "room for all");
  const bool flicker = spec.instability_time == 0.0;
  process_count_ = flicker ? kMost : 1;
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

void Bias::Archive(StateArchive* archive) { archive->Items(&turn_on_, &walk_, &processes_); }

}  // namespace surefoot::noise
