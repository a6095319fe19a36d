#include "surefoot/sensors/range/range_reading.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace surefoot::sensors {
namespace {

RangeReading NoEcho(const RangeFinderSpec& spec) {
  RangeReading reading;
  reading.range = spec.infinite_without_echo ? std::numeric_limits<double>::infinity() : spec.max;
  reading.raw = spec.model ? spec.model->Mean({spec.max, 0.0, 0.0}) : reading.range;
  return reading;
}

/// Of the distance that is told, by how much the mean reading changes over it.
double VarianceOf(const RangeFinderSpec& spec, const noise::Sighting& at) {
  const noise::RangeModel& model = *spec.model;
  double metres = model.reading_unit;
  if (spec.corrected) {
    const double step = 1e-4 * std::max(at.distance, 1e-3);
    const double change = model.Mean({at.distance + step, at.incidence, at.offset}) -
                          model.Mean({at.distance - step, at.incidence, at.offset});
    metres = 2.0 * step / std::max(std::abs(change), 1e-300);
  }
  const double stddev = metres * model.Stddev(at);
  return std::min(stddev * stddev, 1e30);
}

RangeReading FromModel(const RangeFinderSpec& spec, const noise::Sighting& at,
                       RandomStream* stream) {
  const noise::RangeModel& model = *spec.model;
  // One number whatever comes out, so that a file with other shares draws the same noise.
  if (stream->Uniform() < model.Dropout(at)) return NoEcho(spec);
  RangeReading reading;
  reading.raw = model.Draw(at, stream);
  reading.range = spec.corrected ? model.DistanceOf(reading.raw, spec.min, spec.max)
                                 : reading.raw * model.reading_unit;
  reading.range = std::clamp(reading.range, spec.min, spec.max);
  reading.variance = VarianceOf(spec, at);
  return reading;
}

/// An error of that spread that is not beyond the bound; evenly spread where there is only the
/// bound.
double DrawError(double stddev, double bound, RandomStream* stream) {
  if (bound <= 0.0) return stddev * stream->Normal();
  if (stddev <= 0.0) return stream->Uniform(-bound, bound);
  // Drawn again while it is beyond. A bound far inside of the spread leaves little of its bell: all
  // errors are alike then.
  constexpr int kMostTries = 20;
  for (int i = 0; i < kMostTries && bound > 0.2 * stddev; ++i) {
    const double error = stddev * stream->Normal();
    if (std::abs(error) <= bound) return error;
  }
  return stream->Uniform(-bound, bound);
}

/// Its variance.
double BoundedVariance(double stddev, double bound) {
  if (bound <= 0.0) return stddev * stddev;
  const double even = bound * bound / 3.0;
  if (stddev <= 0.0 || bound <= 0.2 * stddev) return even;
  // Of a bell cut off at both sides.
  const double a = bound / stddev;
  const double density = std::exp(-0.5 * a * a) / std::sqrt(2.0 * 3.14159265358979323846);
  return stddev * stddev * (1.0 - 2.0 * a * density / std::erf(a / std::sqrt(2.0)));
}

}  // namespace

RangeReading DrawReading(const RangeFinderSpec& spec, const std::optional<noise::Sighting>& seen,
                         RandomStream* stream) {
  if (spec.model) return seen ? FromModel(spec, *seen, stream) : NoEcho(spec);
  const noise::SampleFate fate = noise::DrawFate(spec.outliers, stream);
  RangeReading reading;
  if (fate == noise::SampleFate::kOutlier) {
    reading.range = noise::DrawOutlier(spec.outliers, stream);
  } else if (fate == noise::SampleFate::kDropout || !seen) {
    return NoEcho(spec);
  } else {
    const double stddev = std::max(0.0, spec.stddev.At(seen->distance));
    const double bound = std::max(0.0, spec.bound.At(seen->distance));
    reading.range =
        seen->distance + spec.mean.At(seen->distance) + DrawError(stddev, bound, stream);
    reading.variance = std::min(BoundedVariance(stddev, bound), 1e30);
  }
  if (spec.resolution > 0.0) {
    reading.range = std::round(reading.range / spec.resolution) * spec.resolution;
  }
  reading.range = std::clamp(reading.range, spec.min, spec.max);
  reading.raw = reading.range;
  return reading;
}

}  // namespace surefoot::sensors
