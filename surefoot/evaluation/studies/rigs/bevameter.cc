#include "surefoot/evaluation/studies/rigs/bevameter.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>

#include "surefoot/base/items.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/recordings/csv_file.h"
#include "surefoot/evaluation/run/pool.h"
#include "surefoot/evaluation/run/recorded_run.h"
#include "surefoot/evaluation/run/results.h"
#include "surefoot/evaluation/run/run_trial.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/evaluation/studies/all_studies.h"
#include "surefoot/ground/soil/gauss.h"

// The study `bevameter`: a virtual bevameter measures the simulated soil, and the parameters found
// are compared with those put in. It checks the chain from soil model to published forces, and
// shows how well a real bevameter of that size could do.

namespace surefoot::experiment {
namespace {

using Eigen::VectorXd;

constexpr double kPi = 3.14159265358979323846;
/// Sinkage below which no curve exists yet (m), and minimum distances of points (m, rad).
constexpr double kFirstSinkage = 1e-3;
constexpr double kApart = 2e-4;
constexpr double kAngleApart = 0.01;
/// Scale of residuals: one percent.
constexpr double kUnit = 0.01;

/// Path of a field of a plate in the message.
std::string Field(int index, const char* name) {
  return "wheels[" + std::to_string(index) + "]." + name;
}

gap::FitOptions Exactly() {
  gap::FitOptions options;
  options.block = 1;
  options.iterations = 200;
  options.difference = 1e-4;
  options.tolerance = 1e-9;
  return options;
}

/// All residuals, by a function for those of one point.
gap::FitModel ModelOf(std::function<VectorXd(const VectorXd&)> residuals) {
  return [residuals](const std::vector<VectorXd>& points) -> Result<std::vector<VectorXd>> {
    return Mapped<VectorXd>(points, [&](const VectorXd& point) { return residuals(point); });
  };
}

}  // namespace

Result<PressCurve> ReadPress(const std::string& recording, const std::string& topic, int index,
                             const world::Plate& plate) {
  const RecordedValues read =
      SUREFOOT_TRY(ReadValues(recording, topic, {Field(index, "sinkage"), Field(index, "load")}));
  PressCurve curve;
  curve.size = plate.size();
  double next = kFirstSinkage;
  for (std::size_t i = 0; i < read.time.size(); ++i) {
    const double sinkage = read.values[0][i];
    if (sinkage < next) continue;
    next = sinkage + kApart;
    curve.sinkage.push_back(sinkage);
    curve.pressure.push_back(read.values[1][i] / plate.area());
  }
  if (curve.sinkage.size() < 3)
    return Error{recording + ": plate " + std::to_string(index) + " was not pressed into the soil"};
  return curve;
}

Result<ShearCurve> ReadShear(const std::string& recording, const std::string& topic, int index,
                             const world::Plate& plate) {
  const RecordedValues read = SUREFOOT_TRY(ReadValues(
      recording, topic, {Field(index, "torque"), Field(index, "power"), Field(index, "load")}));
  ShearCurve curve;
  curve.radius = plate.radius;
  curve.inner_radius = plate.inner_radius;
  double angle = 0.0;
  double next = 0.0;
  double load = 0.0;
  for (std::size_t i = 0; i < read.time.size(); ++i) {
    const double torque = read.values[0][i];
    // Power divided by torque is the angular velocity; the curve starts when turning starts.
    const double rate = torque > 0.0 ? read.values[1][i] / torque : 0.0;
    angle += rate * (read.time[i] - (i > 0 ? read.time[i - 1] : 0.0));
    if (angle < next || !(torque > 0.0)) continue;
    next = angle + kAngleApart;
    curve.angle.push_back(angle);
    curve.torque.push_back(torque);
    load += read.values[2][i];
  }
  if (curve.angle.size() < 3)
    return Error{recording + ": plate " + std::to_string(index) + " was not turned"};
  curve.pressure = load / static_cast<double>(curve.angle.size()) / plate.area();
  return curve;
}

Result<PressCurve> ReadPlateLog(const std::string& path, double size) {
  const gap::CsvFile file = SUREFOOT_TRY(gap::CsvFile::Open(path));
  const gap::RecordedSeries table =
      SUREFOOT_TRY(file.Read(std::vector<std::string>{"sinkage_mm", "pressure_kPa"}));
  PressCurve curve;
  curve.size = size;
  double next = 3e-3;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const double sinkage = 1e-3 * table["sinkage_mm"][i];
    if (sinkage < next) continue;
    next = sinkage + 5e-4;
    curve.sinkage.push_back(sinkage);
    curve.pressure.push_back(1e3 * table["pressure_kPa"][i]);
  }
  return curve;
}

