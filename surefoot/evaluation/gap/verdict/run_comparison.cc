#include "surefoot/evaluation/gap/verdict/run_comparison.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/base/random.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/gap/verdict/instant.h"
#include "surefoot/evaluation/gap/verdict/run_alignment.h"
#include "surefoot/evaluation/gap/verdict/verdict.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

/// Aligns starts and removes outliers if requested.
Status Prepare(const RunComparisonOptions& options, const std::string& what,
               std::vector<TaskRun>* runs, double* start, std::vector<std::string>* notes) {
  *start = AlignStarts(options.alignment, what, runs, notes);
  if (options.alignment.from_first_pose) {
    for (TaskRun& run : *runs) {
      const PlanarPose X_RP = FirstPose(run);
      // Inverse transform: maps the first pose to the origin.
      const double cos = std::cos(X_RP.yaw), sin = std::sin(X_RP.yaw);
      MoveRun({-cos * X_RP.x - sin * X_RP.y, sin * X_RP.x - cos * X_RP.y, -X_RP.yaw}, &run);
    }
  } else if (options.alignment.X_WR && what == "real") {
    for (TaskRun& run : *runs) MoveRun(*options.alignment.X_WR, &run);
  }
  const std::vector<std::size_t> outliers = FindOutliers(*runs, what, notes);
  if (options.drop_outliers && !outliers.empty()) {
    for (std::size_t i = outliers.size(); i-- > 0;) {
      runs->erase(runs->begin() + static_cast<std::ptrdiff_t>(outliers[i]));
    }
    notes->push_back(std::to_string(outliers.size()) + " " + what + " outliers were left out");
  }
  if (runs->empty()) return Error{"no " + what + " run remains for the comparison; see the notes"};
  return Status();
}

/// Median duration, s.
double MedianEnd(const std::vector<TaskRun>& runs) {
  std::vector<double> ends;
  for (const TaskRun& run : runs) ends.push_back(run.end());
  return Median(std::move(ends));
}

/// Default tolerance of signals: a tenth of the 90 % range of the real values.
double UsualTolerance(const Comparison& comparison) {
  std::vector<double> values;
  for (const Trace& trace : comparison.real) {
    for (const std::vector<double>& component : trace.values) {
      values.insert(values.end(), component.begin(), component.end());
    }
  }
  const double range = Quantile(values, 0.95) - Quantile(values, 0.05);
  return range > 0.0 ? 0.1 * range : 1.0;
}

/// Sets tolerances: given ones, or defaults of the quantities.
void SetTolerances(const RunComparisonOptions& options, const SensorModel& sensor,
                   std::vector<Comparison>* comparisons, std::vector<std::string>* notes) {
  for (Comparison& comparison : *comparisons) {
    Quantity& quantity = comparison.quantity;
    const auto find = [&](const std::map<std::string, double>& all) {
      const auto found = all.find(quantity.name);
      return found == all.end() ? std::optional<double>() : found->second;
    };
    if (const auto given = find(options.tolerances)) {
      quantity.tolerance = *given;
    } else if (quantity.tolerance <= 0.0) {
      quantity.tolerance = UsualTolerance(comparison);
      if (notes != nullptr) {
        notes->push_back(quantity.name + ": no tolerance was given (--tolerance " + quantity.name +
                         "=NUMBER); a tenth of the range of real runs is used");
      }
    }
    const auto given = find(options.reference_deviations);
    quantity.reference_deviation = given ? *given : find(sensor.deviation).value_or(0.0);
  }
}

/// The comparison of a quantity; nullptr when it is missing.
const Comparison* Find(const std::vector<Comparison>& comparisons, const std::string& quantity) {
  return FindIf(comparisons,
                [&](const Comparison& comparison) { return comparison.quantity.name == quantity; });
}

/// State changes of all real or all simulated runs.
std::vector<std::vector<StateChange>> ChangesOfAll(const std::vector<Comparison>& comparisons,
                                                   bool real, const RunComparisonOptions& options) {
  const auto trace = [real](const Comparison& c, std::size_t i) -> const Trace& {
    return real ? c.real[i] : c.simulated.front()[i];
  };
  const Comparison& position = comparisons.front();
  const Comparison& heading = *Find(comparisons, "heading");
  std::vector<std::vector<StateChange>> all;
  const std::size_t count = real ? position.real.size() : position.simulated.front().size();
  for (std::size_t i = 0; i < count; ++i) {
    const Trace& place = trace(position, i);
    std::vector<double> angles = trace(heading, i).values.front();
    // A recorded heading may end before the position; the direction of motion is used then.
    if (angles.size() < place.size()) angles.clear();
    all.push_back(ChangesOf(position.times, place, angles, options.state_changes));
    for (const auto& [signal, threshold] : options.detections) {
      const Comparison& range = *Find(comparisons, signal);
      const auto found = DetectionsOf(range.times, trace(range, i).values.front(), threshold);
      all.back().insert(all.back().end(), found.begin(), found.end());
    }
    std::stable_sort(all.back().begin(), all.back().end(),
                     [](const StateChange& a, const StateChange& b) { return a.t < b.t; });
  }
  return all;
}

