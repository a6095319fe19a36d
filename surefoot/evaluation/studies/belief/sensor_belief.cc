#include <algorithm>
#include <cmath>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/studies/all_studies.h"
#include "surefoot/evaluation/studies/belief/belief_run.h"
#include "surefoot/evaluation/studies/study_tools.h"
#include "surefoot/formats/fields.h"

// The study `sensor_belief`, after Van Scoy, Phan, Ha and Jamieson, experiment 1: what a robot
// believes of a distance after some readings of an ultrasonic and an infrared sensor.

namespace surefoot::studies {
namespace {

using experiment::Record;
using experiment::StudyOutcome;

constexpr double kCm = 100.0;

/// Adds the belief over distance after the last sample, of the trials and analytic, with a margin
/// of some cells around its support.
void AddBelief(const BeliefSettings& settings, const BeliefAt& at, Record* record) {
  const double reach =
      std::max({at.simulated.back().high - at.distance, at.distance - at.simulated.back().low,
                3.0 * settings.grid.width}) *
      2.0;
  std::vector<double> place, mean, analytic;
  std::vector<std::vector<double>> trials(at.last_beliefs.size());
  for (int i = 0; i < settings.grid.cells; ++i) {
    const double here = settings.grid.first + settings.grid.width * i;
    if (std::abs(here - at.distance) > reach) continue;
    const auto cell = static_cast<std::size_t>(i);
    place.push_back(kCm * here);
    mean.push_back(at.mean_belief.back()[cell]);
    analytic.push_back(at.analytic_belief[cell]);
    for (std::size_t t = 0; t < trials.size(); ++t) trials[t].push_back(at.last_beliefs[t][cell]);
  }
  record->Set("place", place, "cm").Set("belief", mean).Set("analytic_belief", analytic);
  SetQuantiles("belief", trials, "", record);
}

/// Adds the interval after each sample.
void AddIntervals(const BeliefAt& at, Record* record) {
  std::vector<double> samples, low, high, analytic_low, analytic_high;
  for (std::size_t k = 0; k < at.simulated.size(); ++k) {
    samples.push_back(static_cast<double>(k + 1));
    low.push_back(at.simulated[k].low);
    high.push_back(at.simulated[k].high);
    analytic_low.push_back(at.analytic[k].low);
    analytic_high.push_back(at.analytic[k].high);
  }
  record->Set("sample", samples)
      .Set("estimates", Scaled(at.estimate, kCm), "cm")
      .Set("lows", Scaled(low, kCm), "cm")
      .Set("highs", Scaled(high, kCm), "cm")
      .Set("analytic_lows", Scaled(analytic_low, kCm), "cm")
      .Set("analytic_highs", Scaled(analytic_high, kCm), "cm");
}

void AddPlace(const BeliefSettings& settings, const BeliefSensor& sensor, const BeliefAt& at,
              StudyOutcome* outcome) {
  const bool shown = std::any_of(settings.shown.begin(), settings.shown.end(),
                                 [&](double one) { return std::abs(one - at.distance) <= 1e-6; });
  Record& record = outcome->Set("places").Add();
  record.Set("sensor", sensor.name)
      .Set("distance", kCm * at.distance, "cm")
      .Set("shown", shown ? 1.0 : 0.0)
      .Set("estimate", kCm * at.estimate.back(), "cm")
      .Set("low", kCm * at.simulated.back().low, "cm")
      .Set("high", kCm * at.simulated.back().high, "cm")
      .Set("analytic_low", kCm * at.analytic.back().low, "cm")
      .Set("analytic_high", kCm * at.analytic.back().high, "cm")
      .Set("contained", at.Contains() ? "yes" : "no")
      .Set("coverage", 100.0 * at.coverage, "%")
      .SetAll("", {SUREFOOT_FIELDS(at, reading_mean, model_mean, reading_sd, model_sd)});
  AddBelief(settings, at, &record);
  AddIntervals(at, &record);
}

/// Adds the largest deviations of the simulated sensor from its own model, in standard errors.
void AddSensor(const BeliefSettings& settings, const BeliefSensor& sensor, StudyOutcome* outcome) {
  double not_contained = 0.0, coverage = 0.0, mean_errors = 0.0, spread_errors = 0.0;
  const double n = static_cast<double>(settings.trials * settings.samples);
  for (const BeliefAt& at : sensor.places) {
    AddPlace(settings, sensor, at, outcome);
    not_contained += at.Contains() ? 0.0 : 1.0;
    coverage += at.coverage / static_cast<double>(sensor.places.size());
    if (!(at.model_sd > 0.0)) continue;
    mean_errors = std::max(
        mean_errors, std::abs(at.reading_mean - at.model_mean) / (at.model_sd / std::sqrt(n)));
    spread_errors = std::max(
        spread_errors, std::abs(at.reading_sd / at.model_sd - 1.0) * std::sqrt(2.0 * (n - 1.0)));
  }
  outcome->Set("sensors")
      .Add()
      .Set("name", sensor.name)
      .Set("reading_name", sensor.model.reading_name)
      .Set("not_contained", not_contained)
      .Set("coverage", coverage)
      .Set("mean_errors", mean_errors)
      .Set("spread_errors", spread_errors);
  outcome->numbers.emplace_back("not_contained." + sensor.name, not_contained);
  outcome->numbers.emplace_back("coverage." + sensor.name, coverage);
  outcome->numbers.emplace_back("mean_errors." + sensor.name, mean_errors);
  outcome->numbers.emplace_back("spread_errors." + sensor.name, spread_errors);
}

StudyOutcome OutcomeOf(const BeliefSettings& settings, const std::vector<BeliefSensor>& sensors) {
  StudyOutcome outcome;
  outcome.facts.Set("samples", static_cast<double>(settings.samples))
      .Set("trials", static_cast<double>(settings.trials))
      .Set("readings", static_cast<double>(settings.trials * settings.samples))
      .Set("share", 100.0 * settings.probability, "%")
      .Set("min_coverage", settings.probability - 0.03);
  for (const BeliefSensor& sensor : sensors) AddSensor(settings, sensor, &outcome);
  return outcome;
}

Result<StudyOutcome> Make(const StudyContext& context, const BeliefSettings& settings) {
  const world::Element* list = context.settings.Child("sensors");
  std::vector<BeliefSensor> sensors;
  for (const std::string& name : settings.sensors) {
    const Source& source = list != nullptr ? list->source : context.settings.source;
    BeliefSensor sensor = SUREFOOT_TRY(FindBeliefSensor(context.parts, name, source));
    for (const double distance : settings.distances) {
      BeliefAt at;
      at.distance = distance;
      sensor.places.push_back(std::move(at));
    }
    sensors.push_back(std::move(sensor));
  }
  SUREFOOT_TRY(TakeReadings(context, settings, &sensors));
  const std::size_t each = settings.distances.size();
  SUREFOOT_TRY(DoAll(context, "beliefs", 0.5, 1.0, each * sensors.size(), [&](std::size_t i) {
    BeliefSensor& sensor = sensors[i / each];
    Believe(settings, sensor.model, &sensor.places[i % each]);
    return Status();
  }));
  return OutcomeOf(settings, sensors);
}

}  // namespace

experiment::StudyKind SensorBelief() {
  return experiment::StudyOf<ReadBeliefSettings, Make>(
      "belief about a distance after some readings of a range sensor", "sensor_belief");
}

}  // namespace surefoot::studies
