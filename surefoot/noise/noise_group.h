#pragma once

#include <string>
#include <vector>

#include "surefoot/math/rigid_transform.h"
#include "surefoot/noise/scalar_noise.h"

namespace surefoot::noise {

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