double PressureAt(const PressCurve& curve, double sinkage) {
  const auto after = std::lower_bound(curve.sinkage.begin(), curve.sinkage.end(), sinkage);
  if (after == curve.sinkage.begin() || after == curve.sinkage.end()) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const auto i = static_cast<std::size_t>(after - curve.sinkage.begin());
  const double share = (sinkage - curve.sinkage[i - 1]) / (curve.sinkage[i] - curve.sinkage[i - 1]);
  return curve.pressure[i - 1] + share * (curve.pressure[i] - curve.pressure[i - 1]);
}

Result<gap::Fit> FitPress(const std::vector<PressCurve>& curves) {
  const auto residuals = [&curves](const VectorXd& x) {
    std::vector<double> all;
    for (const PressCurve& curve : curves) {
      const double modulus = x(1) / curve.size + x(2);
      for (std::size_t i = 0; i < curve.sinkage.size(); ++i) {
        all.push_back((modulus * std::pow(curve.sinkage[i], x(0)) / curve.pressure[i] - 1.0) /
                      kUnit);
      }
    }
    return VectorXd(Eigen::Map<const VectorXd>(all.data(), static_cast<Eigen::Index>(all.size())));
  };
  const std::vector<gap::FitParameter> parameters = {{"exponent", 1.0, 0.1, 3.0, true, 1.0},
                                                     {"k_c", 0.0, -1e7, 1e7, false, 1e4},
                                                     {"k_phi", 1e6, 1e2, 1e10, true, 1.0}};
  return gap::FitRobustly(parameters, ModelOf(residuals), Exactly());
}

double RingTorque(const ShearCurve& ring, double limit, double modulus, double angle) {
  const ground::GaussRule& rule = ground::GaussLegendre(16);
  const double width = ring.radius - ring.inner_radius;
  double sum = 0.0;
  for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
    const double r = ring.inner_radius + width * rule.nodes[i];
    sum += rule.weights[i] * r * r * -std::expm1(-r * angle / modulus);
  }
  return 2.0 * kPi * width * limit * sum;
}

Result<gap::Fit> FitShear(const std::vector<ShearCurve>& curves) {
  const auto residuals = [&curves](const VectorXd& x) {
    std::vector<double> all;
    for (const ShearCurve& curve : curves) {
      const double limit = x(0) + curve.pressure * x(1);
      // Relative to the largest torque of the curve: relative to each point, the small torques of
      // the start would dominate.
      const double max = *std::max_element(curve.torque.begin(), curve.torque.end());
      for (std::size_t i = 0; i < curve.angle.size(); ++i) {
        all.push_back((RingTorque(curve, limit, x(2), curve.angle[i]) - curve.torque[i]) / max /
                      kUnit);
      }
    }
    return VectorXd(Eigen::Map<const VectorXd>(all.data(), static_cast<Eigen::Index>(all.size())));
  };
  const std::vector<gap::FitParameter> parameters = {{"cohesion", 0.0, -1e6, 1e6, false, 1e3},
                                                     {"tan_phi", 0.5, 1e-3, 5.0, true, 1.0},
                                                     {"K", 0.01, 1e-5, 1.0, true, 1.0}};
  return gap::FitRobustly(parameters, ModelOf(residuals), Exactly());
}

