#include "surefoot/evaluation/studies/rigs/bevameter_study.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "surefoot/evaluation/report/text.h"
#include "surefoot/evaluation/run/pool.h"
#include "surefoot/evaluation/run/results.h"
#include "surefoot/evaluation/run/run_trial.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/studies/rigs/bevameter.h"

namespace surefoot::experiment {
namespace {

using report::Cell;
using report::Table;
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

class Writer {
 public:
  explicit Writer(const Settings& settings) : settings_(settings) {}

  Status Add(const std::string& name, const Bench& bench) {
    const Result<gap::Fit> press = FitPress(bench.press);
    if (!press.ok()) return press.error().Within(name);
    const Result<gap::Fit> shear = FitShear(bench.shear);
    if (!shear.ok()) return shear.error().Within(name);
    StudySection section;
    section.title = name;
    Table table;
    table.id = "bevameter_" + bench.ground.name + "_" + bench.engine;
    table.caption = "Numbers of the soil, found back from the curves";
    table.header = {"Number", "Put in", "Found", "Difference"};
    const world::Soil& soil = bench.ground.soil;
    AddNumber(name, "exponent", soil.exponent, press->values(0), soil.exponent, &table);
    // Moduli of plates count as what they do together.
    const double modulus = soil.frictional_modulus;
    AddNumber(name, "k_c", soil.cohesive_modulus, press->values(1), bench.press[0].size * modulus,
              &table);
    AddNumber(name, "k_phi", modulus, press->values(2), modulus, &table);
    const double tangent = std::tan(soil.friction_angle);
    double pressure = 0.0;
    for (const ShearCurve& curve : bench.shear) pressure += curve.pressure;
    pressure /= static_cast<double>(bench.shear.size());
    AddNumber(name, "cohesion", soil.cohesion, shear->values(0), soil.cohesion + pressure * tangent,
              &table);
    AddNumber(name, "tan(phi)", tangent, shear->values(1), tangent, &table);
    AddNumber(name, "K", soil.shear_modulus_x, shear->values(2), soil.shear_modulus_x, &table);
    table.notes = {
        "Differences are shares of the number; of k_c, shares of k_phi times the smallest disc's "
        "radius, and of the cohesion, shares of the mean shear strength."};
    section.tables.push_back(std::move(table));
    section.figures.emplace_back("What the plates felt", FigureOf(bench));
    outcome_.sections.push_back(std::move(section));
    return Status();
  }

  /// Pressures against logs of plates in the same sand.
  Status AddRecordings(const Bench& bench, const std::string& folder) {
    StudySection section;
    section.title = "Plates against recordings";
    Table table;
    table.id = "bevameter_recordings";
    table.caption = "Pressure of our discs less the recorded one, over the recorded one";
    table.header = {"Log", "Points", "Median of the absolute", "Median"};
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    report::LinePlot plot;
    plot.title = "Pressure and sinkage";
    plot.x.label = "sinkage (mm)";
    plot.y.label = "pressure (kPa)";
    for (const PressCurve& ours : bench.press) {
      plot.lines.push_back(LineOf("ours, radius " + report::ShortNumber(1e3 * ours.size) + " mm",
                                  report::Tone::kFirst, ours));
    }
    for (const fs::path& path : paths) {
      const std::string name = path.stem().string();
      const double size = name.find("100mm") != std::string::npos ? 0.05 : 0.03;
      const Result<PressCurve> log = ReadPlateLog(path.string(), size);
      if (!log.ok()) return log.error();
      const auto ours = std::find_if(bench.press.begin(), bench.press.end(),
                                     [&](const auto& c) { return std::abs(c.size - size) < 1e-3; });
      if (ours == bench.press.end()) continue;
      AddLog(name, *ours, *log, &table);
      plot.lines.push_back(LineOf(name, report::Tone::kReal, *log));
    }
    section.tables.push_back(std::move(table));
    section.figures.emplace_back("Our discs and the recorded ones", ToFigure(std::vector{plot}));
    outcome_.sections.push_back(std::move(section));
    return Status();
  }

  void AddRemark(const std::string& remark) {
    if (!outcome_.sections.empty()) outcome_.sections.back().remarks.push_back(remark);
  }
  StudyOutcome Take() { return std::move(outcome_); }

