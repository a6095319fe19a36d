#include <algorithm>
#include <cmath>

#include "surefoot/evaluation/studies/simulators/study_cells.h"
#include "surefoot/evaluation/studies/simulators/study_tables.h"

namespace surefoot::experiment {
namespace {

using report::Cell;
using report::Table;

const char* const kEstimateNote =
    "estimate: CoppeliaSim's printed error of six tests, times our error over its error in the one "
    "test that is printed, straight over gravel";

std::vector<Cell> NamesRow(const char* first, const Judgement& judgement) {
  std::vector<Cell> header = {first};
  for (const Contender& contender : judgement.contenders) header.push_back(NameCell(contender));
  return header;
}

/// Figures of Table 10; the best is the greatest or the least.
std::vector<Cell> FigureRow(const std::string& title, double Contender::*member, int decimals,
                            int our_decimals, Best best, const Judgement& judgement) {
  std::vector<Cell> row = {Cell(title)};
  const std::vector<double> values = FiguresOf(judgement.contenders, member);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool ours = judgement.contenders[i].ours;
    row.push_back(ours ? Cell::Number(values[i], our_decimals) : PrintedCell(values[i], decimals));
  }
  MarkBest(values, best, 1, &row);
  return row;
}

std::vector<Cell> ErrorRow(const std::string& title, double Contender::*member,
                           const Judgement& judgement) {
  std::vector<Cell> row = {Cell(title)};
  for (const Contender& contender : judgement.contenders) {
    const double value = contender.*member;
    row.push_back(!contender.ours           ? PrintedCell(value, 2)
                  : contender.imu_estimated ? EstimateCell(value, 2, kEstimateNote)
                                            : Cell::Number(value, 2));
  }
  return row;
}

/// The one test that is printed, of CoppeliaSim and ours.
std::vector<Cell> PrintedTestRow(const std::string& title, const gap::PublishedExample& print,
                                 double peer, Averaged TestError::*sum,
                                 const Judgement& judgement) {
  std::vector<Cell> row = {Cell(title)};
  std::vector<double> values;
  for (const Contender& contender : judgement.contenders) {
    if (contender.printed_error) {
      values.push_back(((*contender.printed_error).*sum).mean);
      row.push_back(Cell::Number(values.back(), print.decimals));
      continue;
    }
    const bool is_peer = contender.name == gap::PublishedSimulators().front().name;
    values.push_back(is_peer ? peer : std::nan(""));
    row.push_back(PrintedCell(values.back(), print.decimals));
    if (is_peer && Fixed(peer, print.decimals) != Fixed(print.sum, print.decimals)) {
      row.back().note = "by equation (7); printed " + Fixed(print.sum, print.decimals);
    }
  }
  MarkBest(values, Best::kLeast, 1, &row);
  return row;
}

std::vector<std::string> NotesOfTable10(const StudyInput& input, const Judgement& judgement) {
  std::vector<std::string> notes = {
      "Real-time factors and CPU loads were printed of runs that keep step with the clock, so ours "
      "are of such runs; the rows \"unpaced\" are of runs as fast as possible."};
  notes.push_back(input.options.load_unit == StudyOptions::LoadUnit::kOneCore
                      ? "100 % is one core. The article does not say whether its 100 % is one core "
                        "or the machine; this is the harder reading for us."
                      : "100 % is the whole machine. The article does not say whether its 100 % is "
                        "one core or the machine; this is the easier reading for us.");
  notes.push_back("The computers differ: the article used an Intel Core i7-9700K at 3.6 GHz.");
  if (!judgement.tests_without_real.empty() && !input.columns.empty()) {
    notes.push_back("Errors of six tests need recordings of a real drive of each; missing here: " +
                    Joined(judgement.tests_without_real) + " (--real).");
  }
  if (!input.real.empty()) {
    notes.push_back(
        "Our errors of six tests are against the recordings that were given, those of the four "
        "against the article's own drives; they compare only as far as these are alike.");
  }
  return notes;
}

std::vector<Cell> ScoreRow(const Cell& title, double weight, const std::vector<double>& scores,
                           const Judgement& judgement, bool faint) {
  std::vector<Cell> row = {title, std::isnan(weight) ? Cell("-") : Cell::Number(weight, 0)};
  if (weight != std::floor(weight) && !std::isnan(weight)) row[1] = Cell::Number(weight, 2);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    row.push_back(Cell::Number(scores[i], gap::kScoreDecimals));
    row.back().faint = faint || !judgement.contenders[i].ours;
  }
  return row;
}

/// Our IMU scores, where they are estimates.
void MarkEstimates(const Judgement& judgement, const std::vector<double>& scores,
                   std::vector<Cell>* row) {
  for (std::size_t i = 0; i < judgement.contenders.size(); ++i) {
    if (!judgement.contenders[i].imu_estimated) continue;
    (*row)[2 + i] = EstimateCell(scores[i], gap::kScoreDecimals, kEstimateNote);
  }
}

