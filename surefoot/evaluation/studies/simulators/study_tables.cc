#include "surefoot/evaluation/studies/simulators/study_tables.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/base/items.h"
#include "surefoot/evaluation/studies/simulators/features.h"
#include "surefoot/evaluation/studies/simulators/published.h"
#include "surefoot/evaluation/studies/simulators/study_sheet.h"

// One function per table of the article, numbered as there. Each table has the article's columns
// first and Surefoot's after them, so that the report can be read next to the article.

namespace surefoot::experiment {
namespace {

using gap::Features;
using gap::kScoreDecimals;
using gap::PublishedSimulator;
using gap::PublishedSimulators;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr const char* kAxes[3] = {"X", "Y", "Z"};

std::string YesNo(bool value) { return value ? "yes" : "no"; }

/// ROS support in words.
std::string RosText(gap::RosSupport ros) {
  constexpr const char* kTexts[] = {"none", "by a plugin", "on installation"};
  return kTexts[static_cast<std::size_t>(ros)];
}

/// User interface in words.
std::string UiText(const gap::UiControls& ui) {
  std::vector<std::string> abilities;
  if (ui.visualize) abilities.push_back("visualize");
  if (ui.start) abilities.push_back("start");
  if (ui.stop) abilities.push_back("stop");
  if (ui.step) abilities.push_back("step");
  if (ui.add_models) abilities.push_back("add models");
  return abilities.size() == 5 ? "full control" : Listed(abilities);
}

/// Formats, followed by those that need a plugin.
std::string FormatText(const Features& features) {
  if (features.formats_by_plugin.empty()) return Listed(features.formats);
  return Listed(features.formats) + "; by a plugin " + Listed(features.formats_by_plugin);
}

/// Values in the order of the metrics.
std::array<std::string, gap::kFeatureCount> TextsOf(const Features& features) {
  return {YesNo(features.free_to_use), YesNo(features.open_source), RosText(features.ros),
          Listed(features.languages),  UiText(features.ui),         FormatText(features),
          Listed(features.engines)};
}

/// Tables 3 and 4.
void AddFeatures(const Features& features, StudyOutcome* outcome) {
  std::vector<Sheet::Column> columns;
  for (const PublishedSimulator& simulator : PublishedSimulators()) {
    columns.push_back({simulator.name, true});
  }
  columns.push_back({"Surefoot"});
  Sheet texts("table_3", columns, outcome);
  Sheet scores("table_4", columns, outcome);
  for (std::size_t i = 0; i < gap::kFeatureCount; ++i) {
    std::vector<Shown> answers, scored;
    for (const PublishedSimulator& simulator : PublishedSimulators()) {
      answers.push_back({TextsOf(simulator.features)[i], 0, true});
      scored.push_back(Checked(gap::AsList(simulator.feature_scores)[i],
                               gap::AsList(gap::ScoresOf(simulator.features))[i], kScoreDecimals,
                               "section 3.2"));
    }
    answers.push_back({TextsOf(features)[i]});
    scored.push_back({gap::AsList(gap::ScoresOf(features))[i], kScoreDecimals});
    texts.AddRow(gap::StudyMetrics()[i].title, answers);
    scores.AddRow(gap::StudyMetrics()[i].title, scored);
  }
}

/// Tables of angular velocities or linear accelerations: ranges and means of the printed test,
/// their errors, and the errors in each test.
struct Kind {
  const char* stats_table;
  const char* errors_table;
  const char* title;
  std::array<gap::SeriesStats, 3> gap::ImuStats::*stats;
  std::array<gap::SeriesError, 3> gap::ImuError::*errors;
  Averaged TestError::*sum;
  double (gap::ImuError::*total)() const;
  const gap::PublishedExample& print;
};

const std::vector<Kind>& Kinds() {
  static const std::vector<Kind> kinds = {
      {"table_6", "table_8", "angular velocity (rad/s)", &gap::ImuStats::gyro, &gap::ImuError::gyro,
       &TestError::angular_velocity, &gap::ImuError::angular_velocity,
       gap::AngularVelocityExample()},
      {"table_7", "table_9", "linear acceleration (m/s^2)", &gap::ImuStats::accel,
       &gap::ImuError::accel, &TestError::linear_acceleration, &gap::ImuError::linear_acceleration,
       gap::LinearAccelerationExample()}};
  return kinds;
}

/// Surefoot's columns after the article's, and their indices among the contenders.
std::vector<Sheet::Column> WithOurs(std::vector<Sheet::Column> columns,
                                    const Judgement& judgement) {
  for (const Contender& contender : judgement.contenders) {
    if (contender.ours) columns.push_back({contender.name});
  }
  return columns;
}

/// Errors of CoppeliaSim in the printed test.
gap::ImuError PeerError() {
  return gap::ErrorOf(gap::PublishedCoppeliaSim(), gap::PublishedReal());
}

/// Adds table 6 or 7, by kind.
void AddStats(const Kind& kind, const StudyInput& input, const Judgement& judgement,
              StudyOutcome* outcome) {
  std::vector<Sheet::Column> columns = {{"Real Husky (print)", true}};
  // Empty when the test did not run.
  std::vector<std::optional<gap::ImuStats>> stats = {gap::PublishedReal()};
  if (const auto real = input.real.find(kPrintedTest); real != input.real.end()) {
    columns.push_back({"Real (recording)"});
    stats.emplace_back(gap::ZDown(real->second));
  }
  columns.push_back({"CoppeliaSim", true});
  stats.emplace_back(gap::PublishedCoppeliaSim());
  for (const Contender& contender : judgement.contenders) {
    if (contender.ours) stats.push_back(contender.printed_test);
  }
  columns = WithOurs(std::move(columns), judgement);
  Sheet sheet(kind.stats_table, columns, outcome);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::vector<Shown> ranges, means;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      gap::SeriesStats one{kNone, kNone, kNone};
      if (stats[i]) one = ((*stats[i]).*kind.stats)[axis];
      ranges.push_back({one.range(), kind.print.decimals, columns[i].theirs});
      means.push_back({one.mean, kind.print.decimals, columns[i].theirs});
    }
    sheet.AddRow(std::string(kAxes[axis]) + " range", ranges);
    sheet.AddRow(std::string(kAxes[axis]) + " mean", means);
  }
}

