// The study `single_wheel`: a towed wheel against the integrals of its contact and recordings.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "surefoot/evaluation/report/text.h"
#include "surefoot/evaluation/run/results.h"
#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/evaluation/studies/all_studies.h"
#include "surefoot/evaluation/studies/rigs/wheel_rig.h"

namespace surefoot::experiment {
namespace {

/// Recorded slips and angles differ a little from those that were asked for.
constexpr double kSameSlip = 0.02;
constexpr double kSameAngle = 0.5;

struct Quantity {
  const char* name;
  double TowedWheel::*value;
  double scale;
};
constexpr Quantity kQuantities[] = {
    {"drawbar", &TowedWheel::pull, 1.0},
    {"lateral", &TowedWheel::side, 1.0},
    {"sinkage", &TowedWheel::sinkage, 1e3},
};

std::vector<double> AnglesOf(const std::vector<RigPoint>& points) {
  std::set<double> angles;
  for (const RigPoint& point : points) angles.insert(std::round(point.rig.slip_angle_deg));
  return {angles.begin(), angles.end()};
}

bool HasAngle(const TowedWheel& wheel, double angle) {
  return std::abs(wheel.slip_angle_deg - angle) < kSameAngle;
}

/// Sorted by slip, with the angle that was asked for.
void AddPoints(const char* name, std::vector<TowedWheel> wheels, const std::vector<double>& angles,
               StudyOutcome* outcome) {
  std::sort(wheels.begin(), wheels.end(),
            [](const TowedWheel& a, const TowedWheel& b) { return a.slip < b.slip; });
  RecordSet& set = outcome->Set(name);
  for (const TowedWheel& wheel : wheels) {
    for (const double angle : angles) {
      if (!HasAngle(wheel, angle)) continue;
      Record& record = set.Add().Set("angle", angle, "deg").Set("slip", wheel.slip);
      for (const Quantity& quantity : kQuantities) {
        record.Set(quantity.name, quantity.scale * wheel.*quantity.value);
      }
    }
  }
}

/// Largest differences of rig and integrals on one engine.
void AddIntegrals(const std::vector<RigPoint>& points, const std::string& engine,
                  StudyOutcome* outcome) {
  Record record;
  record.Set("engine", engine);
  int cases = 0;
  for (const RigPoint& point : points) cases += point.engine == engine && point.has_front ? 1 : 0;
  record.Set("cases", static_cast<double>(cases));
  for (const Quantity& quantity : kQuantities) {
    double largest = 0.0;
    for (const RigPoint& point : points) {
      if (point.engine != engine || !point.has_front) continue;
      const double error = point.rig.*quantity.value - point.integral.*quantity.value;
      largest = std::max(largest, quantity.scale * std::abs(error));
    }
    outcome->numbers.emplace_back(std::string("integrals.") + quantity.name + "." + engine,
                                  largest);
    record.Set(quantity.name, largest);
  }
  outcome->Set("integrals").records.push_back(std::move(record));
}

/// Medians of the absolute error, and the bias, over the recorded runs of an angle.
void AddRecorded(const std::vector<RigPoint>& points, const std::vector<TowedWheel>& recorded,
                 double angle, const std::string& engine, StudyOutcome* outcome) {
  Record record;
  record.Set("angle", angle, "deg").Set("engine", engine);
  std::size_t count = 0;
  for (const Quantity& quantity : kQuantities) {
    std::vector<double> errors, sizes;
    for (const RigPoint& point : points) {
      if (point.engine != engine || !HasAngle(point.rig, angle)) continue;
      for (const TowedWheel& run : recorded) {
        if (!HasAngle(run, angle) || std::abs(run.slip - point.rig.slip) > kSameSlip) continue;
        errors.push_back(quantity.scale * (point.rig.*quantity.value - run.*quantity.value));
        sizes.push_back(std::abs(errors.back()));
      }
    }
    count = errors.size();
    record.Set(quantity.name, gap::Median(sizes));
    record.Set(std::string(quantity.name) + "_bias", gap::Median(errors));
    outcome->numbers.emplace_back("recorded." + std::string(quantity.name) + "." +
                                      report::FixedNumber(angle, 0) + "." + engine,
                                  gap::Median(sizes));
  }
  record.Set("runs", static_cast<double>(count));
  outcome->Set("comparisons").records.push_back(std::move(record));
}

void Check(const world::ElementReader& settings) { ReadWheelRig(settings); }

Result<StudyOutcome> Make(const StudyContext& context) {
  Problems problems;
  const WheelRigSettings settings = ReadWheelRig(world::ElementReader(context.settings, &problems));
  Result<std::vector<RigPoint>> points = ReadRigPoints(context, settings);
  if (!points.ok()) return points.error();
  const std::vector<std::string>& engines = context.results.plan.engines;
  const std::vector<double> angles = AnglesOf(*points);
  StudyOutcome outcome;
  outcome.facts.Set("force_within", settings.force_within);
  outcome.facts.Set("sinkage_within", 1e3 * settings.sinkage_within, "mm");
  outcome.facts.Set("first_engine", engines.front());
  for (const double angle : angles) outcome.Set("angles").Add().Set("angle", angle, "deg");
  std::vector<TowedWheel> rig, integral;
  for (const RigPoint& point : *points) {
    if (point.engine != engines.front()) continue;
    rig.push_back(point.rig);
    if (point.has_front) integral.push_back(point.integral);
  }
  AddPoints("rig", std::move(rig), angles, &outcome);
  AddPoints("integral", std::move(integral), angles, &outcome);
  for (const std::string& engine : engines) AddIntegrals(*points, engine, &outcome);
  const std::string real = FindRealData(context.results.experiment);
  const std::string path = real + "/" + settings.recordings;
  const bool compared =
      !settings.recordings.empty() && !real.empty() && std::filesystem::exists(path);
  outcome.facts.Set("compared", compared ? 1.0 : 0.0);
  if (!compared) return outcome;
  const Result<std::vector<TowedWheel>> recorded = ReadTowedWheels(path);
  if (!recorded.ok()) return recorded.error();
  AddPoints("recorded", *recorded, angles, &outcome);
  for (const double angle : angles) {
    for (const std::string& engine : engines) {
      AddRecorded(*points, *recorded, angle, engine, &outcome);
    }
  }
  return outcome;
}

}  // namespace

StudyKind SingleWheel() {
  return {"a towed wheel against the integrals of its contact and recordings", Check, Make,
          "single_wheel"};
}

}  // namespace surefoot::experiment
