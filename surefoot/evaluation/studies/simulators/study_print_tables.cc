#include "surefoot/evaluation/studies/simulators/study_cells.h"
#include "surefoot/evaluation/studies/simulators/study_scores.h"
#include "surefoot/evaluation/studies/simulators/study_tables.h"

namespace surefoot::experiment {
namespace {

using gap::PublishedSimulator;
using report::Cell;
using report::Table;

std::vector<double> LeastOverPrinted(gap::Printed PublishedSimulator::*member) {
  return gap::LeastOverEach(gap::PrintedValues(member));
}

/// Table 11 of the four by the article's rules and equations.
std::vector<gap::ScoreLine> ComputedLines() {
  std::vector<gap::ScoreLine> lines;
  for (const gap::StudyMetric& metric : gap::StudyMetrics()) {
    lines.push_back({metric.title, metric.weight, {}});
  }
  for (const PublishedSimulator& simulator : gap::PublishedSimulators()) {
    const auto features = gap::AsList(gap::ScoresOf(simulator.features));
    for (std::size_t i = 0; i < features.size(); ++i) lines[i].scores.push_back(features[i]);
  }
  lines[gap::kRealTimeFactor].scores = LeastOverPrinted(&PublishedSimulator::real_time_factor);
  lines[gap::kAverageLoad].scores = LeastOverPrinted(&PublishedSimulator::average_load);
  lines[gap::kIntenseLoad].scores = LeastOverPrinted(&PublishedSimulator::intense_load);
  lines[gap::kAngularVelocity].scores =
      LeastOverPrinted(&PublishedSimulator::angular_velocity_error);
  lines[gap::kLinearAcceleration].scores =
      LeastOverPrinted(&PublishedSimulator::linear_acceleration_error);
  return lines;
}

/// Pairs of what is printed and computed; bold where they differ.
void AddPair(double printed, double computed, std::vector<Cell>* row) {
  row->push_back(PrintedCell(printed, gap::kScoreDecimals));
  row->push_back(Cell::Number(computed, gap::kScoreDecimals));
  row->back().strong = (*row)[row->size() - 2].text != row->back().text;
}

void AddTotals(const char* title, double weights, const std::vector<double>& totals, Table* table) {
  std::vector<Cell> row = {TotalTitle(title), Cell::Number(weights, 0)};
  for (std::size_t s = 0; s < totals.size(); ++s) {
    AddPair(gap::PublishedSimulators()[s].total, totals[s], &row);
  }
  table->rows.push_back(row);
}

std::vector<double> SumsOfPrinted() {
  std::vector<double> sums;
  for (const PublishedSimulator& simulator : gap::PublishedSimulators()) {
    double sum = 0.0;
    for (std::size_t i = 0; i < simulator.scores.size(); ++i) {
      sum += gap::StudyMetrics()[i].weight * simulator.scores[i];
    }
    sums.push_back(sum);
  }
  return sums;
}

}  // namespace

Table Table11AsPrinted() {
  Table table{"table_11_print",
              "Table 11 of the article: printed, and by its own equations",
              {"Metric", "Weight"},
              {},
              {}};
  for (const PublishedSimulator& simulator : gap::PublishedSimulators()) {
    table.header.push_back(Cell(simulator.name + " printed"));
    table.header.push_back(Cell(simulator.name + " by eq."));
  }
  std::vector<gap::ScoreLine> lines = ComputedLines();
  double weights = 0.0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    weights += lines[i].weight;
    std::vector<Cell> row = {Cell(lines[i].name), Cell::Number(lines[i].weight, 0)};
    for (std::size_t s = 0; s < lines[i].scores.size(); ++s) {
      AddPair(gap::PublishedSimulators()[s].scores[i], lines[i].scores[s], &row);
    }
    table.rows.push_back(row);
  }
  AddTotals("Total", weights, gap::WeightedTotals(lines), &table);
  lines[gap::kRealTimeFactor].scores =
      gap::EachOverGreatest(gap::PrintedValues(&PublishedSimulator::real_time_factor));
  AddTotals("Total with R / max R", weights, gap::WeightedTotals(lines), &table);
  AddTotals("Weights times printed scores", weights, SumsOfPrinted(), &table);
  table.notes = {
      "By eq.: features by section 3.2, the rest by equations (3), (4) and (8) from "
      "Table 10. Bold where print and computation differ.",
      "Total with R / max R takes the real-time factor as the print does and all else by "
      "the equations."};
  return table;
}

Table ContradictionTable() {
  Table table{"table_contradictions",
              "Where the article contradicts itself",
              {"Where", "What", "Printed", "Computed", "By", "Remark"},
              {},
              {}};
  std::vector<std::string> rounded;
  for (const gap::PublishedCheck& check : gap::CheckPublished()) {
    if (check.agrees()) {
      if (check.agrees_to_the_digit()) continue;
      rounded.push_back(check.where + ", " + check.what + ", " +
                        Fixed(check.printed, check.decimals) + " for " +
                        Fixed(check.computed, check.decimals));
      continue;
    }
    table.rows.push_back(
        {Cell(check.where), Cell(check.what), PrintedCell(check.printed, check.decimals),
         Cell::Number(check.computed, check.decimals), Cell(check.rule), Cell(check.remark)});
  }
  table.notes = {
      "A printed number counts as right when rounding of it and of its printed inputs "
      "can explain it. Only rounding explains: " +
      Joined(rounded) + "."};
  const std::vector<std::string> oddities = gap::PublishedOddities();
  table.notes.insert(table.notes.end(), oddities.begin(), oddities.end());
  return table;
}

}  // namespace surefoot::experiment
