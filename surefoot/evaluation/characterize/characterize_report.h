#pragma once

/// A characterised range sensor for people and programs: text, JSON, a page, and the sensor's file.

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/characterize/characterize.h"
#include "surefoot/evaluation/characterize/range_sensor_file.h"
#include "surefoot/evaluation/run/output/described_page.h"

namespace surefoot::experiment {

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
