#include "surefoot/evaluation/calibrate/calibrate_report.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/recordings/imu_recording.h"
#include "surefoot/evaluation/run/output/described_page.h"
#include "surefoot/formats/fields.h"

// One JSON object is the source of everything: the text for a terminal is drawn from it by the
// description experiments/reports/calibrate.yaml. Only the ground's XML file is written directly,
// as worlds read it.

namespace surefoot::experiment {
namespace {

using nlohmann::ordered_json;

/// An estimate or a fitted parameter with its interval. Numbers that are not finite become null.
template <typename T>
ordered_json RangeJson(const T& range) {
  return {{"value", range.value}, SUREFOOT_FIELDS(range.interval, low, high)};
}

std::string RatioName(const Calibration& calibration, const gap::FitQuality::Ratio& ratio) {
  return calibration.fit.parameters[ratio.first].name + " / " +
         calibration.fit.parameters[ratio.second].name;
}

const Eigen::VectorXd& ValuesOf(const CalibrationFold& fold) { return fold.values; }
const Eigen::VectorXd& ValuesOf(const Eigen::VectorXd& fold) { return fold; }

/// The members that both kinds of calibration have. `correlation` is there twice: nested for
/// programs that look up a pair, as a list for tables.
template <typename T>
ordered_json FitJson(const T& calibration) {
  const gap::FitQuality& quality = calibration.quality;
  ordered_json parameters, correlations = ordered_json::array();
  for (std::size_t i = 0; i < calibration.fit.parameters.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const std::string& name = calibration.fit.parameters[i].name;
    ordered_json one = RangeJson(quality.parameters[i]);
    one["at_limit"] = static_cast<bool>(calibration.fit.at_limit[i]);
    for (const auto& fold : calibration.folds) one["halves"].push_back(ValuesOf(fold)[k]);
    for (std::size_t other = 0; other < calibration.fit.parameters.size(); ++other) {
      const std::string& with = calibration.fit.parameters[other].name;
      const double value = quality.correlation(k, static_cast<Eigen::Index>(other));
      one["correlation"][with] = value;
      correlations.push_back({{"parameter", name}, {"with", with}, {"correlation", value}});
    }
    parameters[name] = std::move(one);
  }
  return {SUREFOOT_FIELDS(calibration, ground, robot, model, engine),
          SUREFOOT_FIELDS(calibration.fit, converged, cost),
          {"condition", quality.condition},
          {"parameters", std::move(parameters)},
          {"correlations", std::move(correlations)},
          {"notes", calibration.notes}};
}

/// Without poses there are only headings.
ordered_json Json(const gap::DriveSummary& s, bool with_poses) {
  ordered_json json = {{"windows", s.windows}};
  if (with_poses) {
    json["translation_median"] = RangeJson(s.translation_median);
    json["translation_p90"] = RangeJson(s.translation_p90);
  }
  json["heading_median"] = RangeJson(s.heading_median);
  json["heading_p90"] = RangeJson(s.heading_p90);
  return json;
}

/// One value per axis of the IMU.
ordered_json Json(const RangeSummary& summary) {
  ordered_json json = {{"runs", summary.runs}};
  for (std::size_t i = 0; i < summary.within.size(); ++i) {
    json["within_factor_2"][gap::kImuAxes[i]] = summary.share(i);
    json["median_ratio"][gap::kImuAxes[i]] = summary.median_ratio[i];
  }
  json["gyro_error"] = summary.gyro_error;
  json["accelerometer_error"] = summary.accelerometer_error;
  return json;
}

/// The fit of the grip.
ordered_json Json(const Calibration& calibration) {
  ordered_json json = FitJson(calibration);
  json["drives"] = calibration.drives;
  json["observations"] = calibration.observations;
  json["poses"] = calibration.with_poses;
  json["engine_spread"] = calibration.engine_spread;
  ordered_json& known = json["identifiability"];
  known["condition"] = calibration.quality.condition;
  for (Eigen::Index i = 0; i < calibration.quality.correlation.rows(); ++i) {
    const Eigen::VectorXd row = calibration.quality.correlation.row(i).transpose();
    known["correlation"].push_back(std::vector<double>(row.begin(), row.end()));
  }
  for (const gap::FitQuality::Ratio& ratio : calibration.quality.ratios) {
    known["ratios"][RatioName(calibration, ratio)] = RangeJson(ratio.range);
  }
  for (const CalibrationScore& score : calibration.scores) {
    json["scores"].push_back({{"model", score.model},
                              {"fitted", score.parameters},
                              {"engine", score.engine},
                              {"train", Json(score.train, calibration.with_poses)},
                              {"validation", Json(score.validation, calibration.with_poses)}});
  }
  return json;
}

/// The fit of the unevenness.
ordered_json Json(const ImuCalibration& calibration) {
  ordered_json json = FitJson(calibration);
  json["runs"] = calibration.runs;
  json["seconds"] = calibration.seconds;
  for (const ImuCalibrationScore& score : calibration.scores) {
    json["scores"].push_back({{"ground", score.model},
                              {"fitted", score.parameters},
                              SUREFOOT_FIELDS_AS(Json, score, train, validation)});
  }
  return json;
}

std::string Between(const gap::Interval& interval) {
  return NumberText(interval.low, 3) + " to " + NumberText(interval.high, 3);
}

/// The part of a <source> that both kinds of calibration have.
template <typename T>
std::string ParametersText(const T& calibration) {
  std::string text = " of a " + calibration.robot + " (model " + calibration.model + ", engine " +
                     calibration.engine + ").\n";
  for (std::size_t i = 0; i < calibration.fit.parameters.size(); ++i) {
    text += "    " + calibration.fit.parameters[i].name + ": 90 % interval " +
            Between(calibration.quality.parameters[i].interval) + ".\n";
  }
  return text;
}

/// The origin of the values, for a comment in the ground's file.
std::string SourceText(const Calibration& calibration) {
  std::string text = "    Fitted by surefoot calibrate to " +
                     std::to_string(calibration.observations) +
                     (calibration.with_poses ? " windows" : " blocks of 2 s") + " of " +
                     std::to_string(calibration.drives) + " drives" + ParametersText(calibration);
  for (const gap::FitQuality::Ratio& ratio : calibration.quality.ratios) {
    text += "    " + RatioName(calibration, ratio) + ": " + NumberText(ratio.range.value, 3) +
            " (" + Between(ratio.range.interval) + ").\n";
  }
  gap::DriveSummary s;
  for (const CalibrationScore& score : calibration.scores) {
    if (score.engine == calibration.engine) s = score.validation;
  }
  text += "    Error after 2 s on drives not used for the fit, median: ";
  if (calibration.with_poses) text += NumberText(s.translation_median.value, 3) + " m, ";
  return text + NumberText(s.heading_median.value, 3) + " rad.\n";
}

/// The same for the unevenness.
std::string SourceText(const ImuCalibration& calibration) {
  std::string text = "    Unevenness: fitted by surefoot calibrate to the IMU of " +
                     std::to_string(calibration.runs) + " runs (" +
                     NumberText(calibration.seconds, 3) + " s)" + ParametersText(calibration);
  const RangeSummary& seen = calibration.scores.back().validation;
  text += "    Ranges within a factor of 2 on runs not used for the fit:";
  for (std::size_t i = 0; i < seen.within.size(); ++i) {
    text += std::string(i > 0 ? ", " : " ") + gap::kImuAxes[i] + " " +
            std::to_string(seen.within[i]) + " of " + std::to_string(seen.runs);
  }
  return text + ".\n";
}

}  // namespace

// A single calibration is not nested.
std::string CalibrationJson(const GroundCalibration& calibration) {
  ordered_json json;
  if (calibration.grip) json["grip"] = Json(*calibration.grip);
  if (calibration.imu) json["imu"] = Json(*calibration.imu);
  return (json.size() > 1 ? json : json.front()).dump(2) + "\n";
}

// From the same data as the JSON, by the description experiments/reports/calibrate.yaml.
Result<std::string> CalibrationText(const std::vector<std::string>& data,
                                    const GroundCalibration& calibration) {
  ordered_json json;
  if (calibration.grip) json["grip"] = Json(*calibration.grip);
  if (calibration.imu) json["imu"] = Json(*calibration.imu);
  DescribedPage page = SUREFOOT_TRY(DescribePage("calibrate", data, OutcomeOf(json.dump())));
  return std::move(page.text);
}

// A file for <surefoot:ground>, with the data and the quality of the fit in a comment.
std::string GroundFileText(const GroundCalibration& calibration) {
  const world::HardGround& hard = calibration.hard();
  std::string text = "<?xml version=\"1.0\"?>\n<ground name=\"" + calibration.ground() + "\">\n";
  const auto add = [&text](const char* name, double value) {
    text += std::string("  <") + name + ">" + NumberText(value, 4) + "</" + name + ">\n";
  };
  add("mu", hard.mu);
  add("slip_stiffness", hard.slip_stiffness);
  add("rolling_resistance", hard.rolling_resistance);
  if (hard.roughness > 0.0) {
    add("roughness", hard.roughness);
    add("waviness", hard.waviness);
  }
  if (hard.lug_share != 1.0) add("lug_share", hard.lug_share);
  text += "  <source>\n";
  if (calibration.grip) text += SourceText(*calibration.grip);
  if (calibration.imu) text += SourceText(*calibration.imu);
  return text + "  </source>\n</ground>\n";
}

}  // namespace surefoot::experiment
