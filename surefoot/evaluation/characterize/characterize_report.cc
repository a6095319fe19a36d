#include "surefoot/evaluation/characterize/characterize_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/report/text.h"
#include "surefoot/evaluation/run/study_outcome.h"
#include "surefoot/formats/fields.h"
#include "surefoot/formats/markup.h"

// The JSON object is the source of the page's tables; only what has to be computed for plots
// (sampled curves, outlines of histograms) is added as records. Layout and wording are in
// experiments/reports/characterize.yaml.

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
  return {SUREFOOT_FIELDS_AS(CurveJson, sum, distance, incidence, offset)};
}

/// Measured and fitted values per place.
ordered_json PlacesJson(const gap::Characterization& found) {
  ordered_json places = ordered_json::array();
  for (const gap::PlaceReport& report : found.places) {
    places.push_back(
        {SUREFOOT_FIELDS(report.place, distance, angle, offset),
         {"readings", report.place.samples.size()},
         {"lost", report.place.lost},
         {"good", report.good.n},
         {"wrong", std::max(0.0, static_cast<double>(report.place.samples.size()) - report.good.n)},
         {"mean", report.good.mean},
         {"sd", std::sqrt(report.good.variance)},
         SUREFOOT_FIELDS(report, fitted_mean, fitted_sd),
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

/// All compared forms with their scores.
ordered_json ChoicesJson(const gap::Characterization& found) {
  ordered_json choices;
  for (const gap::FormChoice& choice : found.choice.choices) {
    for (const gap::FormScore& score : choice.scores) {
      choices[choice.what].push_back({{"form", gap::CurveFormName(score.form)},
                                      SUREFOOT_FIELDS(score, parameters, score, error, chosen)});
    }
  }
  return choices;
}

/// Errors over the number of readings.
ordered_json SizeJson(const gap::SampleSizeStudy& study) {
  ordered_json json = {SUREFOOT_FIELDS(study, distance, readings, bin, tolerance),
                       {"enough", study.enough ? ordered_json(*study.enough) : nullptr}};
  for (const gap::SampleSizePoint& point : study.points) {
    json["points"].push_back({SUREFOOT_FIELDS(point, n, mean_error, sd_error, histogram)});
  }
  return json;
}

using gap::PlaceReport;
using gap::PlaceStats;

// Fewer readings give histograms and standard deviations that show chance and not the sensor.
constexpr std::size_t kMinForHistogram = 20;
constexpr std::size_t kMinForSpread = 5;
constexpr int kCurvePoints = 200;  // smooth at the width of a page

/// Points of a curve.
struct Points {
  std::vector<double> x;
  std::vector<double> y;

  void Add(double at, double value) {
    x.push_back(at);
    y.push_back(value);
  }
};

/// `value` at kCurvePoints + 1 equally spaced arguments.
template <typename Function>
Points Sampled(double from, double to, Function value) {
  Points points;
  for (int i = 0; i <= kCurvePoints; ++i) {
    const double x = from + (to - from) * i / kCurvePoints;
    points.Add(x, value(x));
  }
  return points;
}

/// Records of plots are drawn by the description of the report.
void AddPlot(const char* kind, const std::string& title, const std::string& x, const std::string& y,
             Points measured, Points fit, RecordSet* plots) {
  plots->Add()
      .Set("kind", kind)
      .Set("title", title)
      .Set("x", x)
      .Set("y", y)
      .Set("measured.x", std::move(measured.x))
      .Set("measured.y", std::move(measured.y))
      .Set("fit.x", std::move(fit.x))
      .Set("fit.y", std::move(fit.y));
}

/// Outline of a histogram as a density (share per unit of the reading), which is comparable with
/// the model's density for any bin width.
Points Outline(const std::vector<double>& readings, double low, double bin, std::size_t count) {
  std::vector<double> shares(count, 0.0);
  for (const double reading : readings) {
    const auto at = static_cast<std::size_t>(std::max(0.0, (reading - low) / bin));
    if (at < count) shares[at] += 1.0 / (bin * static_cast<double>(readings.size()));
  }
  Points outline;
  outline.Add(low, 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    const double left = low + bin * static_cast<double>(i);
    outline.Add(left, shares[i]);
    outline.Add(left + bin, shares[i]);
  }
  outline.Add(outline.x.back(), 0.0);
  return outline;
}

/// Readings at one distance with the fitted normal distribution.
void AddHistogram(const CharacterizeResult& result, const PlaceReport& at, RecordSet* plots) {
  const CharacterizeUnits& units = result.units;
  std::string title = "At " + NumberText(at.place.distance, 6) + " " + units.distance;
  if (at.place.angle > 0.0) title += ", " + NumberText(at.place.angle, 6) + " " + units.angle;
  std::vector<double> readings;
  for (const std::size_t i : at.place.samples) {
    readings.push_back(result.found.samples.samples[i].reading);
  }
  // Bins follow the spread at this place (Scott's rule), and the axis covers 5 standard deviations
  // to each side: distant outliers would squeeze the rest into one bin.
  const double sd = std::max(std::sqrt(at.good.variance), at.fitted_sd);
  const double step = result.found.step;
  double bin = 3.49 * sd / std::cbrt(static_cast<double>(readings.size()));
  if (step > 0.0) bin = step * std::max(1.0, std::round(bin / step));
  const double low = step > 0.0 ? std::floor((at.good.mean - 5.0 * sd) / step) * step - 0.5 * step
                                : at.good.mean - 5.0 * sd;
  const auto count = static_cast<std::size_t>(std::ceil(10.0 * sd / bin)) + 1;
  const double wide = std::hypot(at.fitted_sd, step / std::sqrt(12.0));
  const auto density = [&](double x) {
    const double z = (x - at.fitted_mean) / wide;
    return (1.0 - result.found.fit.outliers) * std::exp(-0.5 * z * z) /
           (wide * std::sqrt(2.0 * M_PI));
  };
  AddPlot("histogram", title, "reading (" + units.reading + ")", "share per unit",
          Outline(readings, low, bin, std::min<std::size_t>(count, 500)),
          Sampled(low, low + 10.0 * sd, density), plots);
}

/// At up to three distances with enough readings: near, middle and far.
void AddHistograms(const CharacterizeResult& result, RecordSet* plots) {
  std::vector<const PlaceReport*> many;
  // Only places at the smallest angles: perpendicular incidence, if that was measured.
  double angle = 1e300;
  for (const PlaceReport& report : result.found.places) {
    angle = std::min(angle, report.place.angle + report.place.offset);
  }
  for (const PlaceReport& report : result.found.places) {
    if (report.place.angle + report.place.offset > angle) continue;
    if (report.place.samples.size() >= kMinForHistogram && report.good.n > 2.0) {
      many.push_back(&report);
    }
  }
  const PlaceReport* last = nullptr;
  for (const double part : {0.05, 0.45, 0.95}) {
    if (many.empty()) break;
    const double at = std::round(part * static_cast<double>(many.size() - 1));
    const PlaceReport* one = many[static_cast<std::size_t>(at)];
    if (one != last) AddHistogram(result, *one, plots);
    last = one;
  }
}

/// Mean and standard deviation over distance at perpendicular incidence: what the angles contribute
/// by the model is subtracted from the measurements.
void AddCurves(const CharacterizeResult& result, RecordSet* plots) {
  Points means, spreads;
  const gap::RangeCurves& curves = result.found.fit.curves;
  for (const PlaceReport& report : result.found.places) {
    if (report.good.n < 0.5) continue;
    PlaceStats square = report.good;
    square.angle = square.offset = 0.0;
    means.Add(report.place.distance, report.good.mean - report.fitted_mean + curves.MeanAt(square));
    if (report.place.samples.size() < kMinForSpread) continue;
    spreads.Add(report.place.distance,
                std::sqrt(report.good.variance) - report.fitted_sd + curves.SdAt(square));
  }
  const auto add = [&](const char* title, Points measured, auto value) {
    const auto fit = [&](double distance) {
      PlaceStats at;
      at.distance = distance;
      return (curves.*value)(at);
    };
    AddPlot("curve", title, "distance (" + result.units.distance + ")", result.units.reading,
            std::move(measured),
            Sampled(result.found.places.front().place.distance,
                    result.found.places.back().place.distance, fit),
            plots);
  };
  add("Mean", std::move(means), &gap::RangeCurves::MeanAt);
  add("Standard deviation", std::move(spreads), &gap::RangeCurves::SdAt);
}

/// Contribution of an angle to the mean: measurements minus the model at angle 0.
void AddAngles(const CharacterizeResult& result, const std::string& name,
               double PlaceStats::*variable, RecordSet* plots) {
  const gap::RangeCurves& curves = result.found.fit.curves;
  double widest = 0.0;
  Points measured;
  for (const PlaceReport& report : result.found.places) {
    if (report.good.n < 0.5) continue;
    PlaceStats square = report.good;
    square.*variable = 0.0;
    measured.Add(report.good.*variable, report.good.mean - curves.MeanAt(square));
    widest = std::max(widest, report.good.*variable);
  }
  if (!(widest > 0.0)) return;
  const auto fit = [&](double angle) {
    PlaceStats at, square;
    at.distance = square.distance = result.found.places.front().place.distance;
    at.*variable = angle;
    return curves.MeanAt(at) - curves.MeanAt(square);
  };
  AddPlot("angle", name + ": what it adds to the mean", "angle (" + result.units.angle + ")",
          result.units.reading, std::move(measured), Sampled(0.0, widest, fit), plots);
}

/// The set "plots": measured and fitted points with titles and labels. `kind` is "histogram"
/// (readings at a near, a middle and a far place, with the model's density), "curve" (mean and
/// standard deviation over distance) or "angle" (contribution of an angle to the mean).
RecordSet RangePlots(const CharacterizeResult& result) {
  RecordSet plots{"plots", {}, "", {}};
  AddHistograms(result, &plots);
  AddCurves(result, &plots);
  AddAngles(result, "Incidence", &PlaceStats::angle, &plots);
  AddAngles(result, "Offset", &PlaceStats::offset, &plots);
  return plots;
}

using formats::AddChild;
using formats::SetAttribute;
using noise::Curve;
using noise::RangeModel;

/// A curve as element: type and numbers.
void AddCurve(world::Element* parent, const char* name, const Curve& curve) {
  std::string numbers;
  for (const double value : curve.Numbers()) {
    numbers += (numbers.empty() ? "" : " ") + NumberText(value, 7);
  }
  world::Element& element = AddChild(parent, name, numbers);
  if (curve.kind() != Curve::Kind::kConstant) {
    SetAttribute(&element, "type", noise::CurveKindName(curve.kind()));
  }
}

/// A sum of one curve needs no children.
void AddSum(world::Element* parent, const char* name, const RangeModel::Sum& sum) {
  if (sum.incidence.IsZero() && sum.offset.IsZero()) {
    AddCurve(parent, name, sum.distance);
    return;
  }
  world::Element& element = AddChild(parent, name);
  AddCurve(&element, "distance", sum.distance);
  if (!sum.incidence.IsZero()) AddCurve(&element, "incidence", sum.incidence);
  if (!sum.offset.IsZero()) AddCurve(&element, "offset", sum.offset);
}

bool IsZero(const RangeModel::Sum& sum) {
  return sum.distance.IsZero() && sum.incidence.IsZero() && sum.offset.IsZero();
}

std::string LengthName(double size) {
  return size == 0.01 ? "cm" : size == 0.001 ? "mm" : size == 0.0254 ? "in" : "m";
}

/// The element <reading> of a sensor's file.
void AddReading(const RangeModel& model, world::Element* parent) {
  world::Element& reading = AddChild(parent, "reading");
  SetAttribute(&reading, "unit", model.reading_name);
  SetAttribute(&reading, "distance_unit", LengthName(model.distance_unit));
  SetAttribute(&reading, "angle_unit", model.angle_unit == 1.0 ? "rad" : "deg");
  AddSum(&reading, "mean", model.mean);
  AddSum(&reading, "stddev", model.stddev);
  if (!IsZero(model.dropout)) AddSum(&reading, "dropout", model.dropout);
  if (model.outliers > 0.0) {
    world::Element& outliers = AddChild(&reading, "outliers", NumberText(model.outliers, 7));
    SetAttribute(&outliers, "low", NumberText(model.outlier_low, 7));
    SetAttribute(&outliers, "high", NumberText(model.outlier_high, 7));
  }
  if (model.resolution > 0.0) AddChild(&reading, "resolution", NumberText(model.resolution, 7));
  AddChild(&reading, "from", NumberText(model.from / model.distance_unit, 7));
  AddChild(&reading, "to", NumberText(model.to / model.distance_unit, 7));
}

}  // namespace

/// A curve as formula, for the verdict.
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

/// A sum as formula in d, theta and phi.
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

// The model and its validity in a few sentences.
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
    text += " " + std::to_string(*found.size.enough) + " readings per distance are enough.";
  }
  return text;
}

// The report is drawn from the same data.
std::string CharacterizeJson(const CharacterizeResult& result) {
  const gap::Characterization& found = result.found;
  ordered_json parameters;
  for (const gap::RangeParameter& parameter : found.parameters) {
    parameters[parameter.name] = {{"value", parameter.value},
                                  SUREFOOT_FIELDS(parameter.interval, low, high)};
  }
  const ordered_json json = {
      {"name", result.file.name},
      {"source", found.samples.source},
      {"readings", found.samples.samples.size()},
      {"lost", found.samples.lost.size()},
      {"units", {SUREFOOT_FIELDS(result.units, distance, angle, reading)}},
      {"verdict", CharacterizeVerdict(result)},
      SUREFOOT_FIELDS_AS(SumJson, found.model, mean, stddev, dropout),
      {"outliers", {{"share", found.fit.outliers}, SUREFOOT_FIELDS(found.outliers, low, high)}},
      {"resolution", found.step},
      {"parameters", std::move(parameters)},
      {"forms", ChoicesJson(found)},
      {"sample_size", SizeJson(found.size)},
      {"places", PlacesJson(found)},
      {"notes", found.notes}};
  return json.dump(2) + "\n";
}

// By the description experiments/reports/characterize.yaml.
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

// A file that the simulation reads as <surefoot:range_sensor>.
std::string RangeSensorText(const RangeSensorFile& file) {
  world::Element root = formats::MakeElement("range_sensor");
  SetAttribute(&root, "name", file.name);
  if (!file.radiation.empty()) AddChild(&root, "radiation", file.radiation);
  if (file.update_rate > 0.0) AddChild(&root, "update_rate", NumberText(file.update_rate, 7));
  AddChild(&root, "min", NumberText(file.min, 7));
  AddChild(&root, "max", NumberText(file.max, 7));
  // The readings already contain the effect of the sensor's cone, so the simulated beam has none.
  AddChild(&root, "field_of_view", "0");
  AddReading(file.model, &root);
  AddChild(&root, "source", file.source);
  return formats::XmlText(root);
}

// Moves the minimum distance to the last turning point of the mean, searched from far to near.
void LimitToMonotone(RangeSensorFile* file) {
  constexpr int kSteps = 2000;
  if (file->model.reading_unit > 0.0) return;
  const auto mean = [&](int i) {
    return file->model.Mean({file->min + (file->max - file->min) * i / kSteps, 0.0, 0.0});
  };
  const bool falls = mean(kSteps) < mean(kSteps - 1);
  int near = kSteps - 1;
  while (near > 0 && mean(near - 1) != mean(near) && (mean(near) < mean(near - 1)) == falls) --near;
  file->min += (file->max - file->min) * near / kSteps;
}

}  // namespace surefoot::experiment
