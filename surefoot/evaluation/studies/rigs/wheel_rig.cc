#include "surefoot/evaluation/studies/rigs/wheel_rig.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/recordings/csv_file.h"
#include "surefoot/evaluation/report/text.h"
#include "surefoot/evaluation/run/results.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/evaluation/studies/all_studies.h"

namespace surefoot::experiment {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

/// The first wheel of the world, and the first soil of any surface.
Result<ground::SoilContact> ContactIn(const Parts& parts, const std::string& file) {
  std::unique_ptr<Session> session = SUREFOOT_TRY(Session::Open(parts, file));
  const world::World& world = session->world();
  if (world.wheels().empty()) return Error{file + ": no wheel in this world"};
  const world::Wheel& wheel = world.wheels().front();
  ground::SoilWheel shape;
  shape.radius = wheel.radius;
  shape.width = wheel.width;
  shape.flattening_pressure = wheel.tyre.flattening_pressure;
  shape.grousers = wheel.tyre.grousers;
  shape.grouser_height = wheel.tyre.grouser_height;
  ground::SoilOptions options;
  options.gravity = world.spec().gravity_W.norm();
  for (const world::GroundMaterial& ground : world.spec().grounds) {
    if (ground.has_soil) {
      return ground::SoilContact::Make(ground.soil, shape, options.For(ground.soil));
    }
  }
  return Error{file + ": no soil in this world"};
}

/// Slip as the recordings define it: by the speed of the carriage and not by the wheel's own
/// longitudinal speed.
double SlipOf(double speed, double rim) {
  return rim > speed ? 1.0 - speed / rim : rim / speed - 1.0;
}

/// Motion of the wheel from its published numbers: motors are not infinitely stiff, so speeds
/// differ a little from the commanded ones.
struct Motion {
  double steer = 0.0;
  /// Speed of the rim, and of the hub along the wheel, m/s.
  double rim = 0.0;
  double along = 0.0;
};

/// Reads a trial; false when numbers are missing.
bool ReadPoint(const WheelRigSettings& settings, const TrialResult& result, Motion* motion,
               TowedWheel* rig) {
  const auto number = [&](const std::string& name, double* out) {
    const double* found = result.Metric(name);
    if (found != nullptr) *out = *found;
    return found != nullptr;
  };
  const std::string m = settings.metric + ".";
  double slipping = 0.0;
  if (!number("for.steer", &motion->steer) || !number(m + "slip_speed_x", &slipping)) return false;
  motion->along = settings.speed * std::cos(motion->steer);
  motion->rim = motion->along - slipping;
  rig->slip_angle_deg = motion->steer / kDegree;
  rig->slip = SlipOf(settings.speed, motion->rim);
  return number(m + "load", &rig->load) && number(m + "drawbar_over_load", &rig->pull) &&
         number(m + "lateral_over_load", &rig->side) && number(m + "sinkage", &rig->sinkage);
}

/// A locked wheel that is pulled along its axle has no leading side, which the integrals need.
bool HasFront(const Motion& motion, double speed) {
  return std::max(std::abs(motion.rim), std::abs(motion.along)) > 1e-2 * speed;
}

}  // namespace

WheelRigSettings ReadWheelRig(const world::ElementReader& reader) {
  WheelRigSettings settings;
  settings.metric = reader.Text("metric", settings.metric);
  settings.speed = reader.Number("speed", settings.speed, 1e-6, 100.0);
  settings.recordings = reader.Text("recordings");
  settings.force_tolerance = reader.Number(reader.WithOldName("force_tolerance", "force_within"),
                                           settings.force_tolerance, 0.0, 10.0);
  settings.sinkage_tolerance =
      reader.Number(reader.WithOldName("sinkage_tolerance", "sinkage_within"),
                    settings.sinkage_tolerance, 0.0, 10.0);
  RefuseUnknown(reader, {"kind"});
  return settings;
}

Result<std::vector<RigPoint>> ReadRigPoints(const StudyContext& context,
                                            const WheelRigSettings& settings) {
  std::vector<RigPoint> points;
  const Plan& plan = context.results.plan;
  std::string world;
  std::optional<ground::SoilContact> contact;
  for (std::size_t i = 0; i < plan.trials.size(); ++i) {
    const Trial& trial = plan.trials[i];
    if (!contact || trial.world != world) {
      contact = SUREFOOT_TRY(ContactIn(context.parts, trial.world));
      world = trial.world;
    }
    RigPoint point;
    point.engine = trial.engine;
    Motion motion;
    const TrialResult& result = context.results.results[i];
    if (!result.error.empty() || !ReadPoint(settings, result, &motion, &point.rig)) continue;
    point.has_front = HasFront(motion, settings.speed);
    // A locked wheel has the slip of a wheel that hardly turns.
    const double tread = std::max(motion.rim, 1e-3 * settings.speed);
    const ground::TreadSlip slip = {1.0 - motion.along / tread,
                                    -settings.speed * std::sin(motion.steer) / tread};
    const ground::SoilForces want =
        SUREFOOT_TRY(Within(trial.id, contact->AtLoad(point.rig.load, slip)));
    point.integral = point.rig;
    point.integral.pull = want.fx / point.rig.load;
    point.integral.side = want.fy / point.rig.load;
    point.integral.sinkage = want.sinkage;
    points.push_back(point);
  }
  if (points.empty()) {
    return Error{"no trial has the numbers of `" + settings.metric +
                 "` (slip_speed_x, load, drawbar_pull, lateral_force, sinkage) and the value "
                 "`steer` (for: {steer: "
                 "[rad, ...]})"};
  }
  return points;
}

