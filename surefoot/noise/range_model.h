#pragma once

/// What a range sensor was measured to read: a normal distribution whose mean and spread follow
/// where the object is, and some samples that are lost or wrong.

#include <string>

#include "surefoot/base/random.h"
#include "surefoot/noise/curve.h"

namespace surefoot::noise {

/// Samples that are lost, or have nothing to do with the truth.
struct OutlierSpec {
  /// From 0 to 1, of all samples; their sum is at most 1.
  double dropout_probability = 0.0;
  double outlier_probability = 0.0;
  /// An outlier is uniform between these.
  double outlier_low = 0.0;
  double outlier_high = 0.0;

  bool IsNone() const { return dropout_probability == 0.0 && outlier_probability == 0.0; }
};

enum class SampleFate { kGood, kDropout, kOutlier };

/// Takes one number from the stream, whatever comes out; none when the spec is none.
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

/// What the sensor looks at (m, rad): how far, how obliquely the ray meets it (0: square on), and
/// how far the ray is off the axis of the beam.
struct Sighting {
  double distance = 0.0;
  double incidence = 0.0;
  double offset = 0.0;
};

/// The curves are in the units that the sensor was characterised in, so that published numbers can
/// be written down as they are; everything that goes in and out of the functions is in SI, but for
/// readings, which are in the sensor's own unit.
struct RangeModel {
  /// A number as a sum of what it owes to the distance and to the two angles.
  struct Sum {
    Curve distance;
    Curve incidence;
    Curve offset;
  };

  Sum mean;
  Sum stddev;
  /// Share of the samples without a reading, from 0 to 1.
  Sum dropout;
  /// Share of the readings that have nothing to do with the object: even between the two.
  double outliers = 0.0;
  double outlier_low = 0.0;
  double outlier_high = 0.0;
  /// Step of the reading; 0: none.
  double resolution = 0.0;

  /// m and rad in a unit of the curves.
  double distance_unit = 1.0;
  double angle_unit = 1.0;
  /// "m", "cm", "counts"; and m in a reading of 1, 0 where it is no length.
  std::string reading_name = "m";
  double reading_unit = 1.0;
  /// Distances that it was characterised at (m). Beyond them the spread stays level: fitted curves
  /// of spread may grow without end.
  double from = 0.0;
  double to = 1e4;

  double Mean(const Sighting& at) const;
  /// At least 0.
  double Stddev(const Sighting& at) const;
  double Dropout(const Sighting& at) const;

  /// A reading, if the sample is not lost.
  double Draw(const Sighting& at, RandomStream* stream) const;

  /// Logarithm of the density of a reading: the normal one, mixed with the outliers. Minus infinity
  /// where the reading is impossible.
  double LogLikelihood(double reading, const Sighting& at) const;

  /// The distance between `low` and `high` whose mean reading, square on, is this one; the nearer
  /// end when there is none. The mean must rise or fall all the way.
  double DistanceOf(double reading, double low, double high) const;
  /// Whether it does, seen at many distances.
  bool IsMonotone(double low, double high) const;
};

}  // namespace surefoot::noise
