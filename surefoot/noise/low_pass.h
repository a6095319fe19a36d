#pragma once

/// A first-order lag or a second-order Butterworth low pass; exact for inputs that are constant
/// over each step, for any step size.

#include "surefoot/base/archive.h"
#include "surefoot/base/random.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::noise {

struct LowPassSpec {
  /// -3 dB frequency in Hz; 0: no filter.
  double bandwidth = 0.0;
  /// 1 or 2.
  int order = 1;

  bool IsNone() const { return bandwidth == 0.0; }
};

/// Transition of the filter's output y and its rate z in a step without input: [y z]' = A [y z];
/// for order 1 only A(0, 0) is used.
Eigen::Matrix2d Transition(const LowPassSpec& spec, double dt);

/// Standard deviation of the output when the input is white noise of (two-sided) density 1.
double NoiseGain(const LowPassSpec& spec);

/// Filters three axes. Starts in steady state with its first input.
class LowPass {
 public:
  explicit LowPass(const LowPassSpec& spec) : spec_(spec) {}

  void Step(const Vector3d& input, double dt);
  const Vector3d& output() const { return y_; }

  void Archive(StateArchive* archive) { archive->Items(&started_, &y_, &z_); }

 private:
  LowPassSpec spec_;
  bool started_ = false;
  Vector3d y_ = Vector3d::Zero();
  Vector3d z_ = Vector3d::Zero();
  /// The transition for the last step size, which seldom changes.
  double dt_ = -1.0;
  Eigen::Matrix2d transition_ = Eigen::Matrix2d::Identity();
};

/// White noise of three axes after the filter, sampled at arbitrary times: exact in its variance
/// and in its autocorrelation.
class FilteredNoise {
 public:
  /// `density` for each axis, two-sided. Starts in the steady state.
  FilteredNoise(const LowPassSpec& spec, const Vector3d& density, RandomStream* stream);

  /// The noise `dt` seconds after the previous sample.
  const Vector3d& Step(double dt, RandomStream* stream);

  void Archive(StateArchive* archive) { archive->Items(&y_, &z_); }

 private:
  void Prepare(double dt);

  LowPassSpec spec_;
  Vector3d density_;
  Vector3d y_ = Vector3d::Zero();
  Vector3d z_ = Vector3d::Zero();
  double dt_ = -1.0;
  Eigen::Matrix2d transition_ = Eigen::Matrix2d::Identity();
  /// Lower triangle of the noise added in a step, for density 1.
  Eigen::Matrix2d spread_ = Eigen::Matrix2d::Zero();
};

}  // namespace surefoot::noise
