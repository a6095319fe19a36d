#include "surefoot/evaluation/gap/verdict/run_clock.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/evaluation/gap/motion.h"
#include "surefoot/evaluation/gap/verdict/instant.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

constexpr int kMostSteps = 400;
constexpr double kStanding = 0.01;

Trace TraceOf(const TaskRun& run, const RunSignal& signal, const std::vector<double>& times) {
  Trace trace{run.name, std::vector<std::vector<double>>(signal.values.size())};
  for (const double t : times) {
    // A run that ends a hair before the horizon lasts to it.
    if (t > signal.t.back() + 1e-6) break;
    const std::vector<double> values = signal.At(t);
    for (std::size_t c = 0; c < values.size(); ++c) trace.values[c].push_back(values[c]);
  }
  return trace;
}

bool AllHave(const std::vector<TaskRun>& runs, const std::string& quantity) {
  return std::all_of(runs.begin(), runs.end(),
                     [&](const TaskRun& run) { return run.Find(quantity) != nullptr; });
}

std::vector<Trace> TracesOf(const std::vector<TaskRun>& runs, const std::string& quantity,
                            const std::vector<double>& times) {
  std::vector<Trace> traces;
  for (const TaskRun& run : runs) traces.push_back(TraceOf(run, *run.Find(quantity), times));
  return traces;
}

Trace HeadingBy(const Trace& position, const std::vector<double>& times) {
  std::vector<double> direction = DirectionOf(times, position, kStanding);
  for (double& angle : direction) angle = WrapAngle(angle);
  return {position.name, {std::move(direction)}};
}

Trace SpeedBy(const Trace& position, const std::vector<double>& times) {
  Trace speed{position.name, {{}}};
  for (std::size_t k = 0; k < position.size(); ++k) {
    speed.values[0].push_back(VelocityAt(times, position, k).speed);
  }
  return speed;
}

template <typename Derive>
Comparison Derived(Quantity quantity, const Comparison& position, Derive derive) {
  Comparison result{std::move(quantity), position.times, {}, {{}}};
  for (const Trace& trace : position.real) result.real.push_back(derive(trace, position.times));
  for (const Trace& trace : position.simulated.front()) {
    result.simulated.front().push_back(derive(trace, position.times));
  }
  return result;
}

}  // namespace

std::vector<double> CommonTimes(const std::vector<TaskRun>& recorded, double horizon) {
  std::vector<double> intervals;
  for (const TaskRun& run : recorded) {
    const std::vector<double>& t = run.position().t;
    for (std::size_t i = 1; i < t.size(); ++i) intervals.push_back(t[i] - t[i - 1]);
  }
  const double step = std::max(Median(std::move(intervals)), horizon / kMostSteps);
  const int steps = static_cast<int>(std::floor(horizon / step + 1e-9));
  std::vector<double> times;
  for (int k = 0; k <= steps; ++k) times.push_back(step * k);
  return times;
}

std::vector<Comparison> OverClock(const std::vector<double>& times,
                                  const std::vector<TaskRun>& real,
                                  const std::vector<TaskRun>& simulated) {
  std::vector<Comparison> comparisons;
  for (const RunSignal& signal : real.front().signals) {
    const std::string& name = signal.quantity.name;
    if (!AllHave(real, name) || !AllHave(simulated, name)) continue;
    comparisons.push_back(
        {signal.quantity, times, TracesOf(real, name, times), {TracesOf(simulated, name, times)}});
  }
  const Comparison position = comparisons.front();
  const auto has = [&](const char* name) {
    return std::any_of(comparisons.begin(), comparisons.end(),
                       [&](const Comparison& c) { return c.quantity.name == name; });
  };
  const auto after_position = [&] { return comparisons.begin() + 1; };
  if (!has("speed")) {
    comparisons.insert(after_position(), Derived(SpeedQuantity(), position, SpeedBy));
  }
  if (!has("heading")) {
    comparisons.insert(after_position(), Derived(HeadingQuantity(), position, HeadingBy));
  }
  return comparisons;
}

}  // namespace surefoot::gap
