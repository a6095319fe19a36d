#include "surefoot/noise/range_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

// Density and random draws are of the same mixture: a normal distribution, outliers that are
// uniform, and lost readings.

namespace surefoot::noise {
namespace {

double At(const RangeModel::Sum& sum, const RangeModel& model, double distance,
          const Sighting& at) {
  return sum.distance.At(distance / model.distance_unit) +
         sum.incidence.At(std::abs(at.incidence) / model.angle_unit) +
         sum.offset.At(std::abs(at.offset) / model.angle_unit);
}

}  // namespace

double RangeModel::Mean(const Sighting& at) const { return At(mean, *this, at.distance, at); }

double RangeModel::Stddev(const Sighting& at) const {
  return std::max(0.0, At(stddev, *this, std::clamp(at.distance, from, to), at));
}

double RangeModel::Dropout(const Sighting& at) const {
  return std::clamp(At(dropout, *this, std::clamp(at.distance, from, to), at), 0.0, 1.0);
}

double RangeModel::Draw(const Sighting& at, RandomStream* stream) const {
  double reading = 0.0;
  if (outliers > 0.0 && stream->Uniform() < outliers) {
    reading = stream->Uniform(outlier_low, outlier_high);
  } else {
    reading = Mean(at) + Stddev(at) * stream->Normal();
  }
  return resolution > 0.0 ? std::round(reading / resolution) * resolution : reading;
}

double RangeModel::LogLikelihood(double reading, const Sighting& at) const {
  constexpr double kHalfLogTwoPi = 0.91893853320467274178;
  // Quantisation contributes to the spread; otherwise, a sensor without noise would be certain.
  const double sd = std::hypot(Stddev(at), resolution / std::sqrt(12.0));
  const double z = (reading - Mean(at)) / std::max(sd, 1e-12);
  const double normal = -0.5 * z * z - std::log(std::max(sd, 1e-12)) - kHalfLogTwoPi;
  if (!(outliers > 0.0)) return normal;
  const double good = std::log1p(-std::min(outliers, 1.0 - 1e-12)) + normal;
  if (reading < outlier_low || reading > outlier_high) return good;
  const double wrong = std::log(outliers / std::max(outlier_high - outlier_low, 1e-12));
  const double max = std::max(good, wrong);
  return max + std::log1p(std::exp(std::min(good, wrong) - max));
}

double RangeModel::DistanceOf(double reading, double low, double high) const {
  const bool rises = Mean({high, 0.0, 0.0}) > Mean({low, 0.0, 0.0});
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    ((Mean({middle, 0.0, 0.0}) < reading) == rises ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

bool RangeModel::IsMonotone(double low, double high) const {
  constexpr int kSteps = 1000;
  const bool rises = Mean({high, 0.0, 0.0}) > Mean({low, 0.0, 0.0});
  double before = Mean({low, 0.0, 0.0});
  for (int i = 1; i <= kSteps; ++i) {
    const double here = Mean({low + (high - low) * i / kSteps, 0.0, 0.0});
    if (here != before && (here > before) != rises) return false;
    before = here;
  }
  return before != Mean({low, 0.0, 0.0});
}

}  // namespace surefoot::noise