void AddRtfRows(const StudyInput& input, const Judgement& judgement, Table* table) {
  const bool print = input.options.rtf_rule == StudyOptions::RtfRule::kPrint;
  const double weight = judgement.weights[gap::kRealTimeFactor];
  const std::string title = gap::StudyMetrics()[gap::kRealTimeFactor].title + " (paced)";
  table->rows.push_back(ScoreRow(Cell(title + ", R / max R"), print ? weight : std::nan(""),
                                 judgement.rtf_by_print, judgement, !print));
  table->rows.push_back(ScoreRow(Cell(title + ", equation (3)"), print ? std::nan("") : weight,
                                 judgement.rtf_by_equation, judgement, print));
}

void AddTotals(const Judgement& judgement, Table* table) {
  std::vector<Cell> partial =
      ScoreRow(TotalTitle("Total without the IMU"), judgement.weight_sum_without_imu,
               judgement.totals_without_imu, judgement, false);
  MarkBest(judgement.totals_without_imu, Best::kGreatest, 2, &partial);
  table->rows.push_back(partial);
  std::vector<Cell> total =
      ScoreRow(TotalTitle("Total"), judgement.weight_sum, judgement.totals, judgement, false);
  MarkEstimates(judgement, judgement.totals, &total);
  MarkBest(judgement.totals, Best::kGreatest, 2, &total);
  table->rows.push_back(total);
  std::vector<Cell> printed = {TotalTitle("Total as printed"), Cell("-")};
  for (const gap::PublishedSimulator& simulator : gap::PublishedSimulators()) {
    printed.push_back(PrintedCell(simulator.total, gap::kScoreDecimals));
  }
  printed.resize(2 + judgement.contenders.size());
  table->rows.push_back(printed);
}

}  // namespace

Table Table10(const StudyInput& input, const Judgement& judgement) {
  Table table{"table_10", "Table 10: what was measured", NamesRow("Metric", judgement), {}, {}};
  const auto add = [&](const char* title, double Contender::*member, int decimals, int our_decimals,
                       Best best) {
    table.rows.push_back(FigureRow(title, member, decimals, our_decimals, best, judgement));
  };
  add("Real-time factor, paced", &Contender::rtf_paced, 3, 3, Best::kGreatest);
  add("Real-time factor, unpaced", &Contender::rtf_unpaced, 1, 1, Best::kGreatest);
  add("CPU load, one Husky, paced (%)", &Contender::load_1_paced, 0, 1, Best::kLeast);
  add("CPU load, five Huskies, paced (%)", &Contender::load_2_paced, 0, 1, Best::kLeast);
  add("CPU load, one Husky, unpaced (%)", &Contender::load_1_unpaced, 0, 1, Best::kLeast);
  add("CPU load, five Huskies, unpaced (%)", &Contender::load_2_unpaced, 0, 1, Best::kLeast);
  const gap::ImuError peer = gap::ErrorOf(gap::PublishedCoppeliaSim(), gap::PublishedReal());
  table.rows.push_back(PrintedTestRow("Angular velocity error, straight over gravel (rad/s)",
                                      gap::AngularVelocityExample(), peer.angular_velocity(),
                                      &TestError::angular_velocity, judgement));
  table.rows.push_back(PrintedTestRow("Linear acceleration error, straight over gravel (m/s^2)",
                                      gap::LinearAccelerationExample(), peer.linear_acceleration(),
                                      &TestError::linear_acceleration, judgement));
  table.rows.push_back(ErrorRow("Angular velocity error, six tests (rad/s)",
                                &Contender::angular_velocity_error, judgement));
  table.rows.push_back(ErrorRow("Linear acceleration error, six tests (m/s^2)",
                                &Contender::linear_acceleration_error, judgement));
  table.notes = NotesOfTable10(input, judgement);
  return table;
}

Table Table11(const StudyInput& input, const Judgement& judgement) {
  Table table{
      "table_11", "Table 11: scores and weighted totals", NamesRow("Metric", judgement), {}, {}};
  table.header.insert(table.header.begin() + 1, Cell("Weight"));
  for (std::size_t i = 0; i < gap::kStudyMetricCount; ++i) {
    if (i == gap::kRealTimeFactor) {
      AddRtfRows(input, judgement, &table);
      continue;
    }
    std::vector<Cell> row = ScoreRow(Cell(gap::StudyMetrics()[i].title), judgement.weights[i],
                                     judgement.scores[i], judgement, false);
    if (i >= gap::kAngularVelocity) MarkEstimates(judgement, judgement.scores[i], &row);
    table.rows.push_back(row);
  }
  AddTotals(judgement, &table);
  table.notes = {
      "Computed by the equations from Tables 4 and 10. Least and greatest are taken over all "
      "columns, ours included, so scores of the four differ from the printed ones.",
      "Of the two scores of the real-time factor, the one with a weight enters the totals: the "
      "article divides by the greatest, while its equation (3) gives the best score to the "
      "slowest.",
  };
  const auto is_estimated = [](const Contender& contender) { return contender.imu_estimated; };
  if (std::any_of(judgement.contenders.begin(), judgement.contenders.end(), is_estimated)) {
    table.notes.push_back(
        "Scores and totals with ~ rest on an estimate of our IMU errors and are no measurement; "
        "the row \"Total without the IMU\" is.");
  }
  const auto is_missing = [](double total) { return std::isnan(total); };
  if (std::any_of(judgement.totals.begin(), judgement.totals.end(), is_missing)) {
    table.notes.push_back("A total is missing (-) where one of its figures was not measured.");
  }
  return table;
}

}  // namespace surefoot::experiment
