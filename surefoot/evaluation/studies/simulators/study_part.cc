#include "surefoot/evaluation/studies/simulators/study_part.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "surefoot/evaluation/run/pool.h"
#include "surefoot/evaluation/run/run_trial.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/studies/simulators/study_features.h"
#include "surefoot/evaluation/studies/simulators/study_figures.h"
#include "surefoot/record/topic_filter.h"

namespace surefoot::experiment {
namespace {

using world::Element;
using world::ElementReader;

constexpr const char* kAxes[] = {"x", "y", "z"};

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

/// Sums over the trials of all cases that fit the patterns.
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

/// Equation (2): all simulated time over all real time.
std::optional<double> RealTimeFactor(const Results& results,
                                     const std::vector<std::string>& patterns,
                                     const std::string& engine) {
  const Sums sums = SumsOf(results, patterns, engine);
  if (!(sums.wall > 0.0)) return std::nullopt;
  return sums.simulated / sums.wall;
}

std::optional<double> LoadPercent(const Results& results, const std::vector<std::string>& patterns,
                                  const std::string& engine) {
  const Sums sums = SumsOf(results, patterns, engine);
  if (!(sums.wall > 0.0)) return std::nullopt;
  return 100.0 * sums.cpu / sums.wall;
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

StudyColumn ColumnOf(const StudySettings& settings, const Results& results,
                     const std::string& engine) {
  StudyColumn column;
  column.label = engine;
  column.name = "Surefoot (" + column.label + ")";
  column.cores = results.machine.cores;
  AddTests(settings, results, engine, "", &column);
  column.rtf_paced = RealTimeFactor(results, settings.rtf_paced, engine);
  column.rtf_unpaced = RealTimeFactor(results, settings.rtf_unpaced, engine);
  column.load_1_paced = LoadPercent(results, settings.load_1_paced, engine);
  column.load_2_paced = LoadPercent(results, settings.load_2_paced, engine);
  column.load_1_unpaced = LoadPercent(results, settings.load_1_unpaced, engine);
  column.load_2_unpaced = LoadPercent(results, settings.load_2_unpaced, engine);
  return column;
}

/// The six tests run otherwise; their speed is not measured.
StudyColumn VariantColumn(const StudySettings& settings, const Results& results,
                          const std::string& engine, const std::string& variant) {
  StudyColumn column;
  column.label = engine + ", " + variant;
  column.name = "Surefoot (" + column.label + ")";
  column.cores = results.machine.cores;
  AddTests(settings, results, engine, "_" + variant, &column);
  return column;
}

/// The first trial over time.
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

StudySettings ReadStudySettings(const Element& study, Problems* problems) {
  StudySettings settings;
  const ElementReader reader(study, problems);
  RefuseUnknown(reader, {"kind", "weights", "real_time_factor_rule", "load_unit", "imu_metric",
                         "imu_topic", "rtf_paced", "rtf_unpaced", "load_1_paced", "load_2_paced",
                         "load_1_unpaced", "load_2_unpaced", "columns"});
  const ElementReader weights = reader.Child("weights");
  std::vector<std::string> known;
  for (const gap::StudyMetric& metric : gap::StudyMetrics()) known.push_back(metric.id);
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
  settings.rtf_paced = Texts(reader, "rtf_paced");
  settings.rtf_unpaced = Texts(reader, "rtf_unpaced");
  settings.load_1_paced = Texts(reader, "load_1_paced");
  settings.load_2_paced = Texts(reader, "load_2_paced");
  settings.load_1_unpaced = Texts(reader, "load_1_unpaced");
  settings.load_2_unpaced = Texts(reader, "load_2_unpaced");
  settings.columns = Texts(reader, "columns");
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
      StudyColumn column = VariantColumn(settings, results, engine, variant);
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
      figures.emplace_back("Figure 6. What the IMU measured on the straight over gravel, on " +
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

}  // namespace surefoot::experiment
