#pragma once

/// Errors of three related quantities: a gyroscope, an accelerometer, a magnetometer.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/random.h"
#include "surefoot/noise/low_pass.h"
#include "surefoot/noise/scalar_noise.h"

namespace surefoot::noise {

// Effects of the electronics on a signal.

/// Standard deviation of samples taken at `rate` from white noise of the given density
/// (unit/sqrt(Hz), of the two-sided spectrum, so that the Allan deviation at 1 s equals the
/// density).
inline double WhiteStddev(double density, double rate) { return density * std::sqrt(rate); }

/// The nearest multiple of `step`; 0: unchanged.
inline double Quantised(double value, double step) {
  return step > 0.0 ? std::round(value / step) * step : value;
}

/// Limited to +-limit; 0: unlimited.
inline double Saturated(double value, double limit) {
  return limit > 0.0 ? std::clamp(value, -limit, limit) : value;
}

// Slow errors of one quantity.

/// Units are those of the measured quantity.
struct BiasSpec {
  /// Constant over all starts.
  double constant = 0.0;
  /// Standard deviation of the part drawn at each start.
  double turn_on_stddev = 0.0;
  /// Rate random walk: the standard deviation grows as random_walk * sqrt(t). unit/s/sqrt(Hz).
  double random_walk = 0.0;
  /// Minimum of the Allan deviation (bias instability).
  double instability = 0.0;
  /// 0: the floor is that of flicker noise, flat from about 4 s to half an hour. Otherwise a single
  /// Gauss-Markov process with this correlation time (s), whose Allan deviation peaks at the floor,
  /// at about 1.9 times that time.
  double instability_time = 0.0;
};

/// Standard deviation of the bias after a long time, without the random walk.
double BiasStddev(const BiasSpec& spec);

/// The state of a bias; the caller owns the random stream.
class Bias {
 public:
  /// Draws the starting values.
  Bias(const BiasSpec& spec, RandomStream* stream);

  /// The bias `dt` seconds after the previous one. Exact for any dt.
  double Step(double dt, RandomStream* stream);
  double value() const;

  void Archive(StateArchive* archive) { archive->Items(&turn_on_, &walk_, &processes_); }

 private:
  /// Flicker noise as a sum of Gauss-Markov processes, one for every two octaves.
  static constexpr int kMaxProcesses = 7;

  BiasSpec spec_;
  double turn_on_ = 0.0;
  double walk_ = 0.0;
  int process_count_ = 0;
  double stddev_ = 0.0;
  std::array<double, kMaxProcesses> processes_{};
  /// Coefficients for the last dt, which seldom changes.
  double dt_ = -1.0;
  std::array<double, kMaxProcesses> kept_{};
  std::array<double, kMaxProcesses> fresh_{};
};

/// Units are those of the measured quantities.
struct TriadErrorSpec {
  /// White noise (unit/sqrt(Hz), two-sided): the Allan deviation at 1 s.
  Vector3d noise_density = Vector3d::Zero();
  /// For each axis.
  std::array<BiasSpec, 3> bias;
  /// SDF's <noise>, in addition.
  std::array<ScalarNoiseSpec, 3> sample_noise;
  /// Measured = matrix * true: scale factors on the diagonal, misalignment elsewhere.
  Matrix3d matrix = Matrix3d::Identity();
  /// Drawn at the start, in addition to the matrix: scale errors and angles between axes (rad).
  double scale_stddev = 0.0;
  double misalignment_stddev = 0.0;
  /// Saturation at +-range; 0: unlimited.
  double range = 0.0;
  /// Quantisation step of the output; 0: none.
  double resolution = 0.0;
  /// If the signal is filtered, the noise passes the same filter.
  LowPassSpec filter;
};

/// Variance of one sample of an axis at `rate`, including drifting biases; for covariances in
/// messages.
double SampleVariance(const TriadErrorSpec& spec, int axis, double rate);

/// The state of an error; the caller owns the random stream.
class TriadError {
 public:
  /// Draws the constant errors.
  TriadError(const TriadErrorSpec& spec, RandomStream* stream);

  /// The three values with their errors, `dt` seconds after the previous ones.
  Vector3d Apply(const Vector3d& value, double dt, RandomStream* stream);

  void Archive(StateArchive* archive);

 private:
  Vector3d WhiteNoise(double dt, RandomStream* stream);

  TriadErrorSpec spec_;
  Matrix3d matrix_;
  std::vector<Bias> biases_;
  std::vector<ScalarNoise> sample_noise_;
  std::optional<FilteredNoise> filtered_;
};

}  // namespace surefoot::noise
