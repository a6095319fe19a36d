#pragma once

/// Errors of three measured numbers that belong together: a gyro, an accelerometer, a compass.

#include <array>
#include <optional>
#include <vector>

#include "surefoot/noise/bias.h"
#include "surefoot/noise/low_pass.h"
#include "surefoot/noise/scalar_noise.h"

namespace surefoot::noise {

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