/// Selects range, mean or total error of an axis.
struct ErrorRow {
  const char* name;
  double (*figure)(const gap::SeriesError&);
  double gap::PublishedAxis::*printed;
};
constexpr ErrorRow kErrorRows[3] = {
    {" range error", [](const gap::SeriesError& e) { return e.range; },
     &gap::PublishedAxis::range_error},
    {" mean error", [](const gap::SeriesError& e) { return e.mean; },
     &gap::PublishedAxis::mean_error},
    {" total error", [](const gap::SeriesError& e) { return e.total(); },
     &gap::PublishedAxis::total_error}};

/// Surefoot's errors in a test with the smallest marked; `first` is the article's value next to
/// them.
void AddSums(const Kind& kind, const std::vector<const TestError*>& errors,
             const std::vector<double>& theirs, std::vector<Shown>* row) {
  const std::size_t first = row->size() - theirs.size();
  std::vector<double> sums = theirs;
  for (const TestError* error : errors) {
    const Averaged none{kNone, {kNone, kNone}, 0};
    const Averaged& sum = error != nullptr ? error->*kind.sum : none;
    row->push_back(Mean(sum, kind.print.decimals));
    sums.push_back(sum.mean);
  }
  MarkBest(sums, Best::kLowest, first, row);
}

/// Adds table 8 or 9, by kind.
void AddErrors(const Kind& kind, const Judgement& judgement, StudyOutcome* outcome) {
  Sheet sheet(
      kind.errors_table,
      WithOurs({{"CoppeliaSim, printed", true}, {"CoppeliaSim, by equation (7)", true}}, judgement),
      outcome);
  const gap::ImuError by_equation = PeerError();
  const int decimals = kind.print.decimals;
  const auto theirs = [&](double printed, double right) -> std::vector<Shown> {
    return {Checked(printed, right, decimals, "equation (7)"), Printed(right, decimals)};
  };
  std::vector<const TestError*> ours;
  for (const Contender& contender : judgement.contenders) {
    if (contender.ours) {
      ours.push_back(contender.printed_error ? &*contender.printed_error : nullptr);
    }
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const ErrorRow& what : kErrorRows) {
      std::vector<Shown> row = theirs(kind.print.axes[axis].*what.printed,
                                      what.figure((by_equation.*kind.errors)[axis]));
      for (const TestError* error : ours) {
        row.push_back(
            {error != nullptr ? what.figure((error->error.*kind.errors)[axis]) : kNone, decimals});
      }
      sheet.AddRow(kAxes[axis] + std::string(what.name), row);
    }
  }
  const double sum = (by_equation.*kind.total)();
  std::vector<Shown> row = theirs(kind.print.sum, sum);
  AddSums(kind, ours, {sum}, &row);
  sheet.AddRow("Sum", row, true);
}

