/// What a fit to an IMU's shaking gave: for people, programs and the ground's file.

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/calibrate/calibrate_imu.h"
#include "surefoot/evaluation/recordings/imu_recording.h"
#include "surefoot/evaluation/report/table.h"

namespace surefoot::experiment {
namespace {

using nlohmann::ordered_json;
using report::Cell;
using report::Table;

std::string Between(const gap::Interval& interval) {
  return NumberText(interval.low, 3) + " to " + NumberText(interval.high, 3);
}

Cell RightCell(const std::string& text) {
  Cell cell(text);
  cell.is_number = true;
  return cell;
}

ordered_json Number(double value) { return std::isfinite(value) ? ordered_json(value) : nullptr; }

Table ParameterTable(const ImuCalibration& calibration) {
  Table table;
  table.caption = "Fitted to all runs; 90 % intervals by drawing whole runs (condition number " +
                  NumberText(calibration.quality.condition, 3) + ")";
  table.header = {"parameter", RightCell("value"), RightCell("90 % interval"),
                  RightCell("first half"), RightCell("second half")};
  for (const gap::FitParameter& parameter : calibration.fit.parameters) {
    table.header.push_back(RightCell("corr. " + parameter.name));
  }
  for (std::size_t i = 0; i < calibration.fit.parameters.size(); ++i) {
    const gap::FitRange& range = calibration.quality.parameters[i];
    std::vector<Cell> row = {calibration.fit.parameters[i].name,
                             RightCell(NumberText(range.value, 3)),
                             RightCell(Between(range.interval))};
    const auto k = static_cast<Eigen::Index>(i);
    for (const Eigen::VectorXd& fold : calibration.folds)
      row.push_back(RightCell(NumberText(fold[k], 3)));
    for (Eigen::Index other = 0; other < calibration.quality.correlation.cols(); ++other) {
      row.push_back(Cell::Number(calibration.quality.correlation(k, other), 2));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

void AddScoreRow(const char* which, const ImuCalibrationScore& score, const RangeSummary& side,
                 Table* table) {
  std::vector<Cell> row = {which, score.model, Cell::Number(score.parameters, 0)};
  for (std::size_t i = 0; i < side.within.size(); ++i) {
    row.push_back(RightCell(Cell::Number(100.0 * side.share(i), 0).text + " % (x" +
                            Cell::Number(side.median_ratio[i], 2).text + ")"));
  }
  row.push_back(Cell::Number(side.gyro_error, 3));
  row.push_back(Cell::Number(side.accelerometer_error, 2));
  table->rows.push_back(std::move(row));
}

Table ScoreTable(const ImuCalibration& calibration) {
  Table table;
  table.caption =
      "Runs whose range is within a factor of 2 (median of simulated over real); each half of the "
      "runs is fitted and judged by the other";
  table.header = {"runs", "ground", RightCell("fitted numbers")};
  for (const char* axis : gap::kImuAxes) table.header.push_back(RightCell(axis));
  table.header.push_back(RightCell("eq. (7), rad/s"));
  table.header.push_back(RightCell("eq. (7), m/s2"));
  for (const ImuCalibrationScore& score : calibration.scores) {
    if (score.parameters == 0) {
      AddScoreRow("all", score, score.train, &table);
      continue;
    }
    AddScoreRow("train", score, score.train, &table);
    AddScoreRow("validation", score, score.validation, &table);
  }
  return table;
}

ordered_json Json(const RangeSummary& summary) {
  ordered_json json = {{"runs", summary.runs}};
  for (std::size_t i = 0; i < summary.within.size(); ++i) {
    json["within_factor_2"][gap::kImuAxes[i]] = Number(summary.share(i));
    json["median_ratio"][gap::kImuAxes[i]] = Number(summary.median_ratio[i]);
  }
  json["gyro_error"] = Number(summary.gyro_error);
  json["accelerometer_error"] = Number(summary.accelerometer_error);
  return json;
}

ordered_json ParameterJson(const ImuCalibration& calibration, std::size_t i) {
  const gap::FitRange& range = calibration.quality.parameters[i];
  const auto k = static_cast<Eigen::Index>(i);
  ordered_json json = {{"value", Number(range.value)},
                       {"low", Number(range.interval.low)},
                       {"high", Number(range.interval.high)},
                       {"at_limit", static_cast<bool>(calibration.fit.at_limit[i])}};
  for (const Eigen::VectorXd& fold : calibration.folds) json["halves"].push_back(Number(fold[k]));
  for (std::size_t other = 0; other < calibration.fit.parameters.size(); ++other) {
    json["correlation"][calibration.fit.parameters[other].name] =
        Number(calibration.quality.correlation(k, static_cast<Eigen::Index>(other)));
  }
  return json;
}

}  // namespace

std::string ImuCalibrationText(const ImuCalibration& calibration) {
  std::string text = "unevenness of ground " + calibration.ground + " under robot " +
                     calibration.robot + " (model " + calibration.model + "), engine " +
                     calibration.engine + ": " + std::to_string(calibration.runs) + " runs, " +
                     NumberText(calibration.seconds, 3) + " s\n";
  for (const Table& table : {ParameterTable(calibration), ScoreTable(calibration)}) {
    text += "\n" + report::ToText(table);
  }
  for (const std::string& note : calibration.notes) text += "\nnote: " + note + "\n";
  return text;
}

std::string ImuCalibrationJson(const ImuCalibration& calibration) {
  ordered_json parameters;
  for (std::size_t i = 0; i < calibration.fit.parameters.size(); ++i) {
    parameters[calibration.fit.parameters[i].name] = ParameterJson(calibration, i);
  }
  ordered_json scores = ordered_json::array();
  for (const ImuCalibrationScore& score : calibration.scores) {
    scores.push_back({{"ground", score.model},
                      {"fitted", score.parameters},
                      {"train", Json(score.train)},
                      {"validation", Json(score.validation)}});
  }
  const ordered_json json = {{"ground", calibration.ground},
                             {"robot", calibration.robot},
                             {"model", calibration.model},
                             {"engine", calibration.engine},
                             {"runs", calibration.runs},
                             {"seconds", Number(calibration.seconds)},
                             {"converged", calibration.fit.converged},
                             {"cost", Number(calibration.fit.cost)},
                             {"condition", Number(calibration.quality.condition)},
                             {"parameters", std::move(parameters)},
                             {"scores", std::move(scores)},
                             {"notes", calibration.notes}};
  return json.dump(2) + "\n";
}

std::string ImuSourceText(const ImuCalibration& calibration) {
  std::string text = "    Unevenness: fitted by surefoot calibrate to the IMU of " +
                     std::to_string(calibration.runs) + " runs (" +
                     NumberText(calibration.seconds, 3) + " s) of a " + calibration.robot +
                     " (model " + calibration.model + ", engine " + calibration.engine + ").\n";
  for (std::size_t i = 0; i < calibration.fit.parameters.size(); ++i) {
    text += "    " + calibration.fit.parameters[i].name + ": 90 % interval " +
            Between(calibration.quality.parameters[i].interval) + ".\n";
  }
  const RangeSummary& seen = calibration.scores.back().validation;
  text += "    Ranges within a factor of 2 on runs that it was not fitted to:";
  for (std::size_t i = 0; i < seen.within.size(); ++i) {
    text += std::string(i > 0 ? ", " : " ") + gap::kImuAxes[i] + " " +
            std::to_string(seen.within[i]) + " of " + std::to_string(seen.runs);
  }
  return text + ".\n";
}

}  // namespace surefoot::experiment
