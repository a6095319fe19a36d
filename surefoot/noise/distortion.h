#pragma once

/// What electronics do to a number on its way out.

#include <algorithm>
#include <cmath>

namespace surefoot::noise {

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

}  // namespace surefoot::noise