void AddTestErrors(const StudyInput& input, const Judgement& judgement, StudyOutcome* outcome) {
  Sheet sheet("table_imu_errors", WithOurs({}, judgement), outcome);
  for (const Kind& kind : Kinds()) {
    for (const StudyTest& test : input.tests) {
      std::vector<const TestError*> errors;
      for (const Contender& contender : judgement.contenders) {
        if (contender.ours) errors.push_back(contender.ErrorIn(test.id));
      }
      std::vector<Shown> row;
      AddSums(kind, errors, {}, &row);
      sheet.AddRow(test.title + ", " + kind.title, row);
    }
  }
}

std::vector<Sheet::Column> ContenderColumns(const Judgement& judgement) {
  return Mapped<Sheet::Column>(judgement.contenders, [&](const Contender& contender) {
    return Sheet::Column{contender.name, !contender.ours};
  });
}

/// A row of Table 10; the best is the largest or the smallest.
struct FigureRow {
  const char* title;
  double Contender::*figure;
  int decimals;
  int our_decimals;
  Best best;
};
constexpr FigureRow kFigureRows[] = {
    {"Real-time factor, paced", &Contender::rtf_paced, 3, 3, Best::kHighest},
    {"Real-time factor, unpaced", &Contender::rtf_unpaced, 1, 1, Best::kHighest},
    {"CPU load, one Husky, paced (%)", &Contender::load_1_paced, 0, 1, Best::kLowest},
    {"CPU load, five Huskies, paced (%)", &Contender::load_2_paced, 0, 1, Best::kLowest},
    {"CPU load, one Husky, unpaced (%)", &Contender::load_1_unpaced, 0, 1, Best::kLowest},
    {"CPU load, five Huskies, unpaced (%)", &Contender::load_2_unpaced, 0, 1, Best::kLowest}};

/// The printed test, for CoppeliaSim and Surefoot.
std::vector<Shown> PrintedTestRow(const Kind& kind, const Judgement& judgement) {
  const int decimals = kind.print.decimals;
  const double peer = (PeerError().*kind.total)();
  std::vector<Shown> row;
  std::vector<double> values;
  for (const Contender& contender : judgement.contenders) {
    if (contender.printed_error) {
      values.push_back(((*contender.printed_error).*kind.sum).mean);
      row.push_back({values.back(), decimals});
      continue;
    }
    const bool is_peer = contender.name == PublishedSimulators().front().name;
    values.push_back(is_peer ? peer : kNone);
    row.push_back(Printed(values.back(), decimals));
    if (is_peer && Fixed(peer, decimals) != Fixed(kind.print.sum, decimals)) {
      row.back().note = "by equation (7); printed " + Fixed(kind.print.sum, decimals);
    }
  }
  MarkBest(values, Best::kLowest, 0, &row);
  return row;
}

std::vector<Shown> SixTestsRow(double Contender::*error, const Judgement& judgement) {
  std::vector<Shown> row;
  for (const Contender& contender : judgement.contenders) {
    const double value = contender.*error;
    row.push_back(contender.imu_estimated ? Estimate(value, 2) : Shown{value, 2, !contender.ours});
  }
  return row;
}