namespace {

namespace fs = std::filesystem;

struct Settings {
  std::string model = "bevameter";
  /// Maximum relative error of a fitted parameter.
  double tolerance = 0.01;
  /// Folder of plate logs below the folder of real data, and the ground that they were measured on.
  std::string recordings;
  std::string recorded_ground;
};

Settings ReadSettings(const world::ElementReader& reader) {
  Settings settings;
  settings.model = reader.Text("model", settings.model);
  settings.tolerance =
      reader.Number(reader.WithOldName("tolerance", "within"), settings.tolerance, 0.0, 1.0);
  settings.recordings = reader.Text("recordings");
  settings.recorded_ground = reader.Text("recorded_ground");
  RefuseUnknown(reader, {"kind"});
  return settings;
}

/// All curves in one soil with one engine.
struct Bench {
  std::string engine;
  world::GroundMaterial ground;
  std::vector<PressCurve> press;
  std::vector<ShearCurve> shear;
};

/// Adds the curves of a trial to the bench of its soil and engine.
Status AddTrial(const StudyContext& context, const Settings& settings, const Trial& trial,
                std::map<std::string, Bench>* benches) {
  std::unique_ptr<Session> session = SUREFOOT_TRY(Session::Open(context.parts, trial.world));
  const world::World& world = session->world();
  const auto& grounds = world.spec().grounds;
  const auto soft = std::find_if(grounds.begin(), grounds.end(),
                                 [](const world::GroundMaterial& g) { return g.has_soil; });
  if (soft == grounds.end()) return Error{trial.world + ": no soil in this world"};
  Bench& bench = (*benches)[soft->name + " on " + trial.engine];
  bench.engine = trial.engine;
  bench.ground = *soft;
  const bool first = bench.press.empty();
  const std::string recording =
      TrialFolder(context.results.folder).Of(trial.id) + "/" + kRecordingFile;
  const std::string topic = "/" + settings.model + "/ground/wheels";
  const int model = world.FindModel(settings.model);
  Problems problems;
  int index = 0;
  for (const world::Plate& plate : world::FindPlates(world, &problems)) {
    if (world.model_of_link(plate.link) != model) continue;
    if (plate.inner_radius > 0.0) {
      bench.shear.push_back(SUREFOOT_TRY(ReadShear(recording, topic, index, plate)));
    } else if (first) {
      // Discs are identical in every trial; only the ring's load differs.
      bench.press.push_back(SUREFOOT_TRY(ReadPress(recording, topic, index, plate)));
    }
    ++index;
  }
  return Status();
}

/// Adds a fitted parameter with its error relative to `scale`; scale 0: the absolute error.
void AddNumber(const std::string& where, const Bench& bench, const std::string& name, double put_in,
               double found, double scale, StudyOutcome* outcome) {
  const double error = scale != 0.0 ? (found - put_in) / scale : found - put_in;
  outcome->numbers.emplace_back(where + "." + name, found);
  outcome->Set("numbers")
      .Add()
      .Set("where", where)
      .Set("ground", bench.ground.name)
      .Set("engine", bench.engine)
      .Set("number", name)
      .Set("put_in", put_in)
      .Set("found", found)
      .Set("difference", error);
}

/// Value in the unit of the report.
void AddCurve(const std::string& where, const std::string& name, const PressCurve& curve,
              RecordSet* set) {
  std::vector<double> sinkage, pressure;
  for (std::size_t i = 0; i < curve.sinkage.size(); ++i) {
    sinkage.push_back(1e3 * curve.sinkage[i]);
    pressure.push_back(1e-3 * curve.pressure[i]);
  }
  set->Add()
      .Set("where", where)
      .Set("name", name)
      .Set("radius", 1e3 * curve.size, "mm")
      .Set("sinkage", std::move(sinkage), "mm")
      .Set("pressure", std::move(pressure), "kPa");
}

/// Adds the fitted parameters and the soil's true ones.
Status AddBench(const std::string& where, const Bench& bench, StudyOutcome* outcome) {
  const gap::Fit press = SUREFOOT_TRY(Within(where, FitPress(bench.press)));
  const gap::Fit shear = SUREFOOT_TRY(Within(where, FitShear(bench.shear)));
  outcome->Set("benches")
      .Add()
      .Set("where", where)
      .Set("ground", bench.ground.name)
      .Set("engine", bench.engine);
  const world::Soil& soil = bench.ground.soil;
  const auto add = [&](const char* name, double put_in, double found, double scale) {
    AddNumber(where, bench, name, put_in, found, scale, outcome);
  };
  add("exponent", soil.exponent, press.values(0), soil.exponent);
  // k_c and k_phi are judged by their combined effect, k_c / b + k_phi: with two plate sizes they
  // are hardly separable.
  const double modulus = soil.frictional_modulus;
  add("k_c", soil.cohesive_modulus, press.values(1), bench.press[0].size * modulus);
  add("k_phi", modulus, press.values(2), modulus);
  const double tangent = std::tan(soil.friction_angle);
  double pressure = 0.0;
  for (const ShearCurve& curve : bench.shear) pressure += curve.pressure;
  pressure /= static_cast<double>(bench.shear.size());
  add("cohesion", soil.cohesion, shear.values(0), soil.cohesion + pressure * tangent);
  add("tan(phi)", tangent, shear.values(1), tangent);
  add("K", soil.shear_modulus_x, shear.values(2), soil.shear_modulus_x);
  for (const PressCurve& curve : bench.press) AddCurve(where, "", curve, &outcome->Set("press"));
  for (const ShearCurve& curve : bench.shear) {
    outcome->Set("shear")
        .Add()
        .Set("where", where)
        .Set("pressure", 1e-3 * curve.pressure, "kPa")
        .Set("angle", curve.angle, "rad")
        .Set("torque", curve.torque, "N m");
  }
  return Status();
}

/// Compares pressures with logs of real plates in the same sand.
Status AddRecordings(const Bench& bench, const std::string& folder, StudyOutcome* outcome) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  RecordSet& logs = outcome->Set("logs");
  for (const fs::path& path : paths) {
    const std::string name = path.stem().string();
    const double size = name.find("100mm") != std::string::npos ? 0.05 : 0.03;
    const PressCurve log = SUREFOOT_TRY(ReadPlateLog(path.string(), size));
    const auto ours = std::find_if(bench.press.begin(), bench.press.end(),
                                   [&](const auto& c) { return std::abs(c.size - size) < 1e-3; });
    if (ours == bench.press.end()) continue;
    std::vector<double> errors, sizes;
    for (std::size_t i = 0; i < log.sinkage.size(); ++i) {
      const double pressure = PressureAt(*ours, log.sinkage[i]);
      if (!std::isfinite(pressure) || !(log.pressure[i] > 100.0)) continue;
      errors.push_back(pressure / log.pressure[i] - 1.0);
      sizes.push_back(std::abs(errors.back()));
    }
    AddCurve("", name, log, &logs);
    logs.records.back()
        .Set("points", static_cast<double>(errors.size()))
        .Set("median_size", gap::Median(sizes))
        .Set("median", gap::Median(errors));
    if (!errors.empty()) outcome->numbers.emplace_back("recorded." + name, gap::Median(sizes));
  }
  return Status();
}

