#pragma once

/// Empirical model of a range sensor's readings: a normal distribution whose mean and spread depend
/// on the position of the object, with some samples lost or wrong.

#include <string>

#include "surefoot/base/random.h"
#include "surefoot/noise/curve.h"

namespace surefoot::noise {

/// Samples that are lost, or unrelated to the truth.
struct OutlierSpec {
  /// Shares of all samples, from 0 to 1; their sum is at most 1.
  double dropout_probability = 0.0;
  double outlier_probability = 0.0;
  /// Outliers are uniformly distributed between these limits.
  double outlier_low = 0.0;
  double outlier_high = 0.0;

  bool IsNone() const { return dropout_probability == 0.0 && outlier_probability == 0.0; }
};

enum class SampleFate { kGood, kDropout, kOutlier };

/// Draws one number from the stream, whatever the result; none if the spec has no outliers.
inline SampleFate DrawFate(const OutlierSpec& spec, RandomStream* stream) {
  if (spec.IsNone()) return SampleFate::kGood;
  const double u = stream->Uniform();
  if (u < spec.dropout_probability) return SampleFate::kDropout;
  if (u < spec.dropout_probability + spec.outlier_probability) return SampleFate::kOutlier;
  return SampleFate::kGood;
}

inline double DrawOutlier(const OutlierSpec& spec, RandomStream* stream) {
  return stream->Uniform(spec.outlier_low, spec.outlier_high);
}

/// Geometry of a measurement: distance (m), angle of incidence (rad, 0 is perpendicular), and angle
/// between the ray and the beam's axis (rad).
struct Sighting {
  double distance = 0.0;
  double incidence = 0.0;
  double offset = 0.0;
};

/// The curves are in the units of the characterisation, so that published numbers can be used
/// directly; all arguments and results of functions are in SI units, except readings, which are in
/// the sensor's own unit.
struct RangeModel {
  /// A quantity as a sum of contributions of the distance and of the two angles.
  struct Sum {
    Curve distance;
    Curve incidence;
    Curve offset;
  };

  Sum mean;
  Sum stddev;
  /// Share of samples without a reading, from 0 to 1.
  Sum dropout;
  /// Share of readings that are unrelated to the object: uniform between the two limits.
  double outliers = 0.0;
  double outlier_low = 0.0;
  double outlier_high = 0.0;
  /// Quantisation step of the reading; 0: none.
  double resolution = 0.0;

  /// Size of the units of the curves, in m and rad.
  double distance_unit = 1.0;
  double angle_unit = 1.0;
  /// "m", "cm", "counts"; and the length (m) of a reading of 1, 0 if it is not a length.
  std::string reading_name = "m";
  double reading_unit = 1.0;
  /// Distances of the characterisation (m). Beyond them, the spread is constant, because fitted
  /// curves may grow without limit.
  double from = 0.0;
  double to = 1e4;

  double Mean(const Sighting& at) const;
  /// Not negative.
  double Stddev(const Sighting& at) const;
  double Dropout(const Sighting& at) const;

  /// A reading, provided that the sample is not lost.
  double Draw(const Sighting& at, RandomStream* stream) const;

  /// Log-likelihood of a reading: the normal distribution mixed with outliers. Minus infinity for
  /// impossible readings.
  double LogLikelihood(double reading, const Sighting& at) const;

  /// The distance between `low` and `high` with this mean reading at perpendicular incidence; the
  /// nearer end if there is none. The mean must be strictly monotonic.
  double DistanceOf(double reading, double low, double high) const;
  /// Whether it is monotonic, sampled at many distances.
  bool IsMonotone(double low, double high) const;
};

}  // namespace surefoot::noise