/// Adds table 10.
void AddMeasured(const Judgement& judgement, StudyOutcome* outcome) {
  Sheet sheet("table_10", ContenderColumns(judgement), outcome);
  for (const FigureRow& one : kFigureRows) {
    auto row = Mapped<Shown>(judgement.contenders, [&](const Contender& contender) {
      return Shown{contender.*one.figure, contender.ours ? one.our_decimals : one.decimals,
                   !contender.ours};
    });
    MarkBest(FiguresOf(judgement.contenders, one.figure), one.best, 0, &row);
    sheet.AddRow(one.title, row);
  }
  sheet.AddRow("Angular velocity error, straight over gravel (rad/s)",
               PrintedTestRow(Kinds()[0], judgement));
  sheet.AddRow("Linear acceleration error, straight over gravel (m/s^2)",
               PrintedTestRow(Kinds()[1], judgement));
  sheet.AddRow("Angular velocity error, six tests (rad/s)",
               SixTestsRow(&Contender::angular_velocity_error, judgement));
  sheet.AddRow("Linear acceleration error, six tests (m/s^2)",
               SixTestsRow(&Contender::linear_acceleration_error, judgement));
}

/// A row with weight and scores; Surefoot's IMU scores may be estimates.
std::vector<Shown> ScoreRow(double weight, const std::vector<double>& scores,
                            const Judgement& judgement, bool faint, bool with_imu) {
  std::vector<Shown> row = {{weight, weight == std::floor(weight) ? 0 : 2}};
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const Contender& contender = judgement.contenders[i];
    row.push_back(with_imu && contender.imu_estimated
                      ? Estimate(scores[i], kScoreDecimals)
                      : Shown{scores[i], kScoreDecimals, faint || !contender.ours});
  }
  return row;
}

/// Adds table 11.
void AddScores(bool rtf_as_printed, const Judgement& judgement, StudyOutcome* outcome) {
  std::vector<Sheet::Column> columns = ContenderColumns(judgement);
  columns.insert(columns.begin(), {"Weight"});
  Sheet sheet("table_11", columns, outcome);
  const auto add = [&](const std::string& title, double weight, const std::vector<double>& scores,
                       bool faint = false, bool with_imu = false) {
    sheet.AddRow(title, ScoreRow(weight, scores, judgement, faint, with_imu));
  };
  for (std::size_t i = 0; i < gap::kStudyMetricCount; ++i) {
    const std::string& title = gap::StudyMetrics()[i].title;
    const double weight = judgement.weights[i];
    if (i != gap::kRealTimeFactor) {
      add(title, weight, judgement.scores[i], false, i >= gap::kAngularVelocity);
      continue;
    }
    add(title + " (paced), R / max R", rtf_as_printed ? weight : kNone, judgement.rtf_by_print,
        !rtf_as_printed);
    add(title + " (paced), equation (3)", rtf_as_printed ? kNone : weight,
        judgement.rtf_by_equation, rtf_as_printed);
  }
  const auto add_total = [&](const char* title, double weight, const std::vector<double>& totals,
                             bool with_imu) {
    std::vector<Shown> row = ScoreRow(weight, totals, judgement, false, with_imu);
    MarkBest(totals, Best::kHighest, 1, &row);
    sheet.AddRow(title, row, true);
  };
  add_total("Total without the IMU", judgement.weight_sum_without_imu, judgement.totals_without_imu,
            false);
  add_total("Total", judgement.weight_sum, judgement.totals, true);
  std::vector<Shown> printed = {{kNone}};
  for (const PublishedSimulator& simulator : PublishedSimulators()) {
    printed.push_back(Printed(simulator.total, kScoreDecimals));
  }
  printed.resize(columns.size(), {""});
  sheet.AddRow("Total as printed", printed, true);
}

/// Table 11 of the article's four, computed by its rules and equations.
std::vector<gap::ScoreLine> ComputedLines() {
  // Metrics scored by "smallest divided by value", in the order of the metrics.
  constexpr gap::Printed PublishedSimulator::*kFigures[] = {
      &PublishedSimulator::real_time_factor, &PublishedSimulator::average_load,
      &PublishedSimulator::intense_load, &PublishedSimulator::angular_velocity_error,
      &PublishedSimulator::linear_acceleration_error};
  std::vector<gap::ScoreLine> lines;
  for (std::size_t i = 0; i < gap::kStudyMetricCount; ++i) {
    const gap::StudyMetric& metric = gap::StudyMetrics()[i];
    lines.push_back({metric.title, metric.weight, {}});
    if (i >= gap::kFeatureCount) {
      lines[i].scores = gap::MinOverEach(gap::PrintedValues(kFigures[i - gap::kFeatureCount]));
      continue;
    }
    for (const PublishedSimulator& simulator : PublishedSimulators()) {
      lines[i].scores.push_back(gap::AsList(gap::ScoresOf(simulator.features))[i]);
    }
  }
  return lines;
}

