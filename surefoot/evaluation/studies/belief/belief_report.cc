#include "surefoot/evaluation/studies/belief/belief_report.h"

#include <algorithm>
#include <cmath>

#include "surefoot/evaluation/report/text.h"
#include "surefoot/evaluation/studies/study_tools.h"

namespace surefoot::studies {
namespace {

using experiment::StudyCheck;
using experiment::StudyOutcome;
using experiment::StudySection;
using report::Cell;
using report::Line;
using report::LinePlot;
using report::Tone;

constexpr double kCm = 100.0;

/// The belief over distance after the last sample: of the trials, and analytic.
LinePlot BeliefPlot(const BeliefSettings& settings, const BeliefAt& at) {
  LinePlot plot;
  plot.title = "Wall at " + PlainNumber(kCm * at.distance) + " cm";
  plot.x.label = "distance (cm)";
  plot.y.label = "belief";
  // Some cells beyond where there is any belief.
  const double reach =
      std::max({at.simulated.back().high - at.distance, at.distance - at.simulated.back().low,
                3.0 * settings.grid.width}) *
      2.0;
  std::vector<std::size_t> cells;
  std::vector<double> x;
  for (int i = 0; i < settings.grid.cells; ++i) {
    const double here = settings.grid.first + settings.grid.width * i;
    if (std::abs(here - at.distance) > reach) continue;
    cells.push_back(static_cast<std::size_t>(i));
    x.push_back(kCm * here);
  }
  std::vector<std::vector<double>> trials;
  for (const std::vector<double>& belief : at.last_beliefs) {
    trials.emplace_back();
    for (const std::size_t i : cells) trials.back().push_back(belief[i]);
  }
  const Spread spread = SpreadOf(trials);
  plot.bands.push_back({"", Tone::kFirst, x, spread.low90, spread.high90, false});
  Line mean{
      "simulated; band: 90 % of the trials", Tone::kFirst, x, {}, false, Line::Symbols::kNone};
  Line analytic{"analytic", Tone::kReal, x, {}, true, Line::Symbols::kNone};
  for (const std::size_t i : cells) {
    mean.y.push_back(at.mean_belief.back()[i]);
    analytic.y.push_back(at.analytic_belief[i]);
  }
  plot.lines = {mean, analytic};
  return plot;
}

/// The interval after each sample.
LinePlot IntervalPlot(const BeliefSettings& settings, const BeliefAt& at) {
  LinePlot plot;
  plot.title = "Intervals, wall at " + PlainNumber(kCm * at.distance) + " cm";
  plot.x.label = "samples";
  plot.y.label = "distance (cm)";
  Line estimate{
      "simulated; band: " + report::FixedNumber(100.0 * settings.share, 0) + " % interval",
      Tone::kFirst,
      {},
      {},
      false,
      Line::Symbols::kSome};
  report::Band band{"", Tone::kFirst, {}, {}, {}, false};
  Line low{"analytic interval", Tone::kReal, {}, {}, true, Line::Symbols::kNone};
  Line high{"", Tone::kReal, {}, {}, true, Line::Symbols::kNone};
  for (std::size_t k = 0; k < at.simulated.size(); ++k) {
    const double n = static_cast<double>(k + 1);
    for (std::vector<double>* x : {&estimate.x, &band.x, &low.x, &high.x}) x->push_back(n);
    estimate.y.push_back(kCm * at.estimate[k]);
    band.low.push_back(kCm * at.simulated[k].low);
    band.high.push_back(kCm * at.simulated[k].high);
    low.y.push_back(kCm * at.analytic[k].low);
    high.y.push_back(kCm * at.analytic[k].high);
  }
  plot.bands = {band};
  plot.lines = {estimate, low, high};
  return plot;
}

std::string Between(const gap::Interval& interval) {
  return RangeText(kCm * interval.low, kCm * interval.high, 2);
}

report::Table PlaceTable(const BeliefSettings& settings, const BeliefSensor& sensor) {
  report::Table table;
  table.id = "belief_" + sensor.name;
  table.caption = "Belief after " + std::to_string(settings.samples) + " samples, " +
                  std::to_string(settings.trials) + " trials; intervals of " +
                  report::FixedNumber(100.0 * settings.share, 0) + " % in cm";
  table.header = {"Distance (cm)",     "Most probable (cm)", "Simulated interval",
                  "Analytic interval", "Contained",          "Trials that hold the truth",
                  "Mean reading",      "of the model",       "Spread of the readings",
                  "of the model"};
  for (const BeliefAt& at : sensor.places) {
    table.rows.push_back({Cell::Number(kCm * at.distance, 1),
                          Cell::Number(kCm * at.estimate.back(), 2), Between(at.simulated.back()),
                          Between(at.analytic.back()), at.Contains() ? "yes" : "no",
                          report::FixedNumber(100.0 * at.coverage, 1) + " %",
                          Cell::Number(at.reading_mean, 2), Cell::Number(at.model_mean, 2),
                          Cell::Number(at.reading_sd, 3), Cell::Number(at.model_sd, 3)});
  }
  table.notes = {
      "Simulated: the central interval of the belief averaged over the trials, from edge to edge "
      "of its cells. Analytic: that of the belief after readings that scatter just as the model "
      "says, without cells and without chance.",
      "Readings (" + sensor.model.reading_name + ") are those of the sensor in a running world, " +
          std::to_string(settings.trials * settings.samples) + " at each distance."};
  return table;
}

/// Greatest departure of the sensor in the world from its own model, in standard errors.
struct Agreement {
  double mean = 0.0;
  double spread = 0.0;
};

Agreement AgreementOf(const BeliefSettings& settings, const BeliefSensor& sensor) {
  Agreement worst;
  const double n = static_cast<double>(settings.trials * settings.samples);
  for (const BeliefAt& at : sensor.places) {
    if (!(at.model_sd > 0.0)) continue;
    worst.mean = std::max(worst.mean,
                          std::abs(at.reading_mean - at.model_mean) / (at.model_sd / std::sqrt(n)));
    worst.spread = std::max(
        worst.spread, std::abs(at.reading_sd / at.model_sd - 1.0) * std::sqrt(2.0 * (n - 1.0)));
  }
  return worst;
}

void AddSensor(const BeliefSettings& settings, const BeliefSensor& sensor,
               const std::string& printed, StudyOutcome* outcome) {
  StudySection section;
  section.title = "Sensor " + sensor.name;
  std::vector<LinePlot> beliefs, intervals;
  double not_contained = 0.0, coverage = 0.0;
  for (const BeliefAt& at : sensor.places) {
    const double share = 1.0 / static_cast<double>(sensor.places.size());
    not_contained += at.Contains() ? 0.0 : 1.0;
    coverage += at.coverage * share;
    for (const double shown : settings.shown) {
      if (std::abs(shown - at.distance) > 1e-6) continue;
      beliefs.push_back(BeliefPlot(settings, at));
      intervals.push_back(IntervalPlot(settings, at));
    }
  }
  if (!beliefs.empty()) {
    section.figures.emplace_back(printed + "the belief after " + std::to_string(settings.samples) +
                                     " samples, simulated and analytic.",
                                 FigureOf(beliefs));
    section.figures.emplace_back(
        "How the interval narrows with the samples; the line is the most probable distance, "
        "averaged "
        "over the trials.",
        FigureOf(intervals));
  }
  section.tables.push_back(PlaceTable(settings, sensor));
  outcome->sections.push_back(std::move(section));
  const Agreement agreement = AgreementOf(settings, sensor);
  outcome->checks.push_back(
      {"distances whose simulated interval does not hold the analytic one, " + sensor.name,
       not_contained, 0.0, 0.0, "the experiment's bar"});
  outcome->checks.push_back({"trials whose own interval holds the truth, " + sensor.name, coverage,
                             settings.share - 0.03, 1.0,
                             "a filter that knows how sure it is; cells make it surer"});
  outcome->checks.push_back(
      {"mean reading of the sensor in the world against its model, largest "
       "difference in standard errors, " +
           sensor.name,
       agreement.mean, 0.0, 4.5, "chance"});
  outcome->checks.push_back(
      {"spread likewise, " + sensor.name, agreement.spread, 0.0, 4.5, "chance"});
  outcome->numbers.emplace_back("not_contained." + sensor.name, not_contained);
  outcome->numbers.emplace_back("coverage." + sensor.name, coverage);
  outcome->numbers.emplace_back("mean_errors." + sensor.name, agreement.mean);
  outcome->numbers.emplace_back("spread_errors." + sensor.name, agreement.spread);
}

}  // namespace

StudyOutcome BeliefOutcome(const BeliefSettings& settings,
                           const std::vector<BeliefSensor>& sensors) {
  StudyOutcome outcome;
  for (const BeliefSensor& sensor : sensors) {
    const std::string printed = sensor.name == "centurion_hc-sr04" ? "Figure 5 of the article: "
                                : sensor.name == "centurion_gp2y0a41sk0f"
                                    ? "Figure 6 of the article: "
                                    : "";
    AddSensor(settings, sensor, printed, &outcome);
  }
  return outcome;
}

}  // namespace surefoot::studies
