#pragma once

/// A characterised range sensor for people and programs: text, JSON, a page, and the sensor's file.

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/characterize/characterize.h"
#include "surefoot/evaluation/run/output/described_page.h"
#include "surefoot/noise/range_model.h"

namespace surefoot::experiment {

/// A range sensor as worlds name it (docs/reference/sensors.md).
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

/// What its units are called in the report.
struct CharacterizeUnits {
  std::string distance = "cm";
  std::string angle = "deg";
  std::string reading = "cm";
};

struct CharacterizeResult {
  gap::Characterization found;
  CharacterizeUnits units;
  RangeSensorFile file;
};

/// In a sentence or two: can it be used, and what is it like.
std::string CharacterizeVerdict(const CharacterizeResult& result);

std::string CharacterizeJson(const CharacterizeResult& result);
/// Page and text (experiments/reports/characterize.yaml in a data folder).
Result<DescribedPage> CharacterizeReport(const std::vector<std::string>& data,
                                         const CharacterizeResult& result);

/// "0.763 + 0.958 d".
std::string CurveText(const noise::Curve& curve, const std::string& variable);
/// The same of a sum over distance d, incidence theta and offset phi.
std::string SumText(const noise::RangeModel::Sum& sum);

}  // namespace surefoot::experiment
