#include "surefoot/evaluation/gap/verdict/sensor_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/gap/verdict/instant.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

double DifferenceOf(const Quantity& quantity, double a, double b) {
  return quantity.is_angle ? WrapAngle(a - b) : a - b;
}

/// Distances of rows from the line between the rows around, as deviations of one row.
void AddResiduals(const RunSignal& signal, std::vector<double>* residuals) {
  for (const std::vector<double>& values : signal.values) {
    for (std::size_t i = 1; i + 1 < values.size(); ++i) {
      const double part = (signal.t[i] - signal.t[i - 1]) / (signal.t[i + 1] - signal.t[i - 1]);
      const double line =
          values[i - 1] + part * DifferenceOf(signal.quantity, values[i + 1], values[i - 1]);
      // Of three rows with one deviation each.
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

/// The common step of all values; 0 when there is none.
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
  double least = range;
  for (std::size_t i = 1; i < values.size(); ++i) {
    const double gap = values[i] - values[i - 1];
    if (gap > 1e-9 * range) least = std::min(least, gap);
  }
  if (!(least > 0.0)) return 0.0;
  const bool all = std::all_of(values.begin(), values.end(), [&](double value) {
    return std::abs(std::remainder(value - values.front(), least)) < 0.02 * least;
  });
  return all ? least : 0.0;
}

double Get(const std::map<std::string, double>& all, const std::string& name) {
  const auto found = all.find(name);
  return found == all.end() ? 0.0 : found->second;
}

double IntervalOf(const RunSignal& signal) {
  return (signal.t.back() - signal.t.front()) / static_cast<double>(signal.t.size() - 1);
}

/// At the recording's own intervals, over and over; values are older by the latency.
RunSignal Sampled(const RunSignal& simulated, const RunSignal& recorded, double latency,
                  RandomStream* random) {
  // Between rows that are as far apart lines would only smooth what is rough.
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

TaskRun Sampled(const TaskRun& simulated, const TaskRun& recorded, double latency,
                RandomStream* random) {
  TaskRun sampled{simulated.name, {}};
  for (const RunSignal& signal : simulated.signals) {
    const RunSignal* as = recorded.Find(signal.quantity.name);
    if (as == nullptr) as = &recorded.position();
    RunSignal result =
        as->t.size() > 1 && signal.t.size() > 1 ? Sampled(signal, *as, latency, random) : signal;
    // Too short to be seen: as it is.
    sampled.signals.push_back(result.t.size() > 1 ? std::move(result) : signal);
  }
  return sampled;
}

void AddNoise(const SensorModel& sensor, const SensorModel& own, RandomStream* random,
              TaskRun* run) {
  for (RunSignal& signal : run->signals) {
    const std::string& name = signal.quantity.name;
    const double has = Get(own.deviation, name), wants = Get(sensor.deviation, name);
    const double missing = std::sqrt(std::max(0.0, wants * wants - has * has));
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