Result<std::vector<TowedWheel>> ReadTowedWheels(const std::string& path) {
  const gap::CsvFile file = SUREFOOT_TRY(gap::CsvFile::Open(path));
  const gap::RecordedSeries table = SUREFOOT_TRY(
      file.Read({"beta_deg", "slip", "F_drawbar_N", "F_lateral_N", "load_N", "sinkage_mm"}));
  std::vector<TowedWheel> runs;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    TowedWheel run;
    run.slip_angle_deg = table["beta_deg"][i];
    run.slip = table["slip"][i];
    run.load = table["load_N"][i];
    if (!(run.load > 0.0)) continue;
    run.pull = table["F_drawbar_N"][i] / run.load;
    run.side = table["F_lateral_N"][i] / run.load;
    run.sinkage = 1e-3 * table["sinkage_mm"][i];
    runs.push_back(run);
  }
  return runs;
}

// The study `single_wheel`: a towed wheel compared with the integrals of its contact model and
// with recordings (robomechanics/3d-terramechanics).
namespace {

/// Tolerances for assigning recordings, whose slips and angles differ a little from the nominal
/// ones.
constexpr double kSameSlip = 0.02;
constexpr double kSameAngle = 0.5;

/// A compared quantity and its scale for reports.
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

/// The nominal slip angles of all points, deg.
std::vector<double> AnglesOf(const std::vector<RigPoint>& points) {
  std::set<double> angles;
  for (const RigPoint& point : points) angles.insert(std::round(point.rig.slip_angle_deg));
  return {angles.begin(), angles.end()};
}

/// True when a recording belongs to a nominal slip angle.
bool HasAngle(const TowedWheel& wheel, double angle) {
  return std::abs(wheel.slip_angle_deg - angle) < kSameAngle;
}

/// The recordings of a nominal angle, sorted by slip.
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

/// Largest differences between rig and integrals with one engine.
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

/// Median absolute error and bias over the recorded runs of an angle.
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

Result<StudyOutcome> Make(const StudyContext& context, const WheelRigSettings& settings) {
  std::vector<RigPoint> points = SUREFOOT_TRY(ReadRigPoints(context, settings));
  const std::vector<std::string>& engines = context.results.plan.engines;
  const std::vector<double> angles = AnglesOf(points);
  StudyOutcome outcome;
  outcome.facts.Set("force_tolerance", settings.force_tolerance);
  outcome.facts.Set("sinkage_tolerance", 1e3 * settings.sinkage_tolerance, "mm");
  outcome.facts.Set("first_engine", engines.front());
  for (const double angle : angles) outcome.Set("angles").Add().Set("angle", angle, "deg");
  std::vector<TowedWheel> rig, integral;
  for (const RigPoint& point : points) {
    if (point.engine != engines.front()) continue;
    rig.push_back(point.rig);
    if (point.has_front) integral.push_back(point.integral);
  }
  AddPoints("rig", std::move(rig), angles, &outcome);
  AddPoints("integral", std::move(integral), angles, &outcome);
  for (const std::string& engine : engines) AddIntegrals(points, engine, &outcome);
  const std::string real = FindRealData(context.results.experiment);
  const std::string path = real + "/" + settings.recordings;
  const bool compared =
      !settings.recordings.empty() && !real.empty() && std::filesystem::exists(path);
  outcome.facts.Set("compared", compared ? 1.0 : 0.0);
  if (!compared) return outcome;
  const std::vector<TowedWheel> recorded = SUREFOOT_TRY(ReadTowedWheels(path));
  AddPoints("recorded", recorded, angles, &outcome);
  for (const double angle : angles) {
    for (const std::string& engine : engines) {
      AddRecorded(points, recorded, angle, engine, &outcome);
    }
  }
  return outcome;
}

}  // namespace

StudyKind SingleWheel() {
  return StudyOf<ReadWheelRig, Make>(
      "a towed wheel against the integrals of its contact and recordings", "single_wheel");
}

}  // namespace surefoot::experiment
