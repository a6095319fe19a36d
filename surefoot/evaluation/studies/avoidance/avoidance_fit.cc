#include "surefoot/evaluation/studies/avoidance/avoidance_fit.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/statistics/intervals.h"

// The fit corrects means and standard deviations separately. Variances of features are sums over
// several causes, so a spread is corrected by the difference of variances and only by a part of it
// in each iteration.

namespace surefoot::studies {
namespace {

constexpr double kDegrees = 180.0 / M_PI;
constexpr double kCm = 100.0;
/// Number of samples before the robot moves.
constexpr std::size_t kIdle = 4;
/// Relaxation factor of corrections of spreads, which are inaccurate for few runs.
constexpr double kCaution = 0.7;

/// Sample mean and standard deviation (division by n - 1).
Spreading SpreadingOf(const std::vector<double>& values) {
  Spreading result;
  result.mean = gap::Mean(values);
  double squares = 0.0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  if (values.size() > 1) {
    result.deviation = std::sqrt(squares / static_cast<double>(values.size() - 1));
  }
  return result;
}

/// Corrects a mean by the error of its feature; `gain` is d number / d feature.
void CorrectMean(const Spreading& real, const Spreading& simulated, double gain,
                 Spreading* number) {
  number->mean += gain * (real.mean - simulated.mean);
}

/// The same for the spread; `gain` is d variance of the number / d variance of the feature.
void CorrectSpread(const Spreading& real, const Spreading& simulated, double gain,
                   Spreading* number) {
  const double more = real.deviation * real.deviation - simulated.deviation * simulated.deviation;
  const double variance = number->deviation * number->deviation + kCaution * gain * more;
  number->deviation = std::sqrt(std::max(0.0, variance));
}

/// Standard deviation of a new run, estimated from n runs: their mean is uncertain, too (factor
/// sqrt(1 + 1/n)), and the sample standard deviation is biased low by about 1 / 4n.
void ExpectOfOthers(FeatureSummary* summary) {
  const double n = summary->turned;
  const double factor = std::sqrt(1.0 + 1.0 / n) * (1.0 + 0.25 / (n - 1.0));
  for (Spreading* one : {&summary->drift, &summary->turn, &summary->heading, &summary->corner_x,
                         &summary->last_leg, &summary->clock}) {
    one->deviation *= factor;
  }
}

/// One iteration. The recording's clock is irregular from sample to sample, so the spread of speeds
/// is derived from final positions and not from measured speeds.
void CorrectModel(const FeatureSummary& real, const FeatureSummary& simulated,
                  AvoidanceModel* model) {
  const double v = model->speed.mean;
  CorrectMean(real.speed, simulated.speed, 1.0, &model->speed);
  CorrectMean(real.drift, simulated.drift, 1.0, &model->drift);
  CorrectMean(real.turn, simulated.turn, 1.0, &model->turn);
  CorrectMean(real.heading, simulated.heading, 1.0, &model->heading);
  CorrectMean(real.corner_x, simulated.corner_x, 1.0 / v, &model->reaction);
  CorrectMean(real.last_leg, simulated.last_leg, 1.0 / v, &model->last_leg);
  CorrectMean(real.clock, simulated.clock, 1.0, &model->clock);
  // A run has two turns.
  CorrectMean(real.round, simulated.round, 0.5, &model->pause);
  CorrectMean(real.corner_y, simulated.corner_y, 1.0, &model->obstacle);
  CorrectSpread(real.last_leg, simulated.last_leg, std::pow(model->last_leg.mean, -2),
                &model->speed);
  // The feature is the mean of two commands.
  CorrectSpread(real.drift, simulated.drift, 2.0, &model->drift);
  CorrectSpread(real.turn, simulated.turn, 2.0, &model->turn);
  CorrectSpread(real.heading, simulated.heading, 1.0, &model->heading);
  CorrectSpread(real.clock, simulated.clock, 1.0, &model->clock);
  model->reaction.mean = std::max(0.0, model->reaction.mean);
}

/// Finds the phase for which the places of the first turn spread as in reality: whether a reading
/// comes just before or just after the threshold is crossed decides how many runs turn one period
/// later.
Status ChoosePhase(double period, const Spreading& real,
                   const std::function<Result<FeatureSummary>()>& measure, Spreading* phase) {
  constexpr int kPhases = 5;
  double best_off = std::numeric_limits<double>::infinity();
  double best = phase->mean;
  for (int i = 0; i < kPhases; ++i) {
    phase->mean = period * i / kPhases;
    const FeatureSummary simulated = SUREFOOT_TRY(measure());
    const double off = std::abs(simulated.corner_x.deviation - real.deviation);
    if (off >= best_off) continue;
    best_off = off;
    best = phase->mean;
  }
  phase->mean = best;
  return Status();
}

}  // namespace

const std::vector<ModelNumber>& ModelNumbers() {
  static const std::vector<ModelNumber> numbers = {
      {"speed", &AvoidanceModel::speed, 1.0, "m/s"},
      {"drift", &AvoidanceModel::drift, kDegrees, "deg/s"},
      {"turn", &AvoidanceModel::turn, kDegrees, "deg"},
      {"heading", &AvoidanceModel::heading, kDegrees, "deg"},
      {"reaction", &AvoidanceModel::reaction, 1.0, "s"},
      {"last_leg", &AvoidanceModel::last_leg, 1.0, "s"},
      {"phase", &AvoidanceModel::phase, 1.0, "s"},
      {"pause", &AvoidanceModel::pause, 1.0, "s"},
      {"obstacle", &AvoidanceModel::obstacle, 1.0, "m"},
      {"clock", &AvoidanceModel::clock, 1.0, "s"},
      {"start_x", &AvoidanceModel::start_x, 1.0, "m"},
      {"start_y", &AvoidanceModel::start_y, 1.0, "m"},
  };
  return numbers;
}

const std::vector<SummarizedFeature>& SummarizedFeatures() {
  using Run = AvoidanceFeatures;
  using All = FeatureSummary;
  static const std::vector<SummarizedFeature> features = {
      {"speed", &Run::speed, &All::speed, kCm, "cm/s"},
      {"drift", &Run::drift, &All::drift, kDegrees, "deg/s"},
      {"turn", &Run::turn, &All::turn, kDegrees, "deg"},
      {"heading", &Run::heading, &All::heading, kDegrees, "deg"},
      {"corner_x", &Run::corner_x, &All::corner_x, kCm, "cm"},
      {"corner_y", &Run::corner_y, &All::corner_y, kCm, "cm"},
      {"last_leg", &Run::last_leg, &All::last_leg, kCm, "cm"},
      {"end_x", &Run::end_x, &All::end_x, kCm, "cm"},
      {"end_y", &Run::end_y, &All::end_y, kCm, "cm"},
      {"clock", &Run::clock, &All::clock, 1.0, "s"},
      {"round", &Run::round, &All::round, 1.0, "s"},
      {"lever", &Run::lever, &All::lever, kCm, "cm"}};
  return features;
}

FeatureSummary Summarize(const std::vector<AvoidanceTrace>& traces) {
  FeatureSummary summary;
  summary.runs = static_cast<int>(traces.size());
  std::vector<AvoidanceFeatures> all;
  for (const AvoidanceTrace& trace : traces) {
    if (const auto features = FeaturesOf(trace)) all.push_back(*features);
  }
  summary.turned = static_cast<int>(all.size());
  const auto collect = [&all](double AvoidanceFeatures::*member) {
    std::vector<double> values;
    for (const AvoidanceFeatures& one : all) {
      if (std::isfinite(one.*member)) values.push_back(one.*member);
    }
    return SpreadingOf(values);
  };
  for (const SummarizedFeature& feature : SummarizedFeatures()) {
    summary.*feature.summary = collect(feature.of_run);
  }
  return summary;
}

Result<std::vector<AvoidanceTrace>> SimulateRuns(const StudyContext& context,
                                                 const AvoidanceSettings& settings,
                                                 const AvoidanceArena& arena,
                                                 const AvoidanceVariant& variant, int runs,
                                                 std::uint64_t seed) {
  (void)settings;
  const AvoidanceArena own = SUREFOOT_TRY(arena.With(variant));
  std::vector<AvoidanceTrace> traces(static_cast<std::size_t>(runs));
  StudyContext quiet = context;
  quiet.progress = nullptr;
  SUREFOOT_TRY(DoAll(quiet, "", 0.0, 1.0, traces.size(), [&](std::size_t i) {
    Result<AvoidanceTrace> trace = own.Run(variant, seed, static_cast<int>(i));
    if (!trace.ok()) return Status(trace.error());
    traces[i] = std::move(trace).value();
    return Status();
  }));
  return traces;
}

Result<AvoidanceModel> FitModel(const StudyContext& context, const AvoidanceSettings& settings,
                                const AvoidanceArena& arena, const AvoidanceVariant& variant,
                                const std::vector<AvoidanceTrace>& recordings) {
  const auto discard = static_cast<std::size_t>(settings.discard);
  std::vector<AvoidanceTrace> moving;
  std::vector<double> x, y;
  for (const AvoidanceTrace& recording : recordings) {
    moving.push_back(Without(recording, discard));
    for (std::size_t i = 0; i < std::min({kIdle, discard, recording.size()}); ++i) {
      x.push_back(recording.x[i]);
      y.push_back(recording.y[i]);
    }
  }
  FeatureSummary real = Summarize(moving);
  if (real.turned < 3) {
    return Error{"of " + std::to_string(recordings.size()) + " recordings of '" + variant.name +
                 "' only " + std::to_string(real.turned) + " are U-turns; a fit requires three"};
  }
  ExpectOfOthers(&real);
  AvoidanceVariant fitted = variant;
  AvoidanceModel& model = fitted.model;
  if (!x.empty()) {
    model.start_x = SpreadingOf(x);
    model.start_y = SpreadingOf(y);
  }
  const auto measure = [&](int round) -> Result<FeatureSummary> {
    const auto seed = context.seed + 1000003u * static_cast<unsigned>(round + 1);
    auto runs =
        SUREFOOT_TRY(SimulateRuns(context, settings, arena, fitted, settings.fit_runs, seed));
    for (AvoidanceTrace& run : runs) run = Without(run, discard);
    const FeatureSummary simulated = Summarize(runs);
    if (simulated.turned >= 3) return simulated;
    return Error{"simulated runs of '" + variant.name +
                 "' are not U-turns: the initial model is too inaccurate"};
  };
  for (int round = 0; round < settings.fit_rounds; ++round) {
    // The mean place of the first turn determines the reaction time, not the phase.
    if (round == 1) {
      SUREFOOT_TRY(ChoosePhase(
          settings.period, real.corner_x, [&] { return measure(0); }, &model.phase));
    }
    const FeatureSummary simulated = SUREFOOT_TRY(measure(round));
    CorrectModel(real, simulated, &model);
  }
  return model;
}

}  // namespace surefoot::studies
