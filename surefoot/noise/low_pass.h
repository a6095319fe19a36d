#pragma once

/// A first-order lag or a second-order Butterworth low pass, exact for an input that is constant
/// over each step, whatever the step's length.

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

/// How the filter's output y and its rate of change z move in a step without input:
/// [y z]' = A [y z]; for order 1 only A(0, 0) counts.
Eigen::Matrix2d Transition(const LowPassSpec& spec, double dt);

/// Spread of the output when the input is white noise of density 1 (two-sided).
double NoiseGain(const LowPassSpec& spec);

/// Filters three axes. Starts in balance with its first input.
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
  /// The transition of the last step's length, which seldom changes.
  double dt_ = -1.0;
  Eigen::Matrix2d transition_ = Eigen::Matrix2d::Identity();
};

/// White noise of three axes as it comes out of the filter, sampled at any times: exact in its
/// spread and in the likeness of neighbours.
class FilteredNoise {
 public:
  /// `density` per axis, two-sided. Starts in its steady state.
  FilteredNoise(const LowPassSpec& spec, const Vector3d& density, RandomStream* stream);

  /// The noise `dt` seconds after the one before.
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
  /// Lower triangle: what comes on top in a step, for density 1.
  Eigen::Matrix2d spread_ = Eigen::Matrix2d::Zero();
};

}  // namespace surefoot::noise
