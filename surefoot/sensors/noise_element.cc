#include "surefoot/sensors/noise_element.h"

#include <cmath>

namespace surefoot::sensors {

noise::ScalarNoiseSpec ReadNoise(const world::ElementReader& element, const std::string& path) {
  constexpr double kMost = 1e12;
  const world::ElementReader reader = element.Child(path);
  noise::ScalarNoiseSpec spec;
  const std::string type =
      reader.Choice("type", {"none", "gaussian", "gaussian_quantized"}, "gaussian");
  if (type == "none") return spec;
  spec.mean = reader.Number("mean", 0.0, -kMost, kMost);
  spec.stddev = reader.Number("stddev", 0.0, 0.0, kMost);
  spec.bias_mean = reader.Number("bias_mean", 0.0, -kMost, kMost);
  spec.bias_stddev = reader.Number("bias_stddev", 0.0, 0.0, kMost);
  spec.dynamic_bias_correlation_time =
      reader.Number("dynamic_bias_correlation_time", 0.0, 0.0, kMost);
  // SDF means the density of the noise that drives the bias.
  spec.dynamic_bias_stddev = reader.Number("dynamic_bias_stddev", 0.0, 0.0, kMost) *
                             std::sqrt(spec.dynamic_bias_correlation_time / 2.0);
  spec.precision = reader.Number("precision", 0.0, 0.0, kMost);
  return spec;
}

}  // namespace surefoot::sensors
