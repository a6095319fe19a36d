#pragma once

/// Readings of a range sensor at known places, read from a CSV table with one row per sample.

#include <cstddef>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::gap {

/// Names of the columns. For an angle with an empty name the usual name is tried; without such a
/// column the angle is 0.
struct RangeColumns {
  std::string distance = "distance";
  std::string angle;
  std::string offset;
  std::string reading = "reading";
  /// Exact numbers that mean "no echo". Cells that are not numbers (empty, nan, inf) always do.
  std::vector<double> lost;
};

/// One row, in the table's units.
struct RangeSample {
  double distance = 0.0;
  /// Angle of incidence and offset from the beam's axis, both >= 0.
  double angle = 0.0;
  double offset = 0.0;
  double reading = 0.0;
};

/// All rows of a table.
struct RangeSamples {
  std::string source;
  /// Samples with a reading, in the order of the table.
  std::vector<RangeSample> samples;
  /// Samples without a reading; only their places are valid.
  std::vector<RangeSample> lost;
};

/// Errors state file and line. At least 20 readings are needed.
Result<RangeSamples> ReadRangeSamples(const std::string& path, const RangeColumns& columns);
/// The same for text; messages name `path`.
Result<RangeSamples> ParseRangeSamples(const std::string& text, const std::string& path,
                                       const RangeColumns& columns);

/// Readings at one place.
struct RangePlace {
  double distance = 0.0;
  double angle = 0.0;
  double offset = 0.0;
  /// Indices into RangeSamples::samples.
  std::vector<std::size_t> samples;
  std::size_t lost = 0;
};

/// Groups samples into places, sorted by distance, incidence and offset. Values equal to a
/// millionth of the largest are one place.
std::vector<RangePlace> PlacesOf(const RangeSamples& samples);

}  // namespace surefoot::gap
