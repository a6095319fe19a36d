#pragma once

/// Readings of a range sensor at known places, as a table has them.

#include <cstddef>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::gap {

/// Which columns to take. An empty name of an angle: the usual one if it is there, else 0.
struct RangeColumns {
  std::string distance = "distance";
  std::string angle;
  std::string offset;
  std::string reading = "reading";
  /// Readings that stand for no echo: these very numbers. What is no number (an empty cell, nan,
  /// inf) always does.
  std::vector<double> lost;
};

struct RangeSample {
  double distance = 0.0;
  /// Of incidence, and from the beam's axis; from 0 on.
  double angle = 0.0;
  double offset = 0.0;
  double reading = 0.0;
};

struct RangeSamples {
  std::string source;
  /// In the order of the table, those with a reading.
  std::vector<RangeSample> samples;
  /// Places of those without.
  std::vector<RangeSample> lost;
};

/// Errors name file and line.
Result<RangeSamples> ReadRangeSamples(const std::string& path, const RangeColumns& columns);
/// The same of text; `path` is told in messages.
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

/// By distance, then by the angles. Distances and angles that are the same to a millionth are one
/// place.
std::vector<RangePlace> PlacesOf(const RangeSamples& samples);

}  // namespace surefoot::gap
