#include "surefoot/evaluation/calibrate/calibrate_report.h"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/report/table.h"
#include "surefoot/evaluation/run/pool.h"

namespace surefoot::experiment {
namespace {

namespace fs = std::filesystem;

using nlohmann::ordered_json;
using report::Cell;
using report::Table;

std::string Between(const gap::Interval& interval) {
  return NumberText(interval.low, 3) + " to " + NumberText(interval.high, 3);
}

ordered_json Number(double value) { return std::isfinite(value) ? ordered_json(value) : nullptr; }

Cell RightCell(const std::string& text) {
  Cell cell(text);
  cell.is_number = true;
  return cell;
}

std::string RatioName(const Calibration& calibration, const gap::FitQuality::Ratio& ratio) {
  return calibration.fit.parameters[ratio.first].name + " / " +
         calibration.fit.parameters[ratio.second].name;
}

Table ParameterTable(const Calibration& calibration) {
  Table table;
  table.caption = "Fitted to all drives; 90 % intervals by drawing whole steps";
  table.header = {"parameter", RightCell("value"), RightCell("90 % interval"),
                  RightCell("first half"), RightCell("second half")};
  for (std::size_t i = 0; i < calibration.fit.parameters.size(); ++i) {
    const gap::FitRange& range = calibration.quality.parameters[i];
    std::vector<Cell> row = {calibration.fit.parameters[i].name,
                             RightCell(NumberText(range.value, 3)),
                             RightCell(Between(range.interval))};
    for (const CalibrationFold& fold : calibration.folds) {
      row.push_back(RightCell(NumberText(fold.values[static_cast<Eigen::Index>(i)], 3)));
    }
    table.rows.push_back(std::move(row));
  }
  for (const gap::FitQuality::Ratio& ratio : calibration.quality.ratios) {
    table.rows.push_back({RatioName(calibration, ratio),
                          RightCell(NumberText(ratio.range.value, 3)),
                          RightCell(Between(ratio.range.interval)), "", ""});
  }
  return table;
}

Table CorrelationTable(const Calibration& calibration) {
  Table table;
  table.caption = "Correlation of the parameters (condition number " +
                  NumberText(calibration.quality.condition, 3) + ")";
  table.header = {""};
  const auto& parameters = calibration.fit.parameters;
  for (const gap::FitParameter& parameter : parameters) {
    table.header.push_back(RightCell(parameter.name));
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    std::vector<Cell> row = {parameters[i].name};
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      row.push_back(Cell::Number(calibration.quality.correlation(static_cast<Eigen::Index>(i),
                                                                 static_cast<Eigen::Index>(k)),
                                 2));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

void AddScoreRows(const Calibration& calibration, const char* which,
                  gap::DriveSummary CalibrationScore::*side, Table* table) {
  for (const CalibrationScore& score : calibration.scores) {
    const gap::DriveSummary& s = score.*side;
    std::vector<Cell> row = {which, score.model, Cell::Number(score.parameters, 0)};
    if (calibration.with_poses) {
      row.push_back(Cell::Number(s.translation_median.value, 3));
      row.push_back(Cell::Number(s.translation_p90.value, 3));
    }
    row.push_back(Cell::Number(s.heading_median.value, 3));
    row.push_back(Cell::Number(s.heading_p90.value, 3));
    table->rows.push_back(std::move(row));
  }
}

Table ScoreTable(const Calibration& calibration) {
  Table table;
  table.caption = "Error after 2 s; each half of the steps is fitted and judged by the other";
  table.header = {"drives", "model", RightCell("fitted numbers")};
  if (calibration.with_poses) {
    table.header.push_back(RightCell("translation median (m)"));
    table.header.push_back(RightCell("90 % (m)"));
  }
  table.header.push_back(RightCell("heading median (rad)"));
  table.header.push_back(RightCell("90 % (rad)"));
  AddScoreRows(calibration, "train", &CalibrationScore::train, &table);
  AddScoreRows(calibration, "validation", &CalibrationScore::validation, &table);
  return table;
}

ordered_json Json(const gap::DriveSummary& s, bool with_poses) {
  ordered_json json = {{"windows", s.windows}};
  const auto add = [&json](const char* name, const gap::Estimate& estimate) {
    json[name] = {{"value", Number(estimate.value)},
                  {"low", Number(estimate.interval.low)},
                  {"high", Number(estimate.interval.high)}};
  };
  if (with_poses) {
    add("translation_median", s.translation_median);
    add("translation_p90", s.translation_p90);
  }
  add("heading_median", s.heading_median);
  add("heading_p90", s.heading_p90);
  return json;
}

ordered_json Json(const gap::FitRange& range) {
  return {{"value", Number(range.value)},
          {"low", Number(range.interval.low)},
          {"high", Number(range.interval.high)}};
}

ordered_json QualityJson(const Calibration& calibration) {
  ordered_json correlation = ordered_json::array();
  for (Eigen::Index i = 0; i < calibration.quality.correlation.rows(); ++i) {
    ordered_json row = ordered_json::array();
    for (Eigen::Index k = 0; k < calibration.quality.correlation.cols(); ++k) {
      row.push_back(Number(calibration.quality.correlation(i, k)));
    }
    correlation.push_back(std::move(row));
  }
  ordered_json ratios;
  for (const gap::FitQuality::Ratio& ratio : calibration.quality.ratios) {
    ratios[RatioName(calibration, ratio)] = Json(ratio.range);
  }
  return {{"correlation", std::move(correlation)},
          {"condition", Number(calibration.quality.condition)},
          {"ratios", std::move(ratios)}};
}

}  // namespace

std::string CalibrationText(const Calibration& calibration) {
  std::string text = "ground " + calibration.ground + " under robot " + calibration.robot +
                     " (model " + calibration.model + "), engine " + calibration.engine + ": " +
                     std::to_string(calibration.drives) + " drives, " +
                     std::to_string(calibration.observations) +
                     (calibration.with_poses ? " windows" : " blocks of 2 s") + "\n";
  for (const Table& table :
       {ParameterTable(calibration), CorrelationTable(calibration), ScoreTable(calibration)}) {
    text += "\n" + report::ToText(table);
  }
  for (const std::string& note : calibration.notes) text += "\nnote: " + note + "\n";
  return text;
}

std::string CalibrationJson(const Calibration& calibration) {
  ordered_json parameters;
  for (std::size_t i = 0; i < calibration.fit.parameters.size(); ++i) {
    ordered_json one = Json(calibration.quality.parameters[i]);
    one["at_limit"] = static_cast<bool>(calibration.fit.at_limit[i]);
    for (const CalibrationFold& fold : calibration.folds) {
      one["halves"].push_back(Number(fold.values[static_cast<Eigen::Index>(i)]));
    }
    parameters[calibration.fit.parameters[i].name] = std::move(one);
  }
  ordered_json scores = ordered_json::array();
  for (const CalibrationScore& score : calibration.scores) {
    scores.push_back({{"model", score.model},
                      {"fitted", score.parameters},
                      {"engine", score.engine},
                      {"train", Json(score.train, calibration.with_poses)},
                      {"validation", Json(score.validation, calibration.with_poses)}});
  }
  const ordered_json json = {{"ground", calibration.ground},
                             {"robot", calibration.robot},
                             {"model", calibration.model},
                             {"engine", calibration.engine},
                             {"drives", calibration.drives},
                             {"observations", calibration.observations},
                             {"poses", calibration.with_poses},
                             {"converged", calibration.fit.converged},
                             {"cost", Number(calibration.fit.cost)},
                             {"parameters", std::move(parameters)},
                             {"identifiability", QualityJson(calibration)},
                             {"scores", std::move(scores)},
                             {"engine_spread", Number(calibration.engine_spread)},
                             {"notes", calibration.notes}};
  return json.dump(2) + "\n";
}

namespace {

/// Sentences for the <source> of the ground's file.
std::string GripSourceText(const Calibration& calibration) {
  std::string text = "    Fitted by surefoot calibrate to " +
                     std::to_string(calibration.observations) +
                     (calibration.with_poses ? " windows" : " blocks of 2 s") + " of " +
                     std::to_string(calibration.drives) + " drives of a " + calibration.robot +
                     " (model " + calibration.model + ", engine " + calibration.engine + ").\n";
  for (std::size_t i = 0; i < calibration.fit.parameters.size(); ++i) {
    text += "    " + calibration.fit.parameters[i].name + ": 90 % interval " +
            Between(calibration.quality.parameters[i].interval) + ".\n";
  }
  for (const gap::FitQuality::Ratio& ratio : calibration.quality.ratios) {
    text += "    " + RatioName(calibration, ratio) + ": " + NumberText(ratio.range.value, 3) +
            " (" + Between(ratio.range.interval) + ").\n";
  }
  gap::DriveSummary s;
  for (const CalibrationScore& score : calibration.scores) {
    if (score.engine == calibration.engine) s = score.validation;
  }
  text += "    Error after 2 s on drives that it was not fitted to, median: ";
  if (calibration.with_poses) text += NumberText(s.translation_median.value, 3) + " m, ";
  return text + NumberText(s.heading_median.value, 3) + " rad.\n";
}

}  // namespace

std::string CalibrationText(const GroundCalibration& calibration) {
  std::string text = calibration.grip ? CalibrationText(*calibration.grip) : "";
  if (!calibration.imu) return text;
  return text + (text.empty() ? "" : "\n") + ImuCalibrationText(*calibration.imu);
}

std::string CalibrationJson(const GroundCalibration& calibration) {
  if (!calibration.imu) return CalibrationJson(*calibration.grip);
  if (!calibration.grip) return ImuCalibrationJson(*calibration.imu);
  return "{\n\"grip\": " + CalibrationJson(*calibration.grip) +
         ", \"imu\": " + ImuCalibrationJson(*calibration.imu) + "}\n";
}

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
  if (calibration.grip) text += GripSourceText(*calibration.grip);
  if (calibration.imu) text += ImuSourceText(*calibration.imu);
  return text + "  </source>\n</ground>\n";
}

Status WriteCalibration(const std::string& folder, const GroundCalibration& calibration) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return Error{folder + ": cannot be made: " + error.message()};
  const auto write = [&folder](const std::string& name, const std::string& text) {
    return WriteFileAtOnce((fs::path(folder) / name).string(), text);
  };
  if (Status status = write("calibration.json", CalibrationJson(calibration)); !status.ok()) {
    return status;
  }
  if (Status status = write("calibration.txt", CalibrationText(calibration)); !status.ok()) {
    return status;
  }
  return write(calibration.ground() + ".xml", GroundFileText(calibration));
}

}  // namespace surefoot::experiment
