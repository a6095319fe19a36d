#include "surefoot/evaluation/gap/verdict/gap_verdict_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <utility>

#include "surefoot/evaluation/gap/verdict/verdict.h"
#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/formats/fields.h"

namespace surefoot::experiment {
namespace {

/// Unit of a quantity in plots: centimetres and degrees, as people judge driving errors.
struct Shown {
  double factor = 1.0;
  std::string unit;
};

Shown ShownOf(const gap::Quantity& quantity) {
  if (quantity.unit == "m") return {100.0, "cm"};
  if (quantity.unit == "m/s") return {100.0, "cm/s"};
  if (quantity.unit == "rad") return {180.0 / std::numbers::pi, "deg"};
  return {1.0, quantity.unit};
}

/// Axis label with unit.
std::string Labelled(const std::string& name, const std::string& unit) {
  return name + (unit.empty() ? "" : " (" + unit + ")");
}

/// 1 when any value is finite: descriptions test this as a number.
double AnyKnown(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

/// The headline of a quantity: for how long it can be trusted.
void SetHeadline(const gap::QuantityVerdict& verdict, Record* record) {
  const bool trusted =
      verdict.kind == gap::VerdictKind::kUntil || verdict.kind == gap::VerdictKind::kWhole;
  const bool known = trusted || verdict.kind == gap::VerdictKind::kNever;
  record->Set("trusted", trusted ? gap::SecondsText(*verdict.confidence.crossing)
                         : known ? "0 s"
                                 : "unknown");
  record->Set("mood", trusted ? "good" : known ? "bad" : "");
}

/// Adds the curves of a quantity in the units of plots.
void SetCurves(const gap::QuantityVerdict& verdict, Record* record) {
  const Shown shown = ShownOf(verdict.quantity);
  const gap::Distributions& sets = verdict.distributions;
  const auto in_unit = [&](std::vector<double> curve) {
    for (double& value : curve) value *= shown.factor;
    return curve;
  };
  record->Set("label", Labelled(verdict.quantity.name, shown.unit));
  record->SetAll("shown.", {SUREFOOT_FIELDS_AS(in_unit, verdict.error, low, high, median,
                                               median_low, median_high),
                            SUREFOOT_FIELDS_AS(in_unit, sets, energy, wasserstein)});
  record->Set("shown.tolerance", shown.factor * verdict.quantity.tolerance);
  record->Set("last", verdict.times.back());
  record->Set("has_points", verdict.confidence.points.empty() ? 0.0 : 1.0);
  record->Set("has_coverage", AnyKnown(sets.coverage90));
  record->Set("has_energy", AnyKnown(sets.energy));
  double max = 1.5;
  for (const double ratio : sets.spread_ratio) {
    if (std::isfinite(ratio)) max = std::max(max, std::min(ratio, 3.0));
  }
  record->Set("max_ratio", max);
}

/// Adds the rows of the table over time: five instants at equal intervals, the last one included.
void AddMoments(const gap::QuantityVerdict& verdict, RecordSet* moments) {
  constexpr std::size_t kMax = 5;
  const std::size_t count = verdict.confidence.points.size();
  std::size_t before = 0;
  for (std::size_t i = 1; i <= kMax; ++i) {
    const std::size_t end = count * i / kMax;
    if (end == before) continue;
    before = end;
    const std::size_t k = end - 1;
    const gap::ConfidencePoint& point = verdict.confidence.points[k];
    const auto now = [k](const std::vector<double>& curve) { return curve[k]; };
    moments->Add().SetAll(
        "", {SUREFOOT_FIELDS(verdict.quantity, name, unit),
             SUREFOOT_FIELDS(point, t, c, lower),
             {"n", static_cast<double>(point.n)},
             SUREFOOT_FIELDS_AS(now, verdict.error, low, median, median_low, median_high, high),
             SUREFOOT_FIELDS_AS(now, verdict.distributions, energy, wasserstein, ks, spread_ratio,
                                coverage50, coverage90)});
  }
}

/// Unwraps angles; each run begins within half a turn of `first`, so that runs can be averaged.
std::vector<gap::Trace> Unwrapped(std::vector<gap::Trace> traces, double first) {
  for (gap::Trace& trace : traces) {
    double before = first;
    for (double& angle : trace.values.front()) angle = before = gap::NearestTurn(angle, before);
  }
  return traces;
}

/// Sets quantiles over runs of one component at each time.
void SetBand(const std::string& name, const gap::Comparison& comparison,
             const std::vector<gap::Trace>& traces, std::size_t component, Record* record) {
  const std::vector<gap::Trace> drawn =
      comparison.quantity.is_angle
          ? Unwrapped(traces, comparison.real.front().values.front().front())
          : traces;
  std::vector<std::vector<double>> samples;
  for (const gap::Trace& trace : drawn) {
    samples.push_back(trace.values[component]);
    samples.back().resize(comparison.times.size(), std::nan(""));
    for (double& value : samples.back()) value *= ShownOf(comparison.quantity).factor;
  }
  SetQuantiles(name, samples, "", record);
}

/// Adds all runs as curves.
void AddRuns(const std::vector<gap::Comparison>& comparisons, StudyOutcome* outcome) {
  if (comparisons.empty() || comparisons.front().has_restarts()) return;
  outcome->facts.Set("has_runs", 1.0);
  const gap::Comparison& position = comparisons.front();
  RecordSet& paths = outcome->Set("paths");
  for (const auto* traces : {&position.simulated.front(), &position.real}) {
    for (const gap::Trace& trace : *traces) {
      paths.Add()
          .Set("kind", traces == &position.real ? "real" : "simulated")
          .Set("x", trace.values[0])
          .Set("y", trace.values[1]);
    }
  }
  RecordSet& bands = outcome->Set("components");
  for (const gap::Comparison& comparison : comparisons) {
    const gap::Quantity& quantity = comparison.quantity;
    for (std::size_t c = 0; c < static_cast<std::size_t>(quantity.components); ++c) {
      const std::string name =
          quantity.components > 1 ? std::string(1, "xyz"[c % 3]) : quantity.name;
      Record& record = bands.Add();
      record.Set("name", name).Set("label", Labelled(name, ShownOf(quantity).unit));
      record.Set("t", comparison.times);
      SetBand("simulated", comparison, comparison.simulated.front(), c, &record);
      SetBand("real", comparison, comparison.real, c, &record);
    }
  }
}

/// Sentence under the title: what was compared, and how often.
std::string Subtitle(const VerdictContext& context, const gap::GapVerdict& verdict) {
  const int n = verdict.quantities.empty() ? 0 : verdict.quantities.front().confidence.n;
  std::string text = std::to_string(n) + (verdict.has_restarts ? " restarts" : " real runs");
  if (!verdict.has_restarts) text += " and " + std::to_string(context.runs) + " simulated ones";
  if (!context.world.empty()) text += " in " + context.world;
  return text + ", " + gap::SecondsText(context.horizon) + " each; " + context.alignment.sentence;
}

using nlohmann::ordered_json;

/// Rounds to six significant digits: a micrometre of a metre, and a third of the bytes. JSON has no
/// infinities, so these become null.
ordered_json Number(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (value == 0.0) return 0.0;
  const double scale = std::pow(10.0, 5.0 - std::floor(std::log10(std::abs(value))));
  const double rounded = std::round(value * scale) / scale;
  return std::isfinite(rounded) ? ordered_json(rounded) : ordered_json(value);
}

/// Rounded numbers, so that equal results give equal text.
ordered_json Numbers(const std::vector<double>& values) {
  ordered_json list = ordered_json::array();
  for (const double value : values) list.push_back(Number(value));
  return list;
}

/// One member of all points as a list.
template <typename T, typename Get>
ordered_json Column(const std::vector<T>& points, Get get) {
  ordered_json list = ordered_json::array();
  for (const T& point : points) list.push_back(get(point));
  return list;
}

ordered_json Json(const gap::QuantityVerdict& verdict) {
  const gap::Quantity& quantity = verdict.quantity;
  const gap::ConfidenceCurve& curve = verdict.confidence;
  const gap::Distributions& sets = verdict.distributions;
  const auto& crossing = curve.crossing;
  using Point = gap::ConfidencePoint;
  return {
      SUREFOOT_FIELDS(quantity, name, unit),
      {"angle", quantity.is_angle},
      SUREFOOT_FIELDS_AS(Number, quantity, tolerance, reference_deviation),
      {"sentence", verdict.sentence},
      {"kind", gap::NameOf(verdict.kind)},
      {"limit", Number(curve.limit)},
      {"n", curve.n},
      {"crossing", crossing ? Number(*crossing) : ordered_json(nullptr)},
      {"t", Numbers(verdict.times)},
      {"c", Column(curve.points, [](const Point& p) { return Number(p.c); })},
      {"lower", Column(curve.points, [](const Point& p) { return Number(p.lower); })},
      {"n_at", Column(curve.points, [](const Point& p) { return p.n; })},
      {"errors", Column(verdict.errors, Numbers)},
      {"error",
       {SUREFOOT_FIELDS_AS(Numbers, verdict.error, median, low, high, median_low, median_high)}},
      SUREFOOT_FIELDS_AS(Numbers, sets, spread_ratio, coverage50, coverage90),
      {"distances", {SUREFOOT_FIELDS_AS(Numbers, sets, energy, wasserstein, ks)}}};
}

ordered_json Json(const gap::StateChangeReport& change) {
  return {SUREFOOT_FIELDS(change, order, what),
          SUREFOOT_FIELDS_AS(Number, change, real_share, simulated_share, real_t, simulated_t,
                             difference, difference_low, difference_high, extra)};
}

ordered_json Json(const gap::Indistinguishability& all) {
  using Point = gap::IndistinguishabilityPoint;
  return {SUREFOOT_FIELDS(all, real_runs, simulated_runs),
          {"t", Column(all.points, [](const Point& p) { return Number(p.t); })},
          {"d", Column(all.points, [](const Point& p) { return Number(p.d); })},
          {"low", Column(all.points, [](const Point& p) { return Number(p.low); })},
          {"high", Column(all.points, [](const Point& p) { return Number(p.high); })},
          {"classifier", Column(all.points, [](const Point& p) { return p.classifier; })}};
}

ordered_json Json(const VerdictContext::Path& path) {
  return {SUREFOOT_FIELDS_AS(Numbers, path, x, y, heading)};
}

ordered_json Json(const VerdictContext::Restart& restart) {
  return {{"t", Number(restart.t)}, SUREFOOT_FIELDS_AS(Json, restart, real, simulated)};
}

ordered_json Json(const VerdictContext::Close& close) {
  return {SUREFOOT_FIELDS(close, parameter, label, unit),
          SUREFOOT_FIELDS_AS(Number, close, was, fitted, closes)};
}

template <typename T>
ordered_json List(const std::vector<T>& items) {
  ordered_json list = ordered_json::array();
  for (const T& item : items) list.push_back(Json(item));
  return list;
}

ordered_json RecordingJson(const VerdictContext& context) {
  const VerdictContext::Alignment& alignment = context.alignment;
  return {SUREFOOT_FIELDS(context, files, robot, model),
          {"duration", Number(context.duration)},
          SUREFOOT_FIELDS(context, pose_topic, command_topic),
          // Seconds since 1970 need all digits.
          {"start", std::isfinite(context.start) ? ordered_json(context.start) : nullptr},
          {"alignment",
           {{"ok", alignment.ok},
            {"residual", Number(alignment.residual)},
            {"residual_unit", alignment.residual_unit},
            {"time_offset", Number(alignment.time_offset)},
            {"sentence", alignment.sentence}}}};
}

ordered_json SimulationJson(const VerdictContext& context) {
  ordered_json set = ordered_json::object();
  for (const auto& [name, value] : context.set) set[name] = Number(value);
  return {SUREFOOT_FIELDS(context, world, engine, seeds, runs),
          {"set", std::move(set)},
          {"files", context.simulated_files}};
}

}  // namespace

Result<DescribedPage> VerdictReport(const std::vector<std::string>& data,
                                    const gap::GapVerdict& verdict, const VerdictContext& context,
                                    const std::vector<gap::Comparison>& comparisons,
                                    const std::vector<std::string>& command) {
  StudyOutcome outcome = OutcomeOf(VerdictJson(verdict, context));
  outcome.facts.Set("subtitle", Subtitle(context, verdict));
  outcome.facts.Set("title", verdict.quantities.empty() ? "The reality gap"
                                                        : verdict.quantities.front().sentence);
  outcome.facts.Set("limit", gap::kTrustLimit);
  std::string words;
  for (const std::string& word : command) words += (words.empty() ? "" : " ") + word;
  outcome.facts.Set("command", words);
  RecordSet moments{"moments", {}, "", {}};
  for (std::size_t i = 0; i < verdict.quantities.size(); ++i) {
    Record& record = outcome.Set("quantities").records[i];
    SetHeadline(verdict.quantities[i], &record);
    SetCurves(verdict.quantities[i], &record);
    AddMoments(verdict.quantities[i], &moments);
  }
  outcome.sets.push_back(std::move(moments));
  const auto& distinct = verdict.indistinguishability;
  if (distinct && !distinct->points.empty()) {
    const gap::IndistinguishabilityPoint& last = distinct->points.back();
    outcome.facts.Set("distinct.d", last.d).Set("distinct.after", gap::SecondsText(last.t));
    outcome.facts.Set("distinct.classifier", last.classifier);
  }
  AddRuns(comparisons, &outcome);
  for (const char* set : {"state_changes", "close", "notes"}) {
    outcome.facts.Set("count." + std::string(set),
                      static_cast<double>(outcome.Set(set).records.size()));
  }
  const auto spread = [](const gap::QuantityVerdict& one) {
    return AnyKnown(one.distributions.ks) > 0.0;
  };
  outcome.facts.Set(
      "has_distributions",
      std::any_of(verdict.quantities.begin(), verdict.quantities.end(), spread) ? 1.0 : 0.0);
  return DescribePage("verdict", data, std::move(outcome));
}

std::string VerdictJson(const gap::GapVerdict& verdict, const VerdictContext& context) {
  const auto& distinct = verdict.indistinguishability;
  const ordered_json json = {
      {"format", "surefoot-gap-1"},
      {"mode", context.mode},
      {"recording", RecordingJson(context)},
      {"simulation", SimulationJson(context)},
      SUREFOOT_FIELDS_AS(Number, context, horizon, every),
      {"restarts", List(context.restarts)},
      SUREFOOT_FIELDS_AS(List, verdict, quantities, state_changes),
      {"indistinguishability", distinct ? Json(*distinct) : ordered_json(nullptr)},
      {"summary", verdict.summary},
      {"close", List(context.close)},
      {"notes", verdict.notes}};
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace surefoot::experiment
