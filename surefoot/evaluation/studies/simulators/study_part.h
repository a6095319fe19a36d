#pragma once

/// Converts results of an experiment to the input of the study of simulators (study_judgement.h).

#include <string>
#include <utility>
#include <vector>

#include "surefoot/evaluation/run/output/report_parts.h"
#include "surefoot/evaluation/run/results.h"
#include "surefoot/evaluation/studies/simulators/study_judgement.h"
#include "surefoot/session/parts.h"

namespace surefoot::experiment {

/// Settings under the key `study`; speeds are measured in cases that match patterns.
struct StudySettings : SpeedFigures<std::vector<std::string>> {
  StudyOptions options;
  /// Name of the metric of kind `series` with the six fields of an IMU, and its topic for figure 6.
  std::string imu_metric = "imu";
  std::string imu_topic;
  /// Variants of the tests (`also`) that get their own columns.
  std::vector<std::string> columns;
};
StudySettings ReadStudySettings(const world::ElementReader& reader);

/// Features of Surefoot for the comparison, from the facts that `surefoot info` prints.
gap::Features FeaturesOf(const Parts& parts);

StudyInput MakeStudyInput(const Parts& parts, const StudySettings& settings,
                          const Results& results);

/// Figures 6, 7 and 8 with captions.
std::vector<std::pair<std::string, Figure>> StudyFigures(const StudySettings& settings,
                                                         const StudyInput& input,
                                                         const Results& results);

}  // namespace surefoot::experiment