/// Printed and computed values in pairs, bold where they differ.
std::vector<Shown> PairsOf(double weight, const std::vector<double>& printed,
                           const std::vector<double>& computed) {
  std::vector<Shown> row = {{weight, 0}};
  for (std::size_t i = 0; i < printed.size(); ++i) {
    row.push_back(Printed(printed[i], kScoreDecimals));
    row.push_back({computed[i], kScoreDecimals});
    row.back().strong = Fixed(printed[i], kScoreDecimals) != Fixed(computed[i], kScoreDecimals);
  }
  return row;
}

/// Table 11 of the article's four alone: as printed, and as the equations give it from Table 10.
void AddPrintedScores(StudyOutcome* outcome) {
  std::vector<Sheet::Column> columns = {{"Weight"}};
  std::vector<double> printed_totals;
  for (const PublishedSimulator& simulator : PublishedSimulators()) {
    columns.push_back({simulator.name + " printed"});
    columns.push_back({simulator.name + " by eq."});
    printed_totals.push_back(simulator.total);
  }
  Sheet sheet("table_11_print", columns, outcome);
  std::vector<gap::ScoreLine> lines = ComputedLines();
  std::vector<gap::ScoreLine> printed_lines = lines;
  double weights = 0.0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    weights += lines[i].weight;
    for (std::size_t s = 0; s < printed_totals.size(); ++s) {
      printed_lines[i].scores[s] = PublishedSimulators()[s].scores[i];
    }
    sheet.AddRow(lines[i].name, PairsOf(lines[i].weight, printed_lines[i].scores, lines[i].scores));
  }
  const auto add_totals = [&](const char* title, const std::vector<gap::ScoreLine>& of) {
    sheet.AddRow(title, PairsOf(weights, printed_totals, gap::WeightedTotals(of)), true);
  };
  add_totals("Total", lines);
  lines[gap::kRealTimeFactor].scores =
      gap::EachOverGreatest(gap::PrintedValues(&PublishedSimulator::real_time_factor));
  add_totals("Total with R / max R", lines);
  add_totals("Weights times printed scores", printed_lines);
}

/// Adds facts that notes refer to.
void AddFacts(const StudyInput& input, const Judgement& judgement, Record* facts) {
  const bool is_core = input.options.load_unit == StudyOptions::LoadUnit::kOneCore;
  const bool estimated = std::any_of(judgement.contenders.begin(), judgement.contenders.end(),
                                     [](const Contender& one) { return one.imu_estimated; });
  const bool missing = std::any_of(judgement.totals.begin(), judgement.totals.end(),
                                   [](double total) { return std::isnan(total); });
  facts->Set("load_unit", is_core ? "core" : "machine")
      .Set("columns", static_cast<double>(input.columns.size()))
      .Set("recordings", static_cast<double>(input.real.size()))
      .Set("estimated", estimated ? 1.0 : 0.0)
      .Set("total_missing", missing ? 1.0 : 0.0);
  if (!judgement.tests_without_real.empty()) {
    facts->Set("tests_without_real", Listed(judgement.tests_without_real));
  }
}

}  // namespace

StudyOutcome MakeStudy(const StudyInput& input) {
  const Judgement judgement = Judge(input);
  StudyOutcome outcome;
  AddFacts(input, judgement, &outcome.facts);
  AddFeatures(input.features, &outcome);
  for (const Kind& kind : Kinds()) {
    AddStats(kind, input, judgement, &outcome);
    AddErrors(kind, judgement, &outcome);
  }
  AddTestErrors(input, judgement, &outcome);
  AddMeasured(judgement, &outcome);
  AddScores(input.options.rtf_rule == StudyOptions::RtfRule::kPrint, judgement, &outcome);
  AddPrintedScores(&outcome);
  outcome.sections.push_back({"Which simulator?", "", {}, {}, MakeDecision(judgement), "", {}});
  return outcome;
}

}  // namespace surefoot::experiment