/// Checks that options name quantities that all runs have.
Status CheckNames(const RunComparisonOptions& options, const std::vector<Comparison>& comparisons) {
  std::vector<std::string> names;
  for (const Comparison& comparison : comparisons) names.push_back(comparison.quantity.name);
  SUREFOOT_TRY(CheckQuantities("--tolerance", options.tolerances, names));
  SUREFOOT_TRY(CheckQuantities("--detect", options.detections, names));
  // An estimated model also has the quantities that only the real runs have.
  if (!options.sensor) return Status();
  return CheckQuantities("--sensor", options.sensor->deviation, names);
}

double ResidualOf(const Comparison& position) {
  const Quantity& quantity = position.quantity;
  return Difference(quantity, MedianOf(quantity, ValuesAt(position.real, 0, 2)),
                    MedianOf(quantity, ValuesAt(position.simulated.front(), 0, 2)));
}

/// Difference of two values; of angles within half a turn.
double DifferenceOf(const Quantity& quantity, double a, double b) {
  return quantity.is_angle ? WrapAngle(a - b) : a - b;
}

/// Distances of rows from the line between their neighbours, scaled to the deviation of one row.
void AddResiduals(const RunSignal& signal, std::vector<double>* residuals) {
  for (const std::vector<double>& values : signal.values) {
    for (std::size_t i = 1; i + 1 < values.size(); ++i) {
      const double part = (signal.t[i] - signal.t[i - 1]) / (signal.t[i + 1] - signal.t[i - 1]);
      const double line =
          values[i - 1] + part * DifferenceOf(signal.quantity, values[i + 1], values[i - 1]);
      // Three rows with independent noise contribute to the distance.
      const double scale = std::sqrt(1.0 + part * part + (1.0 - part) * (1.0 - part));
      residuals->push_back(std::abs(DifferenceOf(signal.quantity, values[i], line)) / scale);
    }
  }
}

double DeviationOf(const std::vector<TaskRun>& runs, const std::string& quantity) {
  constexpr double kMedianToDeviation = 1.4826;
  std::vector<double> residuals;
  for (const TaskRun& run : runs) {
    if (const RunSignal* signal = run.Find(quantity)) AddResiduals(*signal, &residuals);
  }
  return residuals.empty() ? 0.0 : kMedianToDeviation * Median(std::move(residuals));
}

/// Quantization step of all values; 0 when there is none.
double QuantumOf(const std::vector<TaskRun>& runs, const std::string& quantity) {
  std::vector<double> values;
  for (const TaskRun& run : runs) {
    const RunSignal* signal = run.Find(quantity);
    if (signal == nullptr) continue;
    for (const auto& component : signal->values) {
      values.insert(values.end(), component.begin(), component.end());
    }
  }
  std::sort(values.begin(), values.end());
  if (values.empty()) return 0.0;
  const double range = values.back() - values.front();
  double min = range;
  for (std::size_t i = 1; i < values.size(); ++i) {
    const double gap = values[i] - values[i - 1];
    if (gap > 1e-9 * range) min = std::min(min, gap);
  }
  if (!(min > 0.0)) return 0.0;
  const bool all = std::all_of(values.begin(), values.end(), [&](double value) {
    return std::abs(std::remainder(value - values.front(), min)) < 0.02 * min;
  });
  return all ? min : 0.0;
}

/// The value of a name; 0 when it is missing.
double Get(const std::map<std::string, double>& all, const std::string& name) {
  const auto found = all.find(name);
  return found == all.end() ? 0.0 : found->second;
}

/// Mean sampling interval, s.
double IntervalOf(const RunSignal& signal) {
  return (signal.t.back() - signal.t.front()) / static_cast<double>(signal.t.size() - 1);
}

/// Resamples at the intervals of the recording, repeated cyclically, with delayed values.
RunSignal Sampled(const RunSignal& simulated, const RunSignal& recorded, double latency,
                  RandomStream* random) {
  // Interpolating a signal of a similar rate would only smooth it.
  const bool is_finer = IntervalOf(simulated) < 0.5 * IntervalOf(recorded);
  RunSignal sampled{simulated.quantity, {}, {}};
  if (!is_finer) {
    sampled = simulated;
    for (double& t : sampled.t) t += latency;
    return sampled;
  }
  sampled.values.resize(simulated.values.size());
  double t = simulated.t.front() + random->Uniform() * (recorded.t[1] - recorded.t[0]);
  for (std::size_t i = 1; t <= simulated.t.back(); i = i + 1 < recorded.t.size() ? i + 1 : 1) {
    const std::vector<double> values = simulated.At(t - latency);
    sampled.t.push_back(t);
    for (std::size_t c = 0; c < values.size(); ++c) sampled.values[c].push_back(values[c]);
    t += recorded.t[i] - recorded.t[i - 1];
  }
  return sampled;
}

