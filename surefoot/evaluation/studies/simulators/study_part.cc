#include "surefoot/evaluation/studies/simulators/study_part.h"

#include <algorithm>
#include <optional>

#include "surefoot/base/items.h"
#include "surefoot/evaluation/run/pool.h"
#include "surefoot/evaluation/run/run_trial.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/studies/all_studies.h"
#include "surefoot/evaluation/studies/simulators/study_figures.h"
#include "surefoot/evaluation/studies/simulators/study_tables.h"
#include "surefoot/record/topic_filter.h"

// The study `simulators`. Speeds come from timed trials, which run one at a time; IMU statistics
// from all trials.

namespace surefoot::experiment {
namespace {

using world::Element;
using world::ElementReader;

constexpr const char* kAxes[] = {"x", "y", "z"};

/// Best ROS support of all gateways of the build.
gap::RosSupport RosSupportOf(const GatewayRegistry& gateways) {
  auto best = gap::RosSupport::kNone;
  for (const auto& [name, gateway] : gateways.entries()) {
    if (gateway.middleware.rfind("ROS", 0) != 0) continue;
    best = std::max(best, gateway.on_installation ? gap::RosSupport::kOnInstallation
                                                  : gap::RosSupport::kPlugin);
  }
  return best;
}

/// Abilities of a single interface: those of several interfaces do not add up to full control
/// (section 3.2).
gap::UiControls ControlsOf(const UserInterface& ui) {
  const auto has = [&](UiAbility ability) {
    return std::find(ui.abilities.begin(), ui.abilities.end(), ability) != ui.abilities.end();
  };
  gap::UiControls controls;
  controls.visualize = has(UiAbility::kVisualize);
  controls.start = has(UiAbility::kStart);
  controls.stop = has(UiAbility::kStop);
  controls.step = has(UiAbility::kStep);
  controls.add_models = has(UiAbility::kAddModels);
  return controls;
}

/// The user interface with the highest score.
gap::UiControls BestUi(const UserInterfaceRegistry& interfaces) {
  gap::Features best;
  for (const auto& [name, ui] : interfaces.entries()) {
    gap::Features candidate;
    candidate.ui = ControlsOf(ui);
    if (gap::ScoresOf(candidate).ui > gap::ScoresOf(best).ui) best = candidate;
  }
  return best.ui;
}

template <typename T>
std::vector<std::string> NamesOf(const Registry<T>& registry) {
  return Mapped<std::string>(registry.entries(), [&](const auto& entry) { return entry.first; });
}

/// Statistics of a series in a trial; nullopt when the metric is missing.
std::optional<gap::SeriesStats> StatsIn(const TrialResult& result, const std::string& metric) {
  const double* mean = result.Metric(metric + ".mean");
  const double* top = result.Metric(metric + ".top");
  const double* bottom = result.Metric(metric + ".bottom");
  if (mean == nullptr || top == nullptr || bottom == nullptr) return std::nullopt;
  gap::SeriesStats stats;
  stats.mean = *mean;
  stats.top = *top;
  stats.bottom = *bottom;
  return stats;
}

/// Statistics of all six axes; nullopt when one is missing.
std::optional<gap::ImuStats> ImuIn(const TrialResult& result, const std::string& metric) {
  gap::ImuStats stats;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto gyro = StatsIn(result, metric + ".angular_velocity." + kAxes[axis]);
    const auto accel = StatsIn(result, metric + ".linear_acceleration." + kAxes[axis]);
    if (!gyro || !accel) return std::nullopt;
    stats.gyro[axis] = *gyro;
    stats.accel[axis] = *accel;
  }
  return stats;
}

/// Sums over the trials of all cases that match the patterns.
struct Sums {
  double simulated = 0.0;
  double wall = 0.0;
  double cpu = 0.0;
};

Sums SumsOf(const Results& results, const std::vector<std::string>& patterns,
            const std::string& engine) {
  Sums sums;
  for (std::size_t i = 0; i < results.results.size(); ++i) {
    const Trial& trial = results.plan.trials[i];
    const TrialResult& result = results.results[i];
    const bool fits = std::any_of(patterns.begin(), patterns.end(), [&](const std::string& p) {
      return record::MatchesPattern(trial.case_name, p);
    });
    if (!fits || trial.engine != engine || !result.error.empty()) continue;
    sums.simulated += result.simulated;
    sums.wall += result.timing.wall;
    sums.cpu += result.timing.cpu;
  }
  return sums;
}

/// Equation (2): total simulated time divided by total wall-clock time; or CPU time divided by it,
/// in percent.
std::optional<double> OverWall(const Results& results, const std::vector<std::string>& patterns,
                               const std::string& engine, double factor, double Sums::*time) {
  const Sums sums = SumsOf(results, patterns, engine);
  if (!(sums.wall > 0.0)) return std::nullopt;
  return factor * (sums.*time) / sums.wall;
}

void AddTests(const StudySettings& settings, const Results& results, const std::string& engine,
              const std::string& suffix, StudyColumn* column) {
  for (const StudyTest& test : StudyTests()) {
    for (const Outcome& outcome : OutcomesOf(results, test.id + suffix, engine)) {
      const std::optional<gap::ImuStats> stats = ImuIn(*outcome.result, settings.imu_metric);
      if (stats) column->tests[test.id].push_back(*stats);
    }
  }
}

/// Results of the six tests, or of a variant of them; speed is not measured for variants.
StudyColumn ColumnOf(const StudySettings& settings, const Results& results,
                     const std::string& engine, const std::string& variant = "") {
  StudyColumn column;
  column.label = engine + (variant.empty() ? "" : ", " + variant);
  column.name = "Surefoot (" + column.label + ")";
  column.cores = results.machine.cores;
  AddTests(settings, results, engine, variant.empty() ? "" : "_" + variant, &column);
  if (!variant.empty()) return column;
  for (std::size_t i = 0; i < std::size(kSpeedNames); ++i) {
    const std::vector<std::string>& cases = settings.*kSpeeds<std::vector<std::string>>[i];
    column.*kSpeeds<std::optional<double>>[i] =
        i < 2 ? OverWall(results, cases, engine, 1.0, &Sums::simulated)
              : OverWall(results, cases, engine, 100.0, &Sums::cpu);
  }
  return column;
}

/// Time series of the first trial.
std::optional<Figure> MakeFigure6(const StudySettings& settings, const Results& results,
                                  std::size_t engine) {
  const std::string& name = results.plan.engines[engine];
  const std::vector<Outcome> outcomes = OutcomesOf(results, kPrintedTest, name);
  if (outcomes.empty()) return std::nullopt;
  const std::string recording =
      TrialFolder(results.folder).Of(outcomes.front().trial->id) + "/" + kRecordingFile;
  Result<gap::ImuRecording> imu = gap::LoadImu(recording, settings.imu_topic);
  if (!imu.ok()) return std::nullopt;
  Figure6Input input;
  input.simulated_name = "Surefoot (" + name + ")";
  input.simulated = std::move(imu).value();
  const auto real = results.real.find(kPrintedTest);
  if (real != results.real.end()) input.real = real->second;
  input.printed = gap::PublishedReal();
  return ToFigure(Figure6(input));
}

}  // namespace

