#pragma once

#include "surefoot/noise/low_pass.h"

namespace surefoot::sensors {

/// From what is felt in every step to what comes out at the end of a sampling period: the mean over
/// it or the last step's, or, where there is a bandwidth, the filter's output.
class MotionSampler {
 public:
  enum class Without { kMean, kLast };

  /// `without`: what comes out without a bandwidth.
  explicit MotionSampler(const noise::LowPassSpec& spec, Without without = Without::kMean)
      : spec_(spec), without_(without), filter_(spec) {}

  void Step(const Vector3d& value, double dt);
  Vector3d Take();

  void Archive(StateArchive* archive);

 private:
  noise::LowPassSpec spec_;
  Without without_;
  noise::LowPass filter_;
  Vector3d sum_ = Vector3d::Zero();
  Vector3d out_ = Vector3d::Zero();
  std::int64_t count_ = 0;
};

}  // namespace surefoot::sensors
