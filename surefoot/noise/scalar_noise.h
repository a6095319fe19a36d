#pragma once

/// Errors of one measured quantity, as described by SDF's <noise>.

#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/random.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::noise {

/// Units are those of the measured quantity.
struct ScalarNoiseSpec {
  /// White Gaussian noise of each sample.
  double mean = 0.0;
  double stddev = 0.0;
  /// A bias drawn at the start of the sensor, with a random sign. It is constant, or drifts.
  double bias_mean = 0.0;
  double bias_stddev = 0.0;
  /// Drift of the bias from its initial value (first-order Gauss-Markov process): its stationary
  /// standard deviation, and its correlation time (s; 0: no drift).
  double dynamic_bias_stddev = 0.0;
  double dynamic_bias_correlation_time = 0.0;
  /// Quantisation step of the output; 0: none.
  double precision = 0.0;

  bool IsNone() const {
    return mean == 0.0 && stddev == 0.0 && bias_mean == 0.0 && bias_stddev == 0.0 && !Wanders() &&
           precision == 0.0;
  }
  bool Wanders() const { return dynamic_bias_stddev > 0.0 && dynamic_bias_correlation_time > 0.0; }
  /// Variance of one sample over all starts; for a drifting bias, its largest value.
  double Variance() const {
    const double slow =
        Wanders() && dynamic_bias_stddev > bias_stddev ? dynamic_bias_stddev : bias_stddev;
    return stddev * stddev + slow * slow + precision * precision / 12.0;
  }
};

/// The state of an error. The caller owns the random stream, so that one sensor has one stream.
class ScalarNoise {
 public:
  /// Draws the starting bias.
  ScalarNoise(const ScalarNoiseSpec& spec, RandomStream* stream);

  /// The value with its error, `dt` seconds after the previous one.
  double Apply(double value, double dt, RandomStream* stream);

  double bias() const { return bias_; }

  void Archive(StateArchive* archive) { archive->Items(&bias_); }

 private:
  ScalarNoiseSpec spec_;
  double bias_ = 0.0;
};

/// The errors of several quantities with their shared random stream: the complete state of a sensor
/// with SDF's <noise>.
class NoiseGroup {
 public:
  /// Quantities are numbered from 0 in the order of their specs.
  NoiseGroup(std::uint64_t seed, const std::string& name, const std::vector<ScalarNoiseSpec>& specs)
      : stream_(seed, name) {
    for (const ScalarNoiseSpec& spec : specs) noise_.emplace_back(spec, &stream_);
  }

  /// Quantity `i` with its error, `dt` seconds after the previous one.
  double Apply(std::size_t i, double value, double dt) {
    return noise_[i].Apply(value, dt, &stream_);
  }
  /// Quantities first, first + 1 and first + 2.
  Vector3d Apply(std::size_t first, const Vector3d& value, double dt) {
    Vector3d out;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto axis = static_cast<Eigen::Index>(i);
      out[axis] = Apply(first + i, value[axis], dt);
    }
    return out;
  }

  void Archive(StateArchive* archive) {
    archive->Items(&stream_);
    archive->Each(&noise_);
  }

 private:
  RandomStream stream_;
  std::vector<ScalarNoise> noise_;
};

}  // namespace surefoot::noise
