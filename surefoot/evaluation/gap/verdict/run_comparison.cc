#include "surefoot/evaluation/gap/verdict/run_comparison.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/gap/verdict/instant.h"
#include "surefoot/evaluation/gap/verdict/run_alignment.h"
#include "surefoot/evaluation/gap/verdict/verdict.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

Status Prepare(const RunComparisonOptions& options, const std::string& what,
               std::vector<TaskRun>* runs, double* start, std::vector<std::string>* notes) {
  *start = AlignStarts(options.alignment, what, runs, notes);
  if (options.alignment.from_first_pose) {
    for (TaskRun& run : *runs) {
      const PlanarPose X_RP = FirstPose(run);
      // The inverse: what was at the first pose comes to the origin.
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
  if (runs->empty()) return Error{"no " + what + " run is left to compare; see the notes"};
  return Status();
}

double MedianEnd(const std::vector<TaskRun>& runs) {
  std::vector<double> ends;
  for (const TaskRun& run : runs) ends.push_back(run.end());
  return Median(std::move(ends));
}

/// A tenth of what the real runs range over.
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
                         "=NUMBER); it is a tenth of what real runs range over");
      }
    }
    const auto given = find(options.reference_deviations);
    quantity.reference_deviation = given ? *given : find(sensor.deviation).value_or(0.0);
  }
}

const Comparison* Find(const std::vector<Comparison>& comparisons, const std::string& quantity) {
  for (const Comparison& comparison : comparisons) {
    if (comparison.quantity.name == quantity) return &comparison;
  }
  return nullptr;
}

/// Of all real or all simulated runs.
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
    // A heading that was recorded may end before the position.
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

/// Names of options must be those of quantities that all runs have.
Status CheckNames(const RunComparisonOptions& options, const std::vector<Comparison>& comparisons) {
  const std::string there =
      Joined(comparisons, [](const Comparison& comparison) { return comparison.quantity.name; });
  for (const auto& [option, names] : {std::pair("--tolerance", &options.tolerances),
                                      std::pair("--detect", &options.detections)}) {
    for (const auto& [name, number] : *names) {
      if (Find(comparisons, name) != nullptr) continue;
      return Error{std::string(option) + ": runs have no " + name + "; all of them have " + there};
    }
  }
  return Status();
}

double ResidualOf(const Comparison& position) {
  const Quantity& quantity = position.quantity;
  return Difference(quantity, MedianOf(quantity, ValuesAt(position.real, 0, 2)),
                    MedianOf(quantity, ValuesAt(position.simulated.front(), 0, 2)));
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
  if (Status s = Prepare(options, "real", &real, &real_start, &notes); !s.ok()) return s.error();
  if (Status s = Prepare(options, "simulated", &simulated, &simulated_start, &notes); !s.ok()) {
    return s.error();
  }
  // The same runs seen otherwise: what is to be said of them was said.
  std::vector<std::string> said_already;
  if (Status s = Prepare(options, "simulated", &seen, &seen_start, &said_already); !s.ok()) {
    return s.error();
  }
  result.horizon =
      options.horizon > 0.0 ? options.horizon : std::min(MedianEnd(real), MedianEnd(simulated));
  const std::vector<double> times = CommonTimes(real, result.horizon);
  if (times.size() < 3) {
    return Error{"runs last " + SecondsText(result.horizon) +
                 " after their start, less than three recorded positions; choose another start "
                 "(--start)"};
  }
  result.comparisons = OverClock(times, real, simulated);
  if (Status s = CheckNames(options, result.comparisons); !s.ok()) return s.error();
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

}  // namespace surefoot::gap
