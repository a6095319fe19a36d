#pragma once

/// Errors of three measured numbers that belong together: a gyro, an accelerometer, a compass.

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

// What electronics do to a number on its way out.

/// Spread of samples taken at `rate` from white noise of the given density (unit/sqrt(Hz), of the
/// two-sided spectrum, so that the Allan deviation at 1 s is the density).
inline double WhiteStddev(double density, double rate) { return density * std::sqrt(rate); }

/// The nearest multiple of `step`; 0: as it is.
inline double Quantised(double value, double step) {
  return step > 0.0 ? std::round(value / step) * step : value;
}

/// Kept within +-limit; 0: without limit.
inline double Saturated(double value, double limit) {
  return limit > 0.0 ? std::clamp(value, -limit, limit) : value;
}

// Slow errors of one measured number.

/// Units are those of the measured number.
struct BiasSpec {
  /// The same at every start.
  double constant = 0.0;
  /// Drawn at each start.
  double turn_on_stddev = 0.0;
  /// Rate random walk: the bias spreads by random_walk * sqrt(t). unit/s/sqrt(Hz).
  double random_walk = 0.0;
  /// Height of the floor of the Allan deviation.
  double instability = 0.0;
  /// 0: the floor is that of flicker noise, level from about 4 s to half an hour. Otherwise one
  /// Gauss-Markov process of this correlation time (s), whose Allan deviation peaks at the floor,
  /// near 1.9 times that time.
  double instability_time = 0.0;
};

/// Spread of the bias after a long time, without the random walk.
double BiasStddev(const BiasSpec& spec);

/// A running bias; the random stream is the caller's.
class Bias {
 public:
  /// Draws the starting values.
  Bias(const BiasSpec& spec, RandomStream* stream);

  /// The bias `dt` seconds after the one before. Exact for any dt.
  double Step(double dt, RandomStream* stream);
  double value() const;

  void Archive(StateArchive* archive) { archive->Items(&turn_on_, &walk_, &processes_); }

 private:
  /// Flicker noise as a sum of Gauss-Markov processes, one per two octaves.
  static constexpr int kMost = 7;

  BiasSpec spec_;
  double turn_on_ = 0.0;
  double walk_ = 0.0;
  int process_count_ = 0;
  double stddev_ = 0.0;
  std::array<double, kMost> processes_{};
  /// For the last dt, which seldom changes.
  double dt_ = -1.0;
  std::array<double, kMost> kept_{};
  std::array<double, kMost> fresh_{};
};

/// Units are those of the measured numbers.
struct TriadErrorSpec {
  /// White noise, unit/sqrt(Hz), two-sided: the Allan deviation at 1 s.
  Vector3d noise_density = Vector3d::Zero();
  /// Per axis.
  std::array<BiasSpec, 3> bias;
  /// SDF's <noise>, on top.
  std::array<ScalarNoiseSpec, 3> sample_noise;
  /// Measured = matrix * true: scale factors on the diagonal, misalignment beside it.
  Matrix3d matrix = Matrix3d::Identity();
  /// Drawn at the start, on top of the matrix: scale errors and angles between axes (rad).
  double scale_stddev = 0.0;
  double misalignment_stddev = 0.0;
  /// +-range, 0: without limit.
  double range = 0.0;
  /// Step of the output, 0: as fine as a double.
  double resolution = 0.0;
  /// Where the numbers were filtered, the noise passes the same filter.
  LowPassSpec filter;
};

/// Variance of one sample on an axis when samples come at `rate`, biases included that wander; for
/// covariances in messages.
double SampleVariance(const TriadErrorSpec& spec, int axis, double rate);

/// A running error; the random stream is the caller's.
class TriadError {
 public:
  /// Draws what is drawn once.
  TriadError(const TriadErrorSpec& spec, RandomStream* stream);

  /// The three numbers with their errors, `dt` seconds after those before.
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