/// A simulated run at the recorded times with latency.
TaskRun Sampled(const TaskRun& simulated, const TaskRun& recorded, double latency,
                RandomStream* random) {
  TaskRun sampled{simulated.name, {}};
  for (const RunSignal& signal : simulated.signals) {
    const RunSignal* as = recorded.Find(signal.quantity.name);
    if (as == nullptr) as = &recorded.position();
    RunSignal result =
        as->t.size() > 1 && signal.t.size() > 1 ? Sampled(signal, *as, latency, random) : signal;
    // Too short to resample: unchanged.
    sampled.signals.push_back(result.t.size() > 1 ? std::move(result) : signal);
  }
  return sampled;
}

/// Adds the noise that the simulated run lacks: the difference of variances.
void AddNoise(const SensorModel& sensor, const SensorModel& own, RandomStream* random,
              TaskRun* run) {
  for (RunSignal& signal : run->signals) {
    const std::string& name = signal.quantity.name;
    const double has = Get(own.deviation, name), needed = Get(sensor.deviation, name);
    const double missing = std::sqrt(std::max(0.0, needed * needed - has * has));
    const double quantum = Get(sensor.quantum, name);
    for (std::vector<double>& component : signal.values) {
      for (double& value : component) {
        value += missing * random->Normal();
        if (quantum > 0.0) value = quantum * std::round(value / quantum);
      }
    }
  }
}

}  // namespace

Result<RunComparison> CompareRuns(std::vector<TaskRun> real, std::vector<TaskRun> simulated,
                                  const RunComparisonOptions& options) {
  RunComparison result;
  std::vector<std::string>& notes = result.verdict.notes;
  result.sensor = options.sensor ? *options.sensor : EstimateSensor(real);
  std::vector<TaskRun> seen =
      options.without_sensor ? simulated : SeenAll(simulated, real, result.sensor);
  double real_start = 0.0, simulated_start = 0.0, seen_start = 0.0;
  SUREFOOT_TRY(Prepare(options, "real", &real, &real_start, &notes));
  SUREFOOT_TRY(Prepare(options, "simulated", &simulated, &simulated_start, &notes));
  // The same runs with the measurement model: their notes are already there.
  std::vector<std::string> said_already;
  SUREFOOT_TRY(Prepare(options, "simulated", &seen, &seen_start, &said_already));
  result.horizon =
      options.horizon > 0.0 ? options.horizon : std::min(MedianEnd(real), MedianEnd(simulated));
  const std::vector<double> times = CommonTimes(real, result.horizon);
  if (times.size() < 3) {
    return Error{"runs last " + SecondsText(result.horizon) +
                 " after their start, which contain fewer than three recorded positions; choose "
                 "another start (--start)"};
  }
  result.comparisons = OverClock(times, real, simulated);
  SUREFOOT_TRY(CheckNames(options, result.comparisons));
  std::vector<Comparison> as_seen = OverClock(times, real, seen);
  SetTolerances(options, result.sensor, &result.comparisons, &notes);
  SetTolerances(options, result.sensor, &as_seen, nullptr);
  GapVerdict judged = Judge(result.comparisons);
  judged.notes = notes;
  judged.indistinguishability = MeasureIndistinguishability(as_seen);
  judged.state_changes = CompareStateChanges(ChangesOfAll(as_seen, true, options),
                                             ChangesOfAll(as_seen, false, options));
  judged.summary = SummaryOf(judged);
  result.verdict = std::move(judged);
  result.residual = ResidualOf(result.comparisons.front());
  result.time_offset = real_start - simulated_start;
  result.real_runs = static_cast<int>(real.size());
  result.simulated_runs = static_cast<int>(simulated.size());
  return result;
}

SensorModel EstimateSensor(const std::vector<TaskRun>& runs) {
  SensorModel sensor;
  if (runs.empty()) return sensor;
  for (const RunSignal& signal : runs.front().signals) {
    const std::string& name = signal.quantity.name;
    sensor.deviation[name] = DeviationOf(runs, name);
    const double quantum = QuantumOf(runs, name);
    sensor.quantum[name] = quantum > 0.1 * sensor.deviation[name] ? quantum : 0.0;
  }
  return sensor;
}

std::vector<TaskRun> SeenAll(const std::vector<TaskRun>& simulated,
                             const std::vector<TaskRun>& recorded, const SensorModel& sensor) {
  std::vector<TaskRun> seen;
  for (std::size_t i = 0; i < simulated.size(); ++i) {
    RandomStream random(1, "sensor of the recording", 2 * i);
    seen.push_back(Sampled(simulated[i], recorded[i % recorded.size()], sensor.latency, &random));
  }
  const SensorModel own = EstimateSensor(seen);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    RandomStream random(1, "sensor of the recording", 2 * i + 1);
    AddNoise(sensor, own, &random, &seen[i]);
  }
  return seen;
}

}  // namespace surefoot::gap