StudySettings ReadStudySettings(const ElementReader& reader) {
  StudySettings settings;
  const ElementReader weights = reader.Child("weights");
  const auto known = Mapped<std::string>(gap::StudyMetrics(), &gap::StudyMetric::id);
  RefuseUnknown(weights, known);
  for (const Element& weight : weights.element().children) {
    settings.options.weights[weight.name] = weights.Number(weight.name, 1.0, 0.0, 1000.0);
  }
  if (reader.Choice("real_time_factor_rule", {"print", "equation"}, "print") == "equation") {
    settings.options.rtf_rule = StudyOptions::RtfRule::kEquation;
  }
  if (reader.Choice("load_unit", {"core", "machine"}, "core") == "machine") {
    settings.options.load_unit = StudyOptions::LoadUnit::kMachine;
  }
  settings.imu_metric = reader.Text("imu_metric", settings.imu_metric);
  settings.imu_topic = reader.Text("imu_topic");
  for (std::size_t i = 0; i < std::size(kSpeedNames); ++i) {
    settings.*kSpeeds<std::vector<std::string>>[i] = Texts(reader, kSpeedNames[i]);
  }
  settings.columns = Texts(reader, "columns");
  RefuseUnknown(reader, {"kind"});
  return settings;
}

StudyInput MakeStudyInput(const Parts& parts, const StudySettings& settings,
                          const Results& results) {
  StudyInput input;
  input.features = FeaturesOf(parts);
  input.options = settings.options;
  for (const std::string& engine : results.plan.engines) {
    input.columns.push_back(ColumnOf(settings, results, engine));
  }
  for (const std::string& engine : results.plan.engines) {
    for (const std::string& variant : settings.columns) {
      StudyColumn column = ColumnOf(settings, results, engine, variant);
      if (!column.tests.empty()) input.columns.push_back(std::move(column));
    }
  }
  for (const auto& [test, recording] : results.real) input.real[test] = gap::StatsOf(recording);
  return input;
}

