#include "surefoot/evaluation/gap/verdict/run_alignment.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/evaluation/gap/verdict/instant.h"
#include "surefoot/evaluation/gap/verdict/verdict.h"
#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

double DistanceBetween(const std::vector<double>& a, const std::vector<double>& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1]);
}

/// Shifts times by `start`; of the rows before, the last one is kept for interpolation.
void CutBefore(double start, RunSignal* signal) {
  const auto after = std::upper_bound(signal->t.begin(), signal->t.end(), start);
  const auto first = std::max<std::ptrdiff_t>(0, after - signal->t.begin() - 1);
  signal->t.erase(signal->t.begin(), signal->t.begin() + first);
  for (double& t : signal->t) t -= start;
  for (std::vector<double>& component : signal->values) {
    component.erase(component.begin(), component.begin() + first);
  }
}

constexpr int kPlaces = 40;

/// Root mean square distances of runs from their median path, at 40 times.
std::vector<double> DistancesFromMiddle(const std::vector<TaskRun>& runs, double end) {
  std::vector<double> squares(runs.size(), 0.0), counts(runs.size(), 0.0);
  for (int i = 1; i <= kPlaces; ++i) {
    const double t = end * i / kPlaces;
    std::vector<double> x, y;
    for (const TaskRun& run : runs) {
      if (t > run.end()) continue;
      const std::vector<double> at = run.position().At(t);
      x.push_back(at[0]);
      y.push_back(at[1]);
    }
    const std::vector<double> middle = {Median(std::move(x)), Median(std::move(y))};
    for (std::size_t run = 0; run < runs.size(); ++run) {
      if (t > runs[run].end()) continue;
      const double distance = DistanceBetween(runs[run].position().At(t), middle);
      squares[run] += distance * distance;
      counts[run] += 1.0;
    }
  }
  for (std::size_t i = 0; i < squares.size(); ++i) {
    squares[i] = counts[i] > 0.0 ? std::sqrt(squares[i] / counts[i]) : 0.0;
  }
  return squares;
}

constexpr int kMaxSteps = 400;
constexpr double kStanding = 0.01;

/// A signal sampled at common times.
Trace TraceOf(const TaskRun& run, const RunSignal& signal, const std::vector<double>& times) {
  Trace trace{run.name, std::vector<std::vector<double>>(signal.values.size())};
  for (const double t : times) {
    // Tolerance for runs that end at the horizon but for rounding.
    if (t > signal.t.back() + 1e-6) break;
    const std::vector<double> values = signal.At(t);
    for (std::size_t c = 0; c < values.size(); ++c) trace.values[c].push_back(values[c]);
  }
  return trace;
}

/// Whether all runs have a quantity.
bool AllHave(const std::vector<TaskRun>& runs, const std::string& quantity) {
  return std::all_of(runs.begin(), runs.end(),
                     [&](const TaskRun& run) { return run.Find(quantity) != nullptr; });
}

std::vector<Trace> TracesOf(const std::vector<TaskRun>& runs, const std::string& quantity,
                            const std::vector<double>& times) {
  return Mapped<Trace>(
      runs, [&](const TaskRun& run) { return TraceOf(run, *run.Find(quantity), times); });
}

/// Heading derived from positions.
Trace HeadingBy(const Trace& position, const std::vector<double>& times) {
  std::vector<double> direction = DirectionOf(times, position, kStanding);
  for (double& angle : direction) angle = WrapAngle(angle);
  return {position.name, {std::move(direction)}};
}

/// Speed derived from positions, m/s.
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

/// Time at which the run has moved by a distance; nullopt when it never does.
std::optional<double> StartOfMotion(const TaskRun& run, double distance) {
  const RunSignal& position = run.position();
  if (distance <= 0.0) return position.t.front();
  const std::vector<double> first = position.At(position.t.front());
  double before = 0.0;
  for (std::size_t i = 1; i < position.t.size(); ++i) {
    const double gone = DistanceBetween(position.At(position.t[i]), first);
    if (gone >= distance) {
      const double part = (distance - before) / (gone - before);
      return position.t[i - 1] + part * (position.t[i] - position.t[i - 1]);
    }
    before = gone;
  }
  return std::nullopt;
}

