#pragma once

/// Errors of one measured number, as SDF's <noise> describes them.

#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/random.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::noise {

/// Units are those of the measured number.
struct ScalarNoiseSpec {
  /// White Gaussian noise of each sample.
  double mean = 0.0;
  double stddev = 0.0;
  /// A bias drawn when the sensor starts; its sign is random. It stays, or wanders off.
  double bias_mean = 0.0;
  double bias_stddev = 0.0;
  /// A bias that wanders (first-order Gauss-Markov) from the drawn one on: its spread in the long
  /// run, and how long it remembers (s; 0: it does not wander).
  double dynamic_bias_stddev = 0.0;
  double dynamic_bias_correlation_time = 0.0;
  /// Step of the output; 0: as fine as a double.
  double precision = 0.0;

  bool IsNone() const {
    return mean == 0.0 && stddev == 0.0 && bias_mean == 0.0 && bias_stddev == 0.0 && !Wanders() &&
           precision == 0.0;
  }
  bool Wanders() const { return dynamic_bias_stddev > 0.0 && dynamic_bias_correlation_time > 0.0; }
  /// Of one sample, over all starts; of a bias that wanders, when it is widest.
  double Variance() const {
    const double slow =
        Wanders() && dynamic_bias_stddev > bias_stddev ? dynamic_bias_stddev : bias_stddev;
    return stddev * stddev + slow * slow + precision * precision / 12.0;
  }
};

/// A running error. The random stream is the caller's, so that one sensor has one stream.
class ScalarNoise {
 public:
  /// Draws the starting bias.
  ScalarNoise(const ScalarNoiseSpec& spec, RandomStream* stream);

  /// The number with its error, `dt` seconds after the one before.
  double Apply(double value, double dt, RandomStream* stream);

  double bias() const { return bias_; }

  void Archive(StateArchive* archive) { archive->Items(&bias_); }

 private:
  ScalarNoiseSpec spec_;
  double bias_ = 0.0;
};

/// The errors of several numbers and the random stream that they share: all that a sensor with
/// SDF's <noise> carries from sample to sample.
class NoiseGroup {
 public:
  /// Numbers from 0 on, in the order of their specs.
  NoiseGroup(std::uint64_t seed, const std::string& name, const std::vector<ScalarNoiseSpec>& specs)
      : stream_(seed, name) {
    for (const ScalarNoiseSpec& spec : specs) noise_.emplace_back(spec, &stream_);
  }

  /// Number `i` with its error, `dt` seconds after the one before.
  double Apply(std::size_t i, double value, double dt) {
    return noise_[i].Apply(value, dt, &stream_);
  }
  /// Numbers first, first + 1 and first + 2.
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
