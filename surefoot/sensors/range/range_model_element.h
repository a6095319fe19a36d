#pragma once

#include "surefoot/noise/range_model.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::sensors {

/// Limits of a range sensor in m, for what its file leaves open.
struct RangeLimits {
  double min = 0.0;
  double max = 4.0;
};

/// From the <reading> of a <range_sensor> (docs/sensors.md); what is wrong is reported.
noise::RangeModel ReadRangeModel(const world::ElementReader& reading, const RangeLimits& limits);

}  // namespace surefoot::sensors
