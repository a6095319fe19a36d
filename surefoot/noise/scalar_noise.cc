#include "surefoot/noise/scalar_noise.h"

#include <cmath>

// The bias is a Gauss-Markov process, integrated exactly, so that its statistics do not depend on
// the step.

namespace surefoot::noise {

ScalarNoise::ScalarNoise(const ScalarNoiseSpec& spec, RandomStream* stream) : spec_(spec) {
  if (spec.bias_mean == 0.0 && spec.bias_stddev == 0.0) return;
  bias_ = spec.bias_mean + spec.bias_stddev * stream->Normal();
  if (stream->Uniform() < 0.5) bias_ = -bias_;
}

double ScalarNoise::Apply(double value, double dt, RandomStream* stream) {
  if (spec_.Wanders()) {
    // Exact for any dt.
    const double kept = std::exp(-dt / spec_.dynamic_bias_correlation_time);
    bias_ =
        kept * bias_ + spec_.dynamic_bias_stddev * std::sqrt(1.0 - kept * kept) * stream->Normal();
  }
  double out = value + bias() + spec_.mean;
  if (spec_.stddev > 0.0) out += spec_.stddev * stream->Normal();
  if (spec_.precision > 0.0) out = std::round(out / spec_.precision) * spec_.precision;
  return out;
}

}  // namespace surefoot::noise
