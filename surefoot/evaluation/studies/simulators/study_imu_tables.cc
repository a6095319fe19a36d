#include <cmath>

#include "surefoot/evaluation/studies/simulators/study_cells.h"
#include "surefoot/evaluation/studies/simulators/study_tables.h"

namespace surefoot::experiment {
namespace {

using report::Cell;
using report::Table;

constexpr const char* kAxes[3] = {"X", "Y", "Z"};

/// Angular velocities or linear accelerations.
struct Kind {
  const char* quantity;
  const char* unit;
  std::array<gap::SeriesStats, 3> gap::ImuStats::*stats;
  std::array<gap::SeriesError, 3> gap::ImuError::*errors;
  Averaged TestError::*sum;
  const gap::PublishedExample& print;
};

Kind Angular() {
  return {"angular velocity",           "rad/s",
          &gap::ImuStats::gyro,         &gap::ImuError::gyro,
          &TestError::angular_velocity, gap::AngularVelocityExample()};
}

Kind Linear() {
  return {"linear acceleration",           "m/s^2",
          &gap::ImuStats::accel,           &gap::ImuError::accel,
          &TestError::linear_acceleration, gap::LinearAccelerationExample()};
}

Cell Faint(const char* text) {
  Cell cell(text);
  cell.faint = true;
  return cell;
}

const char* const kStatsNote =
    "Range: mean of the highest one percent of the samples minus mean of the lowest. Axes: x "
    "forward, z down, as the printed -11.5 m/s^2 of gravity says.";

struct StatsColumn {
  Cell name;
  /// nullptr: not driven.
  const gap::ImuStats* stats;
};

Table StatsTable(const Kind& kind, int number, const StudyInput& input,
                 const Judgement& judgement) {
  const gap::ImuStats printed = gap::PublishedReal();
  const gap::ImuStats peer = gap::PublishedCoppeliaSim();
  std::vector<StatsColumn> columns = {{Faint("Real Husky (print)"), &printed}};
  const auto real = input.real.find(kPrintedTest);
  const gap::ImuStats recorded = real == input.real.end() ? printed : gap::ZDown(real->second);
  if (real != input.real.end()) columns.push_back({Cell("Real (recording)"), &recorded});
  columns.push_back({Faint("CoppeliaSim"), &peer});
  for (const Contender& contender : judgement.contenders) {
    if (!contender.ours) continue;
    columns.push_back(
        {NameCell(contender), contender.printed_test ? &*contender.printed_test : nullptr});
  }
  Table table;
  table.id = "table_" + std::to_string(number);
  table.caption = "Table " + std::to_string(number) + ": " + kind.quantity +
                  " straight over gravel (" + kind.unit + ")";
  table.header = {"Axis"};
  for (const StatsColumn& column : columns) table.header.push_back(column.name);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::vector<Cell> ranges = {Cell(std::string(kAxes[axis]) + " range")};
    std::vector<Cell> means = {Cell(std::string(kAxes[axis]) + " mean")};
    for (const StatsColumn& column : columns) {
      gap::SeriesStats stats{std::nan(""), std::nan(""), std::nan("")};
      if (column.stats != nullptr) stats = (column.stats->*kind.stats)[axis];
      ranges.push_back(Cell::Number(stats.range(), kind.print.decimals));
      means.push_back(Cell::Number(stats.mean, kind.print.decimals));
      ranges.back().faint = means.back().faint = column.name.faint;
    }
    table.rows.push_back(ranges);
    table.rows.push_back(means);
  }
  table.notes = {kStatsNote};
  return table;
}

/// Range, mean or total error of an axis.
using ErrorFigure = double (*)(const gap::SeriesError&);
struct ErrorRow {
  const char* name;
  ErrorFigure figure;
  double gap::PublishedAxis::*printed;
};
constexpr ErrorRow kErrorRows[3] = {
    {"range error", [](const gap::SeriesError& e) { return e.range; },
     &gap::PublishedAxis::range_error},
    {"mean error", [](const gap::SeriesError& e) { return e.mean; },
     &gap::PublishedAxis::mean_error},
    {"total error", [](const gap::SeriesError& e) { return e.total(); },
     &gap::PublishedAxis::total_error}};

void AddOurErrors(const Kind& kind, std::size_t axis, ErrorFigure figure,
                  const Judgement& judgement, std::vector<Cell>* row) {
  for (const Contender& contender : judgement.contenders) {
    if (!contender.ours) continue;
    const std::optional<TestError>& error = contender.printed_error;
    row->push_back(Cell::Number(error ? figure((error->error.*kind.errors)[axis]) : std::nan(""),
                                kind.print.decimals));
  }
}

std::vector<Cell> SumRow(const Kind& kind, const gap::ImuError& by_equation,
                         const Judgement& judgement) {
  const int decimals = kind.print.decimals;
  double sum = 0.0;
  for (const gap::SeriesError& error : by_equation.*kind.errors) sum += error.total();
  std::vector<Cell> row = {TotalTitle("Sum"),
                           CheckedCell(kind.print.sum, sum, decimals, "equation (7)"),
                           PrintedCell(sum, decimals)};
  std::vector<double> sums = {sum};
  for (const Contender& contender : judgement.contenders) {
    if (!contender.ours) continue;
    const std::optional<TestError>& error = contender.printed_error;
    row.push_back(error ? AveragedCell((*error).*kind.sum, decimals)
                        : Cell::Number(std::nan(""), decimals));
    sums.push_back(error ? ((*error).*kind.sum).mean : std::nan(""));
  }
  MarkBest(sums, Best::kLeast, 2, &row);
  return row;
}

Table ErrorsTable(const Kind& kind, int number, const Judgement& judgement) {
  Table table;
  table.id = "table_" + std::to_string(number);
  table.caption = "Table " + std::to_string(number) + ": errors of the " + kind.quantity +
                  " straight over gravel (" + kind.unit + ")";
  table.header = {"Axis", Faint("CoppeliaSim, printed"), Faint("CoppeliaSim, by equation (7)")};
  for (const Contender& contender : judgement.contenders) {
    if (contender.ours) table.header.push_back(NameCell(contender));
  }
  const gap::ImuError by_equation = gap::ErrorOf(gap::PublishedCoppeliaSim(), gap::PublishedReal());
  const int decimals = kind.print.decimals;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const ErrorRow& what : kErrorRows) {
      const double right = what.figure((by_equation.*kind.errors)[axis]);
      std::vector<Cell> row = {
          Cell(std::string(kAxes[axis]) + " " + what.name),
          CheckedCell(kind.print.axes[axis].*what.printed, right, decimals, "equation (7)"),
          PrintedCell(right, decimals)};
      AddOurErrors(kind, axis, what.figure, judgement, &row);
      table.rows.push_back(row);
    }
  }
  table.rows.push_back(SumRow(kind, by_equation, judgement));
  table.notes = {
      "Equation (7) of one test, against the printed figures of the real Husky: distance of "
      "the ranges plus distance of the means."};
  return table;
}

