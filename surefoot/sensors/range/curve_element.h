#pragma once

#include <string>

#include "surefoot/noise/curve.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::sensors {

/// A curve over x from the child `name`: a number, or with the attribute `type`
///   linear "a b", power "a b c", exponential "a b c", piecewise "x y  x y ...".
/// `fallback` when there is none.
noise::Curve ReadCurve(const world::ElementReader& element, const std::string& name,
                       const noise::Curve& fallback);

}  // namespace surefoot::sensors
