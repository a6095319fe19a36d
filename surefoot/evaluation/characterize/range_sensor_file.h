#pragma once

#include <string>

#include "surefoot/noise/range_model.h"

namespace surefoot::experiment {

/// A range sensor as worlds name it (docs/sensors.md).
struct RangeSensorFile {
  std::string name;
  /// "sound" or "infrared"; empty: not told.
  std::string radiation;
  /// m.
  double min = 0.0;
  double max = 1.0;
  double update_rate = 0.0;
  noise::RangeModel model;
  /// Where the numbers come from.
  std::string source;
};

/// Its XML.
std::string RangeSensorText(const RangeSensorFile& file);

/// The range from `min` to `max` in which a distance can be told: for readings that are no length,
/// as far as the mean rises or falls all the way, from the far end on.
void LimitToMonotone(RangeSensorFile* file);

}  // namespace surefoot::experiment
