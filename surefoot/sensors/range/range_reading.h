#pragma once

#include <optional>

#include "surefoot/sensors/range/range_finder_spec.h"

namespace surefoot::sensors {

struct RangeReading {
  /// m; may be infinite.
  double range = 0.0;
  double variance = 0.0;
  /// What the sensor itself tells, in its own unit.
  double raw = 0.0;
};

/// What the sensor makes of what it sees; nothing seen: no echo.
RangeReading DrawReading(const RangeFinderSpec& spec, const std::optional<noise::Sighting>& seen,
                         RandomStream* stream);

}  // namespace surefoot::sensors
