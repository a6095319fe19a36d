#include "surefoot/evaluation/characterize/characterize_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "surefoot/evaluation/characterize/range_plots.h"
#include "surefoot/evaluation/report/text.h"

namespace surefoot::experiment {
namespace {

using nlohmann::ordered_json;
using report::ShortNumber;

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
    places.push_back(
        {{"distance", report.place.distance},
         {"angle", report.place.angle},
         {"offset", report.place.offset},
         {"readings", report.place.samples.size()},
         {"lost", report.place.lost},
         {"good", report.good.n},
         {"wrong", std::max(0.0, static_cast<double>(report.place.samples.size()) - report.good.n)},
         {"mean", report.good.mean},
         {"sd", std::sqrt(report.good.variance)},
         {"fitted_mean", report.fitted_mean},
         {"fitted_sd", report.fitted_sd},
         {"anderson_darling", report.normality.statistic},
         {"p", report.normality.p},
         {"normal_distance", report.normality.distance},
         {"normal", report.is_normal},
         {"normality", report.normality.n < 8 ? "too few"
                       : report.is_normal     ? "yes"
                                              : "no"}});
  }
  return places;
}

ordered_json ChoicesJson(const gap::Characterization& found) {
  ordered_json choices;
  for (const gap::FormChoice& choice : found.choice.choices) {
    for (const gap::FormScore& score : choice.scores) {
      choices[choice.what].push_back({{"form", gap::CurveFormName(score.form)},
                                      {"parameters", score.parameters},
                                      {"score", score.score},
                                      {"error", score.error},
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

std::string CharacterizeJson(const CharacterizeResult& result) {
  const gap::Characterization& found = result.found;
  ordered_json parameters;
  for (const gap::RangeParameter& parameter : found.parameters) {
    parameters[parameter.name] = {{"value", parameter.value},
                                  {"low", parameter.interval.low},
                                  {"high", parameter.interval.high}};
  }
  const ordered_json json = {
      {"name", result.file.name},
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
       {{"share", found.fit.outliers}, {"low", found.outliers.low}, {"high", found.outliers.high}}},
      {"resolution", found.step},
      {"parameters", std::move(parameters)},
      {"forms", ChoicesJson(found)},
      {"sample_size", SizeJson(found.size)},
      {"places", PlacesJson(found)},
      {"notes", found.notes}};
  return json.dump(2) + "\n";
}

Result<DescribedPage> CharacterizeReport(const std::vector<std::string>& data,
                                         const CharacterizeResult& result) {
  StudyOutcome outcome = OutcomeOf(CharacterizeJson(result));
  outcome.facts.Set("lost_share", LostShare(result));
  outcome.facts.Set("low", result.found.fit.low).Set("high", result.found.fit.high);
  for (const char* set : {"places", "forms", "sample_size.points", "notes"}) {
    outcome.facts.Set("count." + std::string(set),
                      static_cast<double>(outcome.Set(set).records.size()));
  }
  outcome.sets.push_back(RangePlots(result));
  return DescribePage("characterize", data, std::move(outcome),
                      {{result.file.name + ".xml", RangeSensorText(result.file)}});
}

}  // namespace surefoot::experiment
