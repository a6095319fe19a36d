#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "surefoot/evaluation/run/pool.h"
#include "surefoot/evaluation/run/results.h"
#include "surefoot/evaluation/run/run_trial.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/evaluation/studies/all_studies.h"
#include "surefoot/evaluation/studies/rigs/bevameter.h"

namespace surefoot::experiment {
namespace {

namespace fs = std::filesystem;

struct Settings {
  std::string model = "bevameter";
  /// The most that a number may differ from the soil's, as a share of it.
  double within = 0.01;
  /// Folder of plate logs below that of real data, and the ground that they are of.
  std::string recordings;
  std::string recorded_ground;
};

Settings ReadSettings(const world::ElementReader& reader) {
  RefuseUnknown(reader, {"kind", "model", "within", "recordings", "recorded_ground"});
  Settings settings;
  settings.model = reader.Text("model", settings.model);
  settings.within = reader.Number("within", settings.within, 0.0, 1.0);
  settings.recordings = reader.Text("recordings");
  settings.recorded_ground = reader.Text("recorded_ground");
  return settings;
}

/// All curves in one soil on one engine.
struct Bench {
  std::string engine;
  world::GroundMaterial ground;
  std::vector<PressCurve> press;
  std::vector<ShearCurve> shear;
};

/// Adds what a trial recorded to the bench of its soil and engine.
Status AddTrial(const StudyContext& context, const Settings& settings, const Trial& trial,
                std::map<std::string, Bench>* benches) {
  Result<std::unique_ptr<Session>> session = Session::Open(context.parts, trial.world);
  if (!session.ok()) return session.error();
  const world::World& world = session.value()->world();
  const auto& grounds = world.spec().grounds;
  const auto soft = std::find_if(grounds.begin(), grounds.end(),
                                 [](const world::GroundMaterial& g) { return g.has_soil; });
  if (soft == grounds.end()) return Error{trial.world + ": there is no soil in this world"};
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
      Result<ShearCurve> curve = ReadShear(recording, topic, index, plate);
      if (!curve.ok()) return curve.error();
      bench.shear.push_back(std::move(curve).value());
    } else if (first) {
      // Discs do the same in every trial.
      Result<PressCurve> curve = ReadPress(recording, topic, index, plate);
      if (!curve.ok()) return curve.error();
      bench.press.push_back(std::move(curve).value());
    }
    ++index;
  }
  return Status();
}

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

/// In the units of the report.
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

/// What the fits find, beside what was put in.
Status AddBench(const std::string& where, const Bench& bench, StudyOutcome* outcome) {
  const Result<gap::Fit> press = FitPress(bench.press);
  if (!press.ok()) return press.error().Within(where);
  const Result<gap::Fit> shear = FitShear(bench.shear);
  if (!shear.ok()) return shear.error().Within(where);
  outcome->Set("benches")
      .Add()
      .Set("where", where)
      .Set("ground", bench.ground.name)
      .Set("engine", bench.engine);
  const world::Soil& soil = bench.ground.soil;
  const auto add = [&](const char* name, double put_in, double found, double scale) {
    AddNumber(where, bench, name, put_in, found, scale, outcome);
  };
  add("exponent", soil.exponent, press->values(0), soil.exponent);
  // Moduli of plates count as what they do together.
  const double modulus = soil.frictional_modulus;
  add("k_c", soil.cohesive_modulus, press->values(1), bench.press[0].size * modulus);
  add("k_phi", modulus, press->values(2), modulus);
  const double tangent = std::tan(soil.friction_angle);
  double pressure = 0.0;
  for (const ShearCurve& curve : bench.shear) pressure += curve.pressure;
  pressure /= static_cast<double>(bench.shear.size());
  add("cohesion", soil.cohesion, shear->values(0), soil.cohesion + pressure * tangent);
  add("tan(phi)", tangent, shear->values(1), tangent);
  add("K", soil.shear_modulus_x, shear->values(2), soil.shear_modulus_x);
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

/// Pressures against logs of plates in the same sand.
Status AddRecordings(const Bench& bench, const std::string& folder, StudyOutcome* outcome) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  RecordSet& logs = outcome->Set("logs");
  for (const fs::path& path : paths) {
    const std::string name = path.stem().string();
    const double size = name.find("100mm") != std::string::npos ? 0.05 : 0.03;
    const Result<PressCurve> log = ReadPlateLog(path.string(), size);
    if (!log.ok()) return log.error();
    const auto ours = std::find_if(bench.press.begin(), bench.press.end(),
                                   [&](const auto& c) { return std::abs(c.size - size) < 1e-3; });
    if (ours == bench.press.end()) continue;
    std::vector<double> errors, sizes;
    for (std::size_t i = 0; i < log->sinkage.size(); ++i) {
      const double pressure = PressureAt(*ours, log->sinkage[i]);
      if (!std::isfinite(pressure) || !(log->pressure[i] > 100.0)) continue;
      errors.push_back(pressure / log->pressure[i] - 1.0);
      sizes.push_back(std::abs(errors.back()));
    }
    AddCurve("", name, *log, &logs);
    logs.records.back()
        .Set("points", static_cast<double>(errors.size()))
        .Set("median_size", gap::Median(sizes))
        .Set("median", gap::Median(errors));
    if (!errors.empty()) outcome->numbers.emplace_back("recorded." + name, gap::Median(sizes));
  }
  return Status();
}

void Check(const world::ElementReader& settings) { ReadSettings(settings); }

Result<StudyOutcome> Make(const StudyContext& context) {
  Problems problems;
  const Settings settings = ReadSettings(world::ElementReader(context.settings, &problems));
  std::map<std::string, Bench> benches;
  const Plan& plan = context.results.plan;
  for (std::size_t i = 0; i < plan.trials.size(); ++i) {
    if (!context.results.results[i].error.empty()) continue;
    const Status status = AddTrial(context, settings, plan.trials[i], &benches);
    if (!status.ok()) return status.error().Within(plan.trials[i].id);
  }
  StudyOutcome outcome;
  outcome.facts.Set("within", settings.within).Set("minus_within", -settings.within);
  for (const auto& [where, bench] : benches) {
    const Status status = AddBench(where, bench, &outcome);
    if (!status.ok()) return status.error();
  }
  const std::string folder = FindRealData(context.results.experiment) + "/" + settings.recordings;
  const bool there = !settings.recordings.empty() && fs::is_directory(folder);
  const auto recorded = std::find_if(benches.begin(), benches.end(), [&](const auto& entry) {
    return entry.second.ground.name == settings.recorded_ground;
  });
  const bool compared = there && recorded != benches.end();
  outcome.facts.Set("compared", compared ? 1.0 : 0.0);
  if (compared) {
    outcome.facts.Set("recorded_where", recorded->first);
    const Status status = AddRecordings(recorded->second, folder, &outcome);
    if (!status.ok()) return status.error();
  }
  return outcome;
}

}  // namespace

StudyKind Bevameter() {
  return {"numbers of soils found back from plates, against recordings", Check, Make, "bevameter"};
}

}  // namespace surefoot::experiment
