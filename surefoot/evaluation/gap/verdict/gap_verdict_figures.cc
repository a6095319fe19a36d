#include "surefoot/evaluation/gap/verdict/gap_verdict_figures.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/evaluation/report/plot.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::experiment {
namespace {

using report::Line;
using report::LinePlot;
using report::Tone;

/// People read centimetres and degrees.
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

std::vector<double> Times(const std::vector<double>& values, double factor) {
  std::vector<double> scaled;
  for (const double value : values) scaled.push_back(factor * value);
  return scaled;
}

bool AnyKnown(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

Line Level(const std::string& name, double value, const std::vector<double>& x) {
  return {name, Tone::kFaint, {x.front(), x.back()}, {value, value}, true, Line::Symbols::kNone};
}

Line Curve(const std::string& name, Tone tone, const std::vector<double>& x, std::vector<double> y,
           bool dashed = false) {
  return {name, tone, x, std::move(y), dashed, Line::Symbols::kNone};
}

std::string Named(const gap::Quantity& quantity, const std::string& unit) {
  return quantity.name + (unit.empty() ? "" : " (" + unit + ")");
}

/// Quantiles over runs of one component at each time.
std::vector<double> QuantilesOf(const std::vector<gap::Trace>& traces, std::size_t component,
                                std::size_t count, double fraction, double factor) {
  std::vector<double> quantiles;
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<double> values;
    for (const gap::Trace& trace : traces) {
      if (k < trace.size()) values.push_back(factor * trace.values[component][k]);
    }
    quantiles.push_back(gap::Quantile(std::move(values), fraction));
  }
  return quantiles;
}

/// Angles without jumps, each run beginning near the first.
std::vector<gap::Trace> Unwrapped(std::vector<gap::Trace> traces, double first) {
  for (gap::Trace& trace : traces) {
    double before = first;
    for (double& angle : trace.values.front()) angle = before = gap::NearestTurn(angle, before);
  }
  return traces;
}

void AddPaths(const std::vector<gap::Trace>& traces, const std::string& name, Tone tone,
              bool dashed, LinePlot* plot) {
  std::string shown = name;
  for (const gap::Trace& trace : traces) {
    plot->lines.push_back(Curve(shown, tone, trace.values[0], trace.values[1], dashed));
    shown.clear();
  }
}

}  // namespace

std::string ConfidenceFigure(const gap::QuantityVerdict& verdict) {
  LinePlot plot;
  plot.title = verdict.quantity.name + ": confidence";
  plot.x.label = "s";
  plot.y.label = "share of runs";
  plot.y.range = std::pair(0.0, 1.0);
  std::vector<double> t, c, lower;
  for (const gap::ConfidencePoint& point : verdict.confidence.points) {
    t.push_back(point.t);
    c.push_back(point.c);
    lower.push_back(point.lower);
  }
  if (t.empty()) return "";
  plot.lines.push_back(Curve("c", Tone::kReal, t, std::move(c)));
  plot.lines.push_back(Curve("90 % lower bound", Tone::kFirst, t, std::move(lower)));
  plot.lines.push_back(Level("limit", verdict.confidence.limit, t));
  if (const auto& crossing = verdict.confidence.crossing) {
    plot.lines.push_back({"trusted until",
                          Tone::kSecond,
                          {*crossing, *crossing},
                          {0.0, 1.0},
                          true,
                          Line::Symbols::kNone});
  }
  return ToSvg(plot);
}

std::string ErrorFigure(const gap::QuantityVerdict& verdict) {
  const Shown shown = ShownOf(verdict.quantity);
  const gap::ErrorBand& error = verdict.error;
  LinePlot plot;
  plot.title = verdict.quantity.name + ": error";
  plot.x.label = "s";
  plot.y.label = Named(verdict.quantity, shown.unit);
  plot.bands.push_back({"90 % of the runs", Tone::kFirst, verdict.times,
                        Times(error.low, shown.factor), Times(error.high, shown.factor), false});
  plot.bands.push_back({"95 % interval of the median", Tone::kFirst, verdict.times,
                        Times(error.median_low, shown.factor),
                        Times(error.median_high, shown.factor), true});
  plot.lines.push_back(
      Curve("median", Tone::kFirst, verdict.times, Times(error.median, shown.factor)));
  plot.lines.push_back(
      Level("tolerance", shown.factor * verdict.quantity.tolerance, verdict.times));
  return ToSvg(plot);
}

