#include "surefoot/evaluation/studies/avoidance/avoidance_report.h"

#include <cmath>

#include "surefoot/evaluation/report/text.h"

namespace surefoot::studies {
namespace {

using experiment::StudySection;
using report::Cell;
using report::Line;
using report::LinePlot;
using report::Table;
using report::Tone;

/// Height of the recordings' picture, m.
constexpr double kArenaHeight = 0.91;

std::vector<double> InCm(std::vector<double> values) {
  for (double& value : values) value *= 100.0;
  return values;
}

Line LineOf(const std::string& name, Tone tone, const std::vector<double>& x,
            const std::vector<double>& y, bool dashed = false) {
  return Line{name, tone, x, InCm(y), dashed, Line::Symbols::kNone};
}

Spread SpreadAt(const std::vector<AvoidanceTrace>& runs, const std::vector<double>& instants,
                std::vector<double> AvoidanceTrace::*axis) {
  std::vector<std::vector<double>> samples;
  for (const AvoidanceTrace& run : runs) {
    samples.emplace_back();
    for (const double t : instants) samples.back().push_back(100.0 * At(run, run.*axis, t));
  }
  return SpreadOf(samples);
}

/// As Figure 7 (b): x and y over time, their bands, the ideal, and the error.
LinePlot OverTime(const std::string& title, const std::vector<AvoidanceTrace>& runs,
                  const AvoidanceTrace& ideal) {
  LinePlot plot;
  plot.title = title;
  plot.x.label = "time (s)";
  plot.y.label = "cm";
  const struct {
    const char* name;
    std::vector<double> AvoidanceTrace::*axis;
    Tone tone;
  } axes[] = {{"x", &AvoidanceTrace::x, Tone::kSecond}, {"y", &AvoidanceTrace::y, Tone::kThird}};
  for (const auto& one : axes) {
    const Spread spread = SpreadAt(runs, ideal.t, one.axis);
    AddBands(ideal.t, spread, one.tone, &plot);
    plot.lines.push_back(
        Line{one.name, one.tone, ideal.t, spread.median, false, Line::Symbols::kNone});
    plot.lines.push_back(
        LineOf(std::string(one.name) + ", ideal", one.tone, ideal.t, ideal.*one.axis, true));
  }
  plot.lines.push_back(
      LineOf("RMSE to the ideal", Tone::kFirst, ideal.t, ErrorOverTime(runs, ideal)));
  return plot;
}

LinePlot Paths(const AvoidanceResult& result, const AvoidanceTrace& ideal) {
  LinePlot plot;
  plot.title = "Paths";
  plot.x.label = "x (cm)";
  plot.y.label = "y (cm)";
  plot.equal_scales = true;
  const auto add = [&plot](const char* name, Tone tone, const std::vector<AvoidanceTrace>& runs) {
    Line line{name, tone, {}, {}, false, Line::Symbols::kNone};
    for (const AvoidanceTrace& run : runs) {
      for (std::size_t i = 0; i < run.size(); ++i) {
        line.x.push_back(100.0 * run.x[i]);
        line.y.push_back(100.0 * run.y[i]);
      }
      line.x.push_back(std::nan(""));
      line.y.push_back(std::nan(""));
    }
    if (!line.x.empty()) plot.lines.push_back(std::move(line));
  };
  add("simulated", Tone::kFirst, result.simulated);
  add("real", Tone::kReal, result.real);
  plot.lines.push_back(
      Line{"ideal", Tone::kThird, InCm(ideal.x), InCm(ideal.y), true, Line::Symbols::kNone});
  return plot;
}

std::string Both(const Spreading& number, double unit, int decimals) {
  return report::FixedNumber(unit * number.mean, decimals) + " ± " +
         report::FixedNumber(unit * number.deviation, decimals);
}

Table FeatureTable(const AvoidanceResult& result) {
  Table table;
  table.id = "features_" + result.variant.name;
  table.caption = "What the runs are made of: mean ± standard deviation";
  table.header = {"", "simulated", "real"};
  const FeatureSummary a = Summarize(result.simulated);
  const FeatureSummary b = Summarize(result.real);
  const double degrees = 180.0 / M_PI;
  const struct {
    const char* name;
    Spreading FeatureSummary::*member;
    double unit;
  } rows[] = {{"speed on the first and third leg (cm/s)", &FeatureSummary::speed, 100.0},
              {"heading drift (deg/s)", &FeatureSummary::drift, degrees},
              {"turn (deg)", &FeatureSummary::turn, degrees},
              {"heading on the first leg (deg)", &FeatureSummary::heading, degrees},
              {"x where it first turns (cm)", &FeatureSummary::corner_x, 100.0},
              {"y where it turns again (cm)", &FeatureSummary::corner_y, 100.0},
              {"from there to the last place (cm)", &FeatureSummary::last_leg, 100.0},
              {"last x (cm)", &FeatureSummary::end_x, 100.0},
              {"last y (cm)", &FeatureSummary::end_y, 100.0},
              {"passes x = 55 cm at (s)", &FeatureSummary::clock, 1.0},
              {"back past x = 62 cm after (s)", &FeatureSummary::round, 1.0},
              {"tag from the axle in turns (cm)", &FeatureSummary::lever, 100.0}};
  for (const auto& row : rows) {
    table.rows.push_back({row.name, Both(a.*row.member, row.unit, 2),
                          b.turned > 0 ? Both(b.*row.member, row.unit, 2) : "-"});
  }
  const auto turned = [](const FeatureSummary& s) {
    return std::to_string(s.turned) + " of " + std::to_string(s.runs);
  };
  table.rows.push_back({"runs that are U-turns", turned(a), b.runs > 0 ? turned(b) : "-"});
  table.notes = {"Of U-turns only; measured in the same way on both."};
  return table;
}

Table JudgementTable(const std::vector<AvoidanceResult>& results) {
  Table table;
  table.id = "avoidance";
  table.caption = "Simulated against real runs";
  table.header = {"Variant",
                  "Runs: simulated / real",
                  "Last place off (cm)",
                  "Spread there, ratio",
                  "Inside the 90 % band",
                  "Least instant"};
  const auto add = [&table](const std::string& name, const AvoidanceJudgement& j, bool faint) {
    table.rows.push_back({name, std::to_string(j.simulated) + " / " + std::to_string(j.real),
                          Cell::Number(100.0 * j.end_error, 2), Cell::Number(j.end_spread_ratio, 2),
                          Cell::Number(j.coverage, 2), Cell::Number(j.least_coverage, 2)});
    for (Cell& cell : table.rows.back()) cell.faint = faint;
  };
  for (const AvoidanceResult& result : results) {
    if (!result.has_real()) continue;
    add(result.variant.name, result.judgement, false);
    if (!result.has_fit()) continue;
    for (const AvoidanceJudgement& j : result.cross.judgements) {
      add(result.variant.name + ", fitted on the other half", j, true);
    }
  }
  table.notes = {
      "Spread: root of the summed variances of x and y of the last places, simulated over real.",
      "Inside the band: share of real places between the 5 and 95 % quantiles of the simulated "
      "ones at the same instant of the recording's clock, over x, y and all instants."};
  return table;
}

Table ModelTable(const std::vector<AvoidanceResult>& results) {
  Table table;
  table.id = "model";
  table.caption = "Numbers of the model: as used, and as fitted to all recordings";
  table.header = {"Number"};
  for (const AvoidanceResult& result : results) {
    table.header.push_back(result.variant.name);
    if (result.has_fit()) table.header.push_back(result.variant.name + ", fitted");
  }
  for (const ModelNumber& number : ModelNumbers()) {
    std::vector<Cell> row = {std::string(number.name) + " (" + number.unit_name + ")"};
    for (const AvoidanceResult& result : results) {
      row.push_back(Both(result.variant.model.*number.member, number.unit, 4));
      if (result.has_fit()) row.push_back(Both(result.fitted.*number.member, number.unit, 4));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

StudySection AvoidanceSection(const AvoidanceSettings& settings, const AvoidanceResult& result) {
  StudySection section;
  section.title = result.variant.name + ": " + result.variant.title;
  const std::vector<double> instants = InstantsOf(result.simulated, result.real);
  const AvoidanceTrace ideal = IdealTrace(settings, result.variant, instants);
  std::vector<LinePlot> plots = {OverTime("Simulated", result.simulated, ideal)};
  if (result.has_real()) plots.push_back(OverTime("Real", result.real, ideal));
  section.figures.emplace_back(
      "Figure 7 (b) of the article: x and y over time (medians; bands: 50 and 90 % of the runs), "
      "the ideal, and the root mean squared distance from it.",
      FigureOf(plots));
  experiment::Figure paths = FigureOf({Paths(result, ideal)});
  for (const AvoidanceTrace& run : result.simulated_whole) {
    paths.data.emplace_back(run.name, ToCsv(run, kArenaHeight));
  }
  section.figures.emplace_back(
      "Paths of the tag. Each simulated run is a file in the form of the recordings beside this "
      "figure's data.",
      std::move(paths));
  section.tables = {FeatureTable(result)};
  if (!result.no_fit.empty()) section.remarks = {"Not fitted: " + result.no_fit + "."};
  return section;
}

StudySection AvoidanceSummary(const std::vector<AvoidanceResult>& results,
                              const std::string& data_note) {
  StudySection section;
  section.title = "How near it is";
  section.text = data_note;
  bool any = false;
  for (const AvoidanceResult& result : results) any = any || result.has_real();
  if (any) section.tables.push_back(JudgementTable(results));
  section.tables.push_back(ModelTable(results));
  return section;
}

std::vector<experiment::StudyCheck> AvoidanceChecks(const std::vector<AvoidanceResult>& results) {
  std::vector<experiment::StudyCheck> checks;
  for (const AvoidanceResult& result : results) {
    // The bars are those of plain ultrasonic runs.
    if (!result.has_real() || result.variant.recordings != "us1") continue;
    const std::string& name = result.variant.name;
    const AvoidanceJudgement& j = result.judgement;
    checks.push_back({name + ": last place off (m)", j.end_error, 0.0, 0.02, "recordings"});
    checks.push_back({name + ": spread of the last place, ratio", j.end_spread_ratio, 1.0 / 1.5,
                      1.5, "recordings"});
    checks.push_back({name + ": share inside the 90 % band", j.coverage, 0.8, 1.0, "recordings"});
  }
  return checks;
}

std::vector<std::pair<std::string, double>> AvoidanceNumbers(
    const std::vector<AvoidanceResult>& results) {
  std::vector<std::pair<std::string, double>> numbers;
  const auto add = [&numbers](const std::string& name, const AvoidanceJudgement& j) {
    numbers.emplace_back(name + ".end_error", j.end_error);
    numbers.emplace_back(name + ".end_spread_ratio", j.end_spread_ratio);
    numbers.emplace_back(name + ".coverage", j.coverage);
    numbers.emplace_back(name + ".least_coverage", j.least_coverage);
  };
  for (const AvoidanceResult& result : results) {
    const std::string& name = result.variant.name;
    const FeatureSummary features = Summarize(result.simulated);
    numbers.emplace_back(name + ".u_turns", features.turned);
    if (!result.has_real()) continue;
    add(name, result.judgement);
    if (!result.has_fit()) continue;
    add(name + ".other_half_1", result.cross.judgements[0]);
    add(name + ".other_half_2", result.cross.judgements[1]);
  }
  return numbers;
}

}  // namespace surefoot::studies