Result<StudyOutcome> Make(const StudyContext& context, const Settings& settings) {
  std::map<std::string, Bench> benches;
  const Plan& plan = context.results.plan;
  for (std::size_t i = 0; i < plan.trials.size(); ++i) {
    if (!context.results.results[i].error.empty()) continue;
    SUREFOOT_TRY(Within(plan.trials[i].id, AddTrial(context, settings, plan.trials[i], &benches)));
  }
  StudyOutcome outcome;
  outcome.facts.Set("within", settings.tolerance).Set("minus_within", -settings.tolerance);
  for (const auto& [where, bench] : benches) SUREFOOT_TRY(AddBench(where, bench, &outcome));
  const std::string folder = FindRealData(context.results.experiment) + "/" + settings.recordings;
  const bool there = !settings.recordings.empty() && fs::is_directory(folder);
  const auto recorded = std::find_if(benches.begin(), benches.end(), [&](const auto& entry) {
    return entry.second.ground.name == settings.recorded_ground;
  });
  const bool compared = there && recorded != benches.end();
  outcome.facts.Set("compared", compared ? 1.0 : 0.0);
  if (compared) {
    outcome.facts.Set("recorded_where", recorded->first);
    SUREFOOT_TRY(AddRecordings(recorded->second, folder, &outcome));
  }
  return outcome;
}

}  // namespace

StudyKind Bevameter() {
  return StudyOf<ReadSettings, Make>("soil parameters fitted to plate tests, against recordings",
                                     "bevameter");
}

}  // namespace surefoot::experiment