void AddTestRows(const Kind& kind, const StudyInput& input, const Judgement& judgement,
                 Table* table) {
  for (const StudyTest& test : input.tests) {
    std::vector<Cell> row = {Cell(test.title + ", " + kind.quantity + " (" + kind.unit + ")")};
    std::vector<double> sums;
    for (const Contender& contender : judgement.contenders) {
      if (!contender.ours) continue;
      const TestError* error = contender.ErrorIn(test.id);
      sums.push_back(error == nullptr ? std::nan("") : (error->*kind.sum).mean);
      row.push_back(error == nullptr ? Cell::Number(std::nan(""), kind.print.decimals)
                                     : AveragedCell(error->*kind.sum, kind.print.decimals));
    }
    MarkBest(sums, Best::kLeast, 1, &row);
    table->rows.push_back(row);
  }
}

}  // namespace

Table Table6(const StudyInput& input, const Judgement& judgement) {
  return StatsTable(Angular(), 6, input, judgement);
}

Table Table7(const StudyInput& input, const Judgement& judgement) {
  return StatsTable(Linear(), 7, input, judgement);
}

Table Table8(const Judgement& judgement) { return ErrorsTable(Angular(), 8, judgement); }
Table Table9(const Judgement& judgement) { return ErrorsTable(Linear(), 9, judgement); }

Table ErrorTable(const StudyInput& input, const Judgement& judgement) {
  Table table{"table_imu_errors",
              "Errors of each test by equation (7), summed over the axes",
              {"Test"},
              {},
              {}};
  for (const Contender& contender : judgement.contenders) {
    if (contender.ours) table.header.push_back(NameCell(contender));
  }
  AddTestRows(Angular(), input, judgement, &table);
  AddTestRows(Linear(), input, judgement, &table);
  return table;
}

}  // namespace surefoot::experiment