 private:
  void AddNumber(const std::string& where, const std::string& name, double put_in, double found,
                 double scale, Table* table) {
    const double error = scale != 0.0 ? (found - put_in) / scale : found - put_in;
    outcome_.checks.push_back({name + " of " + where + ", difference", error, -settings_.within,
                               settings_.within, "the soil that was put in"});
    outcome_.numbers.emplace_back(where + "." + name, found);
    table->rows.push_back({name, report::ShortNumber(put_in, 5), report::ShortNumber(found, 5),
                           Cell::Number(100.0 * error, 3)});
    table->rows.back().back().text += " %";
  }

  static report::Line LineOf(const std::string& name, report::Tone tone, const PressCurve& curve) {
    report::Line line{name, tone, {}, {}, false};
    for (std::size_t i = 0; i < curve.sinkage.size(); ++i) {
      line.x.push_back(1e3 * curve.sinkage[i]);
      line.y.push_back(1e-3 * curve.pressure[i]);
    }
    return line;
  }

  static Figure FigureOf(const Bench& bench) {
    report::LinePlot press;
    press.title = "Discs";
    press.x.label = "sinkage (mm)";
    press.y.label = "pressure (kPa)";
    report::Tone tone = report::Tone::kFirst;
    for (const PressCurve& curve : bench.press) {
      press.lines.push_back(
          LineOf("radius " + report::ShortNumber(1e3 * curve.size) + " mm", tone, curve));
      tone = report::Tone::kSecond;
    }
    report::LinePlot shear;
    shear.title = "Ring";
    shear.x.label = "angle (rad)";
    shear.y.label = "torque (N m)";
    for (const ShearCurve& curve : bench.shear) {
      shear.lines.push_back({report::ShortNumber(1e-3 * curve.pressure) + " kPa",
                             report::Tone::kFirst, curve.angle, curve.torque, false});
    }
    return ToFigure(std::vector{press, shear});
  }

  void AddLog(const std::string& name, const PressCurve& ours, const PressCurve& log,
              Table* table) {
    std::vector<double> errors, sizes;
    for (std::size_t i = 0; i < log.sinkage.size(); ++i) {
      const double pressure = PressureAt(ours, log.sinkage[i]);
      if (!std::isfinite(pressure) || !(log.pressure[i] > 100.0)) continue;
      errors.push_back(pressure / log.pressure[i] - 1.0);
      sizes.push_back(std::abs(errors.back()));
    }
    if (errors.empty()) return;
    const auto median = [](std::vector<double> values) {
      std::sort(values.begin(), values.end());
      return 0.5 * (values[(values.size() - 1) / 2] + values[values.size() / 2]);
    };
    outcome_.numbers.emplace_back("recorded." + name, median(sizes));
    table->rows.push_back({name, Cell::Number(static_cast<double>(errors.size()), 0),
                           Cell::Number(median(sizes), 3), Cell::Number(median(errors), 3)});
  }

  const Settings& settings_;
  StudyOutcome outcome_;
};

}  // namespace

void CheckBevameter(const world::ElementReader& settings) { ReadSettings(settings); }

Result<StudyOutcome> MakeBevameterStudy(const StudyContext& context) {
  Problems problems;
  const Settings settings = ReadSettings(world::ElementReader(context.settings, &problems));
  std::map<std::string, Bench> benches;
  const Plan& plan = context.results.plan;
  for (std::size_t i = 0; i < plan.trials.size(); ++i) {
    if (!context.results.results[i].error.empty()) continue;
    const Status status = AddTrial(context, settings, plan.trials[i], &benches);
    if (!status.ok()) return status.error().Within(plan.trials[i].id);
  }
  Writer writer(settings);
  for (const auto& [name, bench] : benches) {
    const Status status = writer.Add(name, bench);
    if (!status.ok()) return status.error();
  }
  const std::string folder = FindRealData(context.results.experiment) + "/" + settings.recordings;
  const bool there = !settings.recordings.empty() && fs::is_directory(folder);
  const auto recorded = std::find_if(benches.begin(), benches.end(), [&](const auto& entry) {
    return entry.second.ground.name == settings.recorded_ground;
  });
  if (there && recorded != benches.end()) {
    const Status status = writer.AddRecordings(recorded->second, folder);
    if (!status.ok()) return status.error();
  } else {
    writer.AddRemark("Against recordings: skipped: no real data");
  }
  return writer.Take();
}

}  // namespace surefoot::experiment