std::vector<std::pair<std::string, Figure>> StudyFigures(const StudySettings& settings,
                                                         const StudyInput& input,
                                                         const Results& results) {
  std::vector<std::pair<std::string, Figure>> figures;
  for (std::size_t e = 0; e < results.plan.engines.size(); ++e) {
    if (std::optional<Figure> figure = MakeFigure6(settings, results, e)) {
      figures.emplace_back("Figure 6. Measurements of the IMU on the straight over gravel, on " +
                               results.plan.engines[e] + ".",
                           std::move(*figure));
    }
  }
  std::vector<NamedStats> compared;
  const auto real = input.real.find(kPrintedTest);
  compared.push_back({real != input.real.end() ? "real Husky" : "real Husky (printed)",
                      report::Tone::kReal,
                      real != input.real.end() ? real->second : gap::PublishedReal()});
  for (std::size_t e = 0; e < input.columns.size(); ++e) {
    const auto test = input.columns[e].tests.find(kPrintedTest);
    if (test == input.columns[e].tests.end()) continue;
    compared.push_back({input.columns[e].label, EngineTone(e), test->second.front()});
  }
  figures.emplace_back("Figure 7. Mean and range on the straight over gravel.",
                       ToFigure(Figure7(compared)));
  for (std::size_t e = 0; e < input.columns.size(); ++e) {
    std::vector<TestStats> tests;
    for (const StudyTest& test : input.tests) {
      const auto stats = input.columns[e].tests.find(test.id);
      if (stats == input.columns[e].tests.end()) continue;
      TestStats entry{test.title, stats->second.front(), std::nullopt};
      const auto measured = input.real.find(test.id);
      if (measured != input.real.end()) {
        entry.real = measured->second;
      } else if (test.id == kPrintedTest) {
        entry.real = gap::PublishedReal();
      }
      tests.push_back(std::move(entry));
    }
    figures.emplace_back("Figure 8. All tests on " + input.columns[e].label + ".",
                         ToFigure(Figure8(input.columns[e].name, tests)));
  }
  return figures;
}

gap::Features FeaturesOf(const Parts& parts) {
  gap::Features features;
  features.free_to_use = parts.licence.free_to_use;
  features.open_source = parts.licence.open_source;
  features.ros = RosSupportOf(parts.gateways);
  features.languages = NamesOf(parts.languages);
  features.ui = BestUi(parts.interfaces);
  features.formats = NamesOf(parts.formats);
  for (const physics::BackendInfo& engine : parts.EngineInfos()) {
    if (IsUsable(engine)) features.engines.push_back(engine.name);
  }
  return features;
}

namespace {

Result<StudyOutcome> Make(const StudyContext& context, const StudySettings& settings) {
  const StudyInput input = MakeStudyInput(context.parts, settings, context.results);
  StudyOutcome outcome = MakeStudy(input);
  StudySection imu{"Measurements of the IMU", "", {}, {}, {}, "", {}};
  imu.figures = StudyFigures(settings, input, context.results);
  outcome.sections.push_back(std::move(imu));
  return outcome;
}

}  // namespace

StudyKind Simulators() {
  return StudyOf<ReadStudySettings, Make>(
      "scores engines as simulators were scored in a published study", "simulators");
}

}  // namespace surefoot::experiment
