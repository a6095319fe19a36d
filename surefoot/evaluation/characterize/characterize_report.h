#pragma once

/// Output of `surefoot characterize`: text, JSON, a page, and the sensor's XML file that worlds
/// refer to.

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/characterize/characterize.h"
#include "surefoot/evaluation/run/output/described_page.h"
#include "surefoot/noise/range_model.h"

namespace surefoot::experiment {

/// A range sensor file, as worlds refer to it (docs/reference/sensors.md).
struct RangeSensorFile {
  std::string name;
  /// "sound" or "infrared"; empty: not stated.
  std::string radiation;
  /// m.
  double min = 0.0;
  double max = 1.0;
  /// Hz; 0: not stated.
  double update_rate = 0.0;
  noise::RangeModel model;
  /// Origin of the numbers, as text.
  std::string source;
};

/// XML text of the file.
std::string RangeSensorText(const RangeSensorFile& file);

/// Raises `min` to where the mean reading becomes monotone up to `max`. For readings that are not
/// lengths only: an infrared sensor's voltage falls again at short range, so that a reading there
/// belongs to two distances.
void LimitToMonotone(RangeSensorFile* file);

/// Names of the units in the report.
struct CharacterizeUnits {
  std::string distance = "cm";
  std::string angle = "deg";
  std::string reading = "cm";
};

/// What the outputs are made from.
struct CharacterizeResult {
  gap::Characterization found;
  CharacterizeUnits units;
  RangeSensorFile file;
};

/// Two or three sentences with the curves, normality, and shares of wrong and lost readings.
std::string CharacterizeVerdict(const CharacterizeResult& result);

std::string CharacterizeJson(const CharacterizeResult& result);
/// Page and text by experiments/reports/characterize.yaml in one of the data folders.
Result<DescribedPage> CharacterizeReport(const std::vector<std::string>& data,
                                         const CharacterizeResult& result);

/// A curve as a formula: "0.763 + 0.958 d".
std::string CurveText(const noise::Curve& curve, const std::string& variable);
/// A sum over distance d, incidence theta and offset phi as a formula.
std::string SumText(const noise::RangeModel::Sum& sum);

}  // namespace surefoot::experiment