std::string SpreadFigure(const gap::QuantityVerdict& verdict) {
  const gap::Distributions& sets = verdict.distributions;
  if (!AnyKnown(sets.coverage90)) return "";
  LinePlot plot;
  plot.title = verdict.quantity.name + ": spread and coverage";
  plot.x.label = "s";
  plot.y.label = "ratio or share";
  double most = 1.5;
  for (const double ratio : sets.spread_ratio) {
    if (std::isfinite(ratio)) most = std::max(most, std::min(ratio, 3.0));
  }
  plot.y.range = std::pair(0.0, most);
  plot.lines.push_back(
      Curve("spread, simulated over real", Tone::kSecond, verdict.times, sets.spread_ratio));
  plot.lines.push_back(Curve("inside the 90 % band", Tone::kFirst, verdict.times, sets.coverage90));
  plot.lines.push_back(Curve("inside the 50 % band", Tone::kThird, verdict.times, sets.coverage50));
  plot.lines.push_back(Level("0.9", 0.9, verdict.times));
  plot.lines.push_back(Level("", 0.5, verdict.times));
  return ToSvg(plot);
}

std::string DistanceFigure(const gap::QuantityVerdict& verdict) {
  const gap::Distributions& sets = verdict.distributions;
  if (!AnyKnown(sets.energy)) return "";
  const Shown shown = ShownOf(verdict.quantity);
  LinePlot plot;
  plot.title = verdict.quantity.name + ": distance of distributions";
  plot.x.label = "s";
  plot.y.label = Named(verdict.quantity, shown.unit);
  plot.lines.push_back(
      Curve("energy", Tone::kFirst, verdict.times, Times(sets.energy, shown.factor)));
  plot.lines.push_back(
      Curve("Wasserstein", Tone::kSecond, verdict.times, Times(sets.wasserstein, shown.factor)));
  return ToSvg(plot);
}

std::string DistinctFigure(const gap::Indistinguishability& all) {
  if (all.points.empty()) return "";
  LinePlot plot;
  plot.title = "Indistinguishability";
  plot.x.label = "seen for (s)";
  plot.y.label = "d";
  plot.y.range = std::pair(0.0, 1.0);
  std::vector<double> t, d, low, high;
  for (const gap::IndistinguishabilityPoint& point : all.points) {
    t.push_back(point.t);
    d.push_back(point.d);
    low.push_back(point.low);
    high.push_back(point.high);
  }
  plot.bands.push_back({"90 % interval", Tone::kFirst, t, std::move(low), std::move(high), false});
  plot.lines.push_back({"d", Tone::kFirst, t, std::move(d), false, Line::Symbols::kSome});
  return ToSvg(plot);
}

std::string PathFigure(const gap::Comparison& position) {
  LinePlot plot;
  plot.title = "Paths";
  plot.x.label = "x (m)";
  plot.y.label = "y (m)";
  plot.equal_scales = true;
  AddPaths(position.simulated.front(), "simulated", Tone::kFirst, false, &plot);
  AddPaths(position.real, "real", Tone::kReal, true, &plot);
  return ToSvg(plot);
}

std::string BandFigure(const gap::Comparison& comparison, int component) {
  const gap::Quantity& quantity = comparison.quantity;
  const Shown shown = ShownOf(quantity);
  const auto c = static_cast<std::size_t>(component);
  const std::string name = quantity.components > 1 ? std::string(1, "xyz"[c % 3]) : quantity.name;
  LinePlot plot;
  plot.title = name;
  plot.x.label = "s";
  plot.y.label = name + (shown.unit.empty() ? "" : " (" + shown.unit + ")");
  const std::size_t count = comparison.times.size();
  const auto add = [&](const std::vector<gap::Trace>& traces, const char* what, Tone tone,
                       bool dashed) {
    const std::vector<gap::Trace> drawn =
        quantity.is_angle ? Unwrapped(traces, comparison.real.front().values.front().front())
                          : traces;
    const auto at = [&](double p) { return QuantilesOf(drawn, c, count, p, shown.factor); };
    plot.bands.push_back({"", tone, comparison.times, at(0.05), at(0.95), false});
    plot.lines.push_back(Curve(what, tone, comparison.times, at(0.5), dashed));
  };
  add(comparison.simulated.front(), "simulated", Tone::kFirst, false);
  add(comparison.real, "real", Tone::kReal, true);
  return ToSvg(plot);
}

}  // namespace surefoot::experiment
