#include "surefoot/sensors/noise_element.h"

#include <algorithm>
#include <cmath>

#include "surefoot/world/parse.h"

namespace surefoot::sensors {
namespace {

constexpr double kMax = 1e9;

/// One number for all axes, or one for each.
Vector3d ReadAxes(const world::ElementReader& reader, const std::string& name,
                  const Vector3d& fallback, double min = 0.0) {
  if (!reader.Has(name)) return fallback;
  const bool three = world::SplitWords(reader.Text(name)).size() == 3;
  const Vector3d given = three ? reader.Vector(name, fallback)
                               : Vector3d(Vector3d::Constant(reader.Number(name, 0.0)));
  if (given.minCoeff() >= min && given.maxCoeff() <= kMax) return given;
  reader.Error(name, "must lie between " + std::string(min < 0.0 ? "-1e9" : "0") + " and 1e9",
               reader.Text(name));
  return fallback;
}

void ReadBiases(const world::ElementReader& reader, std::array<noise::BiasSpec, 3>* biases) {
  const auto read = [&](const std::string& name, double noise::BiasSpec::*member, double min) {
    Vector3d values;
    for (std::size_t i = 0; i < 3; ++i) values[static_cast<int>(i)] = (*biases)[i].*member;
    values = ReadAxes(reader, name, values, min);
    for (std::size_t i = 0; i < 3; ++i) (*biases)[i].*member = values[static_cast<int>(i)];
  };
  read("bias", &noise::BiasSpec::constant, -kMax);
  read("turn_on_bias", &noise::BiasSpec::turn_on_stddev, 0.0);
  read("random_walk", &noise::BiasSpec::random_walk, 0.0);
  read("bias_instability", &noise::BiasSpec::instability, 0.0);
  read("bias_instability_time", &noise::BiasSpec::instability_time, 0.0);
}

void ReadMatrix(const world::ElementReader& reader, Matrix3d* matrix) {
  const std::vector<double> m = reader.Numbers("matrix", 9, {1, 0, 0, 0, 1, 0, 0, 0, 1});
  const bool fits = std::all_of(m.begin(), m.end(), [](double x) { return std::abs(x) <= kMax; });
  if (!fits) {
    reader.Error("matrix", "must have numbers between -1e9 and 1e9", reader.Text("matrix"));
    return;
  }
  if (reader.Has("matrix")) *matrix << m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8];
  matrix->diagonal() += ReadAxes(reader, "scale_error", Vector3d::Zero(), -kMax);
}

}  // namespace

noise::ScalarNoiseSpec ReadNoise(const world::ElementReader& element, const std::string& path) {
  constexpr double kMax = 1e12;
  const world::ElementReader reader = element.Child(path);
  noise::ScalarNoiseSpec spec;
  const std::string type =
      reader.Choice("type", {"none", "gaussian", "gaussian_quantized"}, "gaussian");
  if (type == "none") return spec;
  spec.mean = reader.Number("mean", 0.0, -kMax, kMax);
  spec.stddev = reader.Number("stddev", 0.0, 0.0, kMax);
  spec.bias_mean = reader.Number("bias_mean", 0.0, -kMax, kMax);
  spec.bias_stddev = reader.Number("bias_stddev", 0.0, 0.0, kMax);
  spec.dynamic_bias_correlation_time =
      reader.Number("dynamic_bias_correlation_time", 0.0, 0.0, kMax);
  // SDF's value is the density of the noise that drives the bias. The stationary standard deviation
  // of the first-order Gauss-Markov process is density * sqrt(time / 2).
  spec.dynamic_bias_stddev = reader.Number("dynamic_bias_stddev", 0.0, 0.0, kMax) *
                             std::sqrt(spec.dynamic_bias_correlation_time / 2.0);
  spec.precision = reader.Number("precision", 0.0, 0.0, kMax);
  return spec;
}

void ReadTriad(const world::ElementReader& element, const std::string& name,
               noise::TriadErrorSpec* spec) {
  const world::ElementReader reader = element.Child(name);
  spec->noise_density = ReadAxes(reader, "noise_density", spec->noise_density);
  ReadBiases(reader, &spec->bias);
  ReadMatrix(reader, &spec->matrix);
  spec->scale_stddev = reader.Number("scale_stddev", spec->scale_stddev, 0.0, 10.0);
  spec->misalignment_stddev =
      reader.Number("misalignment_stddev", spec->misalignment_stddev, 0.0, 10.0);
  spec->range = reader.Number("range", spec->range, 0.0, kMax);
  spec->resolution = reader.Number("resolution", spec->resolution, 0.0, kMax);
  spec->filter.bandwidth = reader.Number("bandwidth", spec->filter.bandwidth, 0.0, 1e6);
  spec->filter.order =
      static_cast<int>(reader.Integer("bandwidth_order", spec->filter.order, 1, 2));
  ReadSampleNoise(element, name, spec);
  reader.WarnMisspelt();
}

void ReadSampleNoise(const world::ElementReader& element, const std::string& name,
                     noise::TriadErrorSpec* spec) {
  const world::ElementReader reader = element.Child(name);
  if (reader.Has("noise")) {
    const double stddev = reader.Number("noise", 0.0, 0.0, kMax);
    for (noise::ScalarNoiseSpec& axis : spec->sample_noise) axis.stddev = stddev;
  }
  spec->range = reader.Number("cutoff", spec->range, 0.0, kMax);
}

void ReadAxisNoise(const world::ElementReader& element, const std::string& path,
                   noise::TriadErrorSpec* spec) {
  const char* const axes[] = {"x", "y", "z"};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string noise = path + "/" + axes[i] + "/noise";
    if (element.Has(noise)) spec->sample_noise[i] = ReadNoise(element, noise);
  }
}

void FillCovariance(const noise::TriadErrorSpec& spec, double rate, double* row_major) {
  for (int i = 0; i < 3; ++i) row_major[4 * i] = noise::SampleVariance(spec, i, rate);
}

}  // namespace surefoot::sensors
