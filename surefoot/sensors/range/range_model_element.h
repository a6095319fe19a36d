#pragma once

#include <string>

#include "surefoot/noise/curve.h"
#include "surefoot/noise/range_model.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::sensors {

/// A curve over x from the child `name`: a number, or with the attribute `type`
///   linear "a b", power "a b c", exponential "a b c", piecewise "x y  x y ..."
/// (docs/reference/sensors.md has the formulas). `fallback` where the child is absent.
noise::Curve ReadCurve(const world::ElementReader& element, const std::string& name,
                       const noise::Curve& fallback);

/// Limits of a range sensor (m): defaults of a model's range of validity.
struct RangeLimits {
  double min = 0.0;
  double max = 4.0;
};

/// From the <reading> of a <range_sensor> (docs/reference/sensors.md). Errors are reported to the
/// reader's problems.
noise::RangeModel ReadRangeModel(const world::ElementReader& reading, const RangeLimits& limits);

}  // namespace surefoot::sensors
