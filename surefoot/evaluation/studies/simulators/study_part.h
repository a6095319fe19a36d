#pragma once

/// From the results of an experiment to the study of simulators (study_judgement.h).

#include <string>
#include <utility>
#include <vector>

#include "surefoot/evaluation/run/output/report_parts.h"
#include "surefoot/evaluation/run/results.h"
#include "surefoot/evaluation/studies/simulators/study_judgement.h"
#include "surefoot/session/parts.h"

namespace surefoot::experiment {

/// The key `study` of an experiment file; the speeds are those of cases, by patterns.
struct StudySettings : SpeedFigures<std::vector<std::string>> {
  StudyOptions options;
  /// The metric of kind `series` with the six fields of an IMU, and its topic for figure 6.
  std::string imu_metric = "imu";
  std::string imu_topic;
  /// Variants of the tests (`also`) that are columns of their own.
  std::vector<std::string> columns;
};
StudySettings ReadStudySettings(const world::ElementReader& reader);

/// What the comparison of simulators asks for, of the facts that `surefoot info` tells.
gap::Features FeaturesOf(const Parts& parts);

StudyInput MakeStudyInput(const Parts& parts, const StudySettings& settings,
                          const Results& results);

/// Figures 6, 7 and 8: caption and figure.
std::vector<std::pair<std::string, Figure>> StudyFigures(const StudySettings& settings,
                                                         const StudyInput& input,
                                                         const Results& results);

}  // namespace surefoot::experiment
