#include "surefoot/evaluation/characterize/characterize_report.h"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "surefoot/evaluation/characterize/characterize_tables.h"
#include "surefoot/evaluation/report/text.h"
#include "surefoot/evaluation/run/pool.h"

namespace surefoot::experiment {
namespace {

using nlohmann::ordered_json;
using report::ShortNumber;

ordered_json Number(double value) { return std::isfinite(value) ? ordered_json(value) : nullptr; }

std::string Percent(double share) { return ShortNumber(100.0 * share, 3) + " %"; }

double LostShare(const CharacterizeResult& result) {
  const double lost = static_cast<double>(result.found.samples.lost.size());
  return lost / (lost + static_cast<double>(result.found.samples.samples.size()));
}

ordered_json CurveJson(const noise::Curve& curve) {
  return {{"type", noise::CurveKindName(curve.kind())}, {"numbers", curve.Numbers()}};
}

ordered_json SumJson(const noise::RangeModel::Sum& sum) {
  return {{"distance", CurveJson(sum.distance)},
          {"incidence", CurveJson(sum.incidence)},
          {"offset", CurveJson(sum.offset)}};
}

ordered_json PlacesJson(const gap::Characterization& found) {
  ordered_json places = ordered_json::array();
  for (const gap::PlaceReport& report : found.places) {
    places.push_back({{"distance", report.place.distance},
                      {"angle", report.place.angle},
                      {"offset", report.place.offset},
                      {"readings", report.place.samples.size()},
                      {"lost", report.place.lost},
                      {"good", Number(report.good.n)},
                      {"mean", Number(report.good.mean)},
                      {"sd", Number(std::sqrt(report.good.variance))},
                      {"fitted_mean", Number(report.fitted_mean)},
                      {"fitted_sd", Number(report.fitted_sd)},
                      {"anderson_darling", Number(report.normality.statistic)},
                      {"p", Number(report.normality.p)},
                      {"normal_distance", Number(report.normality.distance)},
                      {"normal", report.is_normal}});
  }
  return places;
}

ordered_json ChoicesJson(const gap::Characterization& found) {
  ordered_json choices;
  for (const gap::FormChoice& choice : found.choice.choices) {
    for (const gap::FormScore& score : choice.scores) {
      choices[choice.what].push_back({{"form", gap::CurveFormName(score.form)},
                                      {"parameters", score.parameters},
                                      {"score", Number(score.score)},
                                      {"error", Number(score.error)},
                                      {"chosen", score.chosen}});
    }
  }
  return choices;
}

ordered_json SizeJson(const gap::SampleSizeStudy& study) {
  ordered_json json = {{"distance", study.distance},
                       {"readings", study.readings},
                       {"bin", study.bin},
                       {"tolerance", study.tolerance},
                       {"enough", study.enough ? ordered_json(*study.enough) : nullptr}};
  for (const gap::SampleSizePoint& point : study.points) {
    json["points"].push_back({{"n", point.n},
                              {"mean_error", point.mean_error},
                              {"sd_error", point.sd_error},
                              {"histogram", point.histogram}});
  }
  return json;
}

}  // namespace

std::string CurveText(const noise::Curve& curve, const std::string& variable) {
  using Kind = noise::Curve::Kind;
  const std::vector<double> n = curve.Numbers();
  if (curve.kind() == Kind::kPiecewise) {
    return "straight between " + std::to_string(n.size() / 2) + " points over " + variable;
  }
  const bool with_a = n[0] != 0.0 || n.size() == 1;
  std::string text = with_a ? ShortNumber(n[0], 4) : "";
  if (n.size() == 1) return text;
  text += with_a ? (n[1] < 0.0 ? " - " : " + ") : (n[1] < 0.0 ? "-" : "");
  text += ShortNumber(std::abs(n[1]), 5);
  if (curve.kind() == Kind::kLinear) return text + " " + variable;
  const std::string power = ShortNumber(n[2], 4);
  return curve.kind() == Kind::kPower ? text + " " + variable + "^" + power
                                      : text + " e^(" + power + " " + variable + ")";
}

std::string SumText(const noise::RangeModel::Sum& sum) {
  std::string text = CurveText(sum.distance, "d");
  const auto add = [&text](const noise::Curve& curve, const char* variable) {
    if (curve.IsZero()) return;
    const std::string more = CurveText(curve, variable);
    text += more[0] == '-' ? " - " + more.substr(1) : " + " + more;
  };
  add(sum.incidence, "theta");
  add(sum.offset, "phi");
  return text;
}

std::string CharacterizeVerdict(const CharacterizeResult& result) {
  const gap::Characterization& found = result.found;
  std::string text = "Mean " + SumText(found.model.mean) + ", standard deviation " +
                     SumText(found.model.stddev) + " (" + result.units.reading + " over " +
                     result.units.distance + ").";
  int testable = 0, normal = 0;
  for (const gap::PlaceReport& report : found.places) {
    testable += report.normality.n >= 8 ? 1 : 0;
    normal += report.normality.n >= 8 && report.is_normal ? 1 : 0;
  }
  if (testable > 0) {
    text += " A normal distribution fits at " + std::to_string(normal) + " of " +
            std::to_string(testable) + " places.";
  }
  text += " Wrong readings: " + Percent(found.fit.outliers) +
          "; lost: " + Percent(LostShare(result)) + ".";
  if (found.size.enough) {
    text += " " + std::to_string(*found.size.enough) + " readings at a place are enough.";
  }
  return text;
}

std::string CharacterizeText(const CharacterizeResult& result) {
  const gap::Characterization& found = result.found;
  std::string text = result.file.name + ": " + std::to_string(found.samples.samples.size()) +
                     " readings at " + std::to_string(found.places.size()) + " places\n" +
                     CharacterizeVerdict(result) + "\n\n" +
                     report::ToText(RangeParameterTable(result));
  for (const gap::FormChoice& choice : found.choice.choices) {
    report::Table table = RangeFormTable(result, choice);
    table.notes.clear();
    text += "\n" + report::ToText(table);
  }
  for (const std::string& note : found.notes) text += "\nnote: " + note + "\n";
  return text;
}

std::string CharacterizeJson(const CharacterizeResult& result) {
  const gap::Characterization& found = result.found;
  ordered_json parameters;
  for (const gap::RangeParameter& parameter : found.parameters) {
    parameters[parameter.name] = {{"value", Number(parameter.value)},
                                  {"low", Number(parameter.interval.low)},
                                  {"high", Number(parameter.interval.high)}};
  }
  const ordered_json json = {{"name", result.file.name},
                             {"source", found.samples.source},
                             {"readings", found.samples.samples.size()},
                             {"lost", found.samples.lost.size()},
                             {"units",
                              {{"distance", result.units.distance},
                               {"angle", result.units.angle},
                               {"reading", result.units.reading}}},
                             {"verdict", CharacterizeVerdict(result)},
                             {"mean", SumJson(found.model.mean)},
                             {"stddev", SumJson(found.model.stddev)},
                             {"dropout", SumJson(found.model.dropout)},
                             {"outliers",
                              {{"share", Number(found.fit.outliers)},
                               {"low", Number(found.outliers.low)},
                               {"high", Number(found.outliers.high)}}},
                             {"resolution", found.step},
                             {"parameters", std::move(parameters)},
                             {"forms", ChoicesJson(found)},
                             {"sample_size", SizeJson(found.size)},
                             {"places", PlacesJson(found)},
                             {"notes", found.notes}};
  return json.dump(2) + "\n";
}

Status WriteCharacterization(const std::string& folder, const CharacterizeResult& result) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return Error{folder + ": cannot be made: " + error.message()};
  const std::pair<std::string, std::string> files[] = {
      {result.file.name + ".xml", RangeSensorText(result.file)},
      {"characterization.json", CharacterizeJson(result)},
      {"report.html", CharacterizePage(result)}};
  for (const auto& [name, text] : files) {
    const Status status = WriteFileAtOnce((fs::path(folder) / name).string(), text);
    if (!status.ok()) return status;
  }
  return Status();
}

}  // namespace surefoot::experiment
