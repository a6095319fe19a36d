#pragma once

#include "surefoot/base/random.h"

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

}  // namespace surefoot::noise