double AlignStarts(const RunAlignment& alignment, const std::string& what,
                   std::vector<TaskRun>* runs, std::vector<std::string>* notes) {
  std::vector<TaskRun> moving;
  std::vector<double> starts;
  for (TaskRun& run : *runs) {
    const std::optional<double> start = StartOfMotion(run, alignment.motion);
    if (!start) {
      notes->push_back(what + " run " + run.name + " never goes " +
                       AmountText(alignment.motion, "m") + " from its start; left out");
      continue;
    }
    starts.push_back(*start);
    for (RunSignal& signal : run.signals) CutBefore(*start, &signal);
    moving.push_back(std::move(run));
  }
  *runs = std::move(moving);
  return Median(std::move(starts));
}

/// Transforms positions and headings of a run.
void MoveRun(const PlanarPose& X_WR, TaskRun* run) {
  const double cos = std::cos(X_WR.yaw), sin = std::sin(X_WR.yaw);
  for (RunSignal& signal : run->signals) {
    if (signal.quantity.name == "position") {
      for (std::size_t i = 0; i < signal.t.size(); ++i) {
        const double x = signal.values[0][i], y = signal.values[1][i];
        signal.values[0][i] = X_WR.x + cos * x - sin * y;
        signal.values[1][i] = X_WR.y + sin * x + cos * y;
      }
    } else if (signal.quantity.name == "heading") {
      for (double& heading : signal.values[0]) heading += X_WR.yaw;
    }
  }
}

/// Pose at time 0.
PlanarPose FirstPose(const TaskRun& run) {
  const std::vector<double> place = run.position().At(0.0);
  PlanarPose X_RP{place[0], place[1], 0.0};
  if (const RunSignal* heading = run.Find("heading")) {
    X_RP.yaw = heading->At(0.0)[0];
    return X_RP;
  }
  constexpr double kClear = 0.1;
  for (const double t : run.position().t) {
    const std::vector<double> at = run.position().At(t);
    if (t <= 0.0 || DistanceBetween(at, place) < kClear) continue;
    X_RP.yaw = std::atan2(at[1] - place[1], at[0] - place[0]);
    break;
  }
  return X_RP;
}

std::vector<std::size_t> FindOutliers(const std::vector<TaskRun>& runs, const std::string& what,
                                      std::vector<std::string>* notes) {
  constexpr std::size_t kFewest = 5;
  std::vector<std::size_t> outliers;
  if (runs.size() < kFewest) return outliers;
  const auto ends = Mapped<double>(runs, [&](const TaskRun& run) { return run.end(); });
  const double end = Median(ends);
  for (const TaskRun& run : runs) {
    if (run.end() < 0.8 * end) {
      notes->push_back(what + " run " + run.name + " ends after " + SecondsText(run.end()) +
                       ", others after " + SecondsText(end) + "; it is used until its end");
    }
  }
  const std::vector<double> distances = DistancesFromMiddle(runs, end);
  const double middle = Median(distances);
  std::vector<double> off;
  for (const double distance : distances) off.push_back(std::abs(distance - middle));
  const double max = std::max(2.0 * middle, middle + 5.0 * 1.4826 * Median(std::move(off)));
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!(distances[i] > max)) continue;
    outliers.push_back(i);
    notes->push_back(what + " run " + runs[i].name +
                     " is an outlier: " + AmountText(distances[i], "m") +
                     " from the median path, others " + AmountText(middle, "m"));
  }
  return outliers;
}

std::vector<double> CommonTimes(const std::vector<TaskRun>& recorded, double horizon) {
  std::vector<double> intervals;
  for (const TaskRun& run : recorded) {
    const std::vector<double>& t = run.position().t;
    for (std::size_t i = 1; i < t.size(); ++i) intervals.push_back(t[i] - t[i - 1]);
  }
  const double step = std::max(Median(std::move(intervals)), horizon / kMaxSteps);
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
