#include "surefoot/evaluation/studies/avoidance/avoidance_judge.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/items.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/statistics/distances.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::studies {
namespace {

constexpr double kInterval = 0.1;

/// Final coordinates of all runs along an axis, m.
std::vector<double> EndsOf(const std::vector<AvoidanceTrace>& runs,
                           std::vector<double> AvoidanceTrace::*axis) {
  return Mapped<double>(runs, [&](const AvoidanceTrace& run) { return (run.*axis).back(); });
}

/// Sample variance (division by n - 1).
double Variance(const std::vector<double>& values) {
  const double mean = gap::Mean(values);
  double sum = 0.0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(values.size() - 1);
}

/// Spread of final positions: root of the summed variances of x and y, m.
double SpreadOfEnds(const std::vector<AvoidanceTrace>& runs) {
  return std::sqrt(Variance(EndsOf(runs, &AvoidanceTrace::x)) +
                   Variance(EndsOf(runs, &AvoidanceTrace::y)));
}

/// Positions of all runs at an instant; runs that ended before are left out.
std::vector<double> AllAt(const std::vector<AvoidanceTrace>& runs,
                          std::vector<double> AvoidanceTrace::*axis, double t) {
  std::vector<double> values;
  for (const AvoidanceTrace& run : runs) {
    const double value = At(run, run.*axis, t);
    if (std::isfinite(value)) values.push_back(value);
  }
  return values;
}

}  // namespace

std::vector<double> InstantsOf(const std::vector<AvoidanceTrace>& a,
                               const std::vector<AvoidanceTrace>& b) {
  double first = 0.0;
  std::vector<double> lasts;
  for (const auto* runs : {&a, &b}) {
    for (const AvoidanceTrace& run : *runs) {
      first = std::max(first, run.t.front());
      lasts.push_back(run.t.back());
    }
  }
  // A run that ended early does not end the comparison of all others: its last position is kept.
  const double last = gap::Quantile(lasts, 0.1);
  std::vector<double> instants;
  for (double t = kInterval * std::ceil(first / kInterval); t <= last + 1e-9; t += kInterval) {
    instants.push_back(t);
  }
  return instants;
}

AvoidanceJudgement Judge(const std::vector<AvoidanceTrace>& simulated,
                         const std::vector<AvoidanceTrace>& real) {
  AvoidanceJudgement judgement;
  judgement.simulated = static_cast<int>(simulated.size());
  judgement.real = static_cast<int>(real.size());
  const auto off = [&](std::vector<double> AvoidanceTrace::*axis) {
    return gap::Mean(EndsOf(simulated, axis)) - gap::Mean(EndsOf(real, axis));
  };
  judgement.end_error = std::hypot(off(&AvoidanceTrace::x), off(&AvoidanceTrace::y));
  judgement.end_spread_ratio = SpreadOfEnds(simulated) / SpreadOfEnds(real);
  double sum = 0.0;
  judgement.min_coverage = 1.0;
  const std::vector<double> instants = InstantsOf(simulated, real);
  for (const double t : instants) {
    double both = 0.0;
    for (const auto axis : {&AvoidanceTrace::x, &AvoidanceTrace::y}) {
      both += 0.5 * gap::Coverage(AllAt(simulated, axis, t), AllAt(real, axis, t), 0.9);
    }
    sum += both;
    judgement.min_coverage = std::min(judgement.min_coverage, both);
  }
  judgement.coverage = sum / static_cast<double>(instants.size());
  return judgement;
}

Result<CrossValidation> CrossValidate(const StudyContext& context,
                                      const AvoidanceSettings& settings,
                                      const AvoidanceArena& arena, const AvoidanceVariant& variant,
                                      const std::vector<AvoidanceTrace>& recordings) {
  CrossValidation result;
  const auto discard = static_cast<std::size_t>(settings.discard);
  for (std::size_t side = 0; side < 2; ++side) {
    std::vector<AvoidanceTrace> fitted_on, judged_on;
    for (std::size_t i = 0; i < recordings.size(); ++i) {
      if (i % 2 == side) {
        fitted_on.push_back(recordings[i]);
      } else {
        judged_on.push_back(Without(recordings[i], discard));
      }
    }
    AvoidanceVariant fitted = variant;
    const AvoidanceModel model =
        SUREFOOT_TRY(FitModel(context, settings, arena, variant, fitted_on));
    fitted.model = model;
    auto runs = SUREFOOT_TRY(
        SimulateRuns(context, settings, arena, fitted, settings.runs, context.seed + side));
    for (AvoidanceTrace& run : runs) run = Without(run, discard);
    result.models[side] = model;
    result.judgements[side] = Judge(runs, judged_on);
  }
  return result;
}

AvoidanceTrace IdealTrace(const AvoidanceSettings& settings, const AvoidanceVariant& variant,
                          const std::vector<double>& instants) {
  // Published corners, m; after them the robot drives in the direction of -x until the end.
  constexpr double kCornerX = 0.76;
  constexpr double kFirstY = 0.51;
  constexpr double kSecondY = 0.42;
  const AvoidanceModel& model = variant.model;
  const double v = model.speed.mean;
  const double turn = settings.turn_seconds + model.pause.mean;
  const double first = (kCornerX - model.start_x.mean) / v;
  const double second = (kFirstY - kSecondY) / v;
  const double end = first + second + 2.0 * turn + model.last_leg.mean;
  AvoidanceTrace trace;
  trace.name = "ideal";
  for (const double instant : instants) {
    const double t = std::clamp(instant - model.clock.mean, 0.0, end);
    trace.t.push_back(instant);
    const double down = std::clamp(t - first - turn, 0.0, second);
    const double back = std::max(0.0, t - first - second - 2.0 * turn);
    trace.x.push_back(model.start_x.mean + v * (std::min(t, first) - back));
    trace.y.push_back(kFirstY - v * down);
  }
  return trace;
}

std::vector<double> ErrorOverTime(const std::vector<AvoidanceTrace>& runs,
                                  const AvoidanceTrace& ideal) {
  std::vector<double> errors;
  for (std::size_t i = 0; i < ideal.size(); ++i) {
    double sum = 0.0;
    int count = 0;
    for (const AvoidanceTrace& run : runs) {
      const double x = At(run, run.x, ideal.t[i]);
      const double y = At(run, run.y, ideal.t[i]);
      if (!std::isfinite(x) || !std::isfinite(y)) continue;
      sum += std::pow(x - ideal.x[i], 2) + std::pow(y - ideal.y[i], 2);
      ++count;
    }
    errors.push_back(count > 0 ? std::sqrt(sum / count) : std::nan(""));
  }
  return errors;
}

}  // namespace surefoot::studies
