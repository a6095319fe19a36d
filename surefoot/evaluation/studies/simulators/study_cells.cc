#include "surefoot/evaluation/studies/simulators/study_cells.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/text.h"

namespace surefoot::experiment {

using report::Cell;

std::string Fixed(double value, int decimals) { return Cell::Number(value, decimals).text; }

std::string Joined(const std::vector<std::string>& names) {
  const std::string text = surefoot::Joined(names);
  return text.empty() ? "none" : text;
}

Cell PrintedCell(double value, int decimals) {
  Cell cell = Cell::Number(value, decimals);
  cell.faint = true;
  return cell;
}

Cell CheckedCell(double printed, double computed, int decimals, const std::string& rule) {
  Cell cell = PrintedCell(printed, decimals);
  const std::string right = Fixed(computed, decimals);
  if (right != cell.text) cell.note = "printed; " + rule + " gives " + right;
  return cell;
}

Cell AveragedCell(const Averaged& value, int decimals) {
  Cell cell = Cell::Number(value.mean, decimals);
  if (std::isfinite(value.interval.low)) {
    cell.note = "mean of " + std::to_string(value.trials) + " trials; 95 % interval of the mean " +
                Fixed(value.interval.low, decimals) + " to " + Fixed(value.interval.high, decimals);
  }
  return cell;
}

Cell EstimateCell(double value, int decimals, const std::string& note) {
  Cell cell = Cell::Number(value, decimals);
  if (!std::isfinite(value)) return cell;
  cell.text = "~" + cell.text;
  cell.faint = true;
  cell.note = note;
  return cell;
}

Cell TotalTitle(const std::string& text) {
  Cell cell(text);
  cell.strong = true;
  return cell;
}

Cell NameCell(const Contender& contender) {
  Cell cell(contender.name);
  cell.faint = !contender.ours;
  return cell;
}

void MarkBest(const std::vector<double>& values, Best best, std::size_t first,
              std::vector<Cell>* row) {
  double chosen = std::nan("");
  for (double value : values) {
    const bool better = best == Best::kGreatest ? value > chosen : value < chosen;
    if (std::isfinite(value) && (better || std::isnan(chosen))) chosen = value;
  }
  const auto is_worse = [&](double value) { return std::isfinite(value) && value != chosen; };
  if (std::none_of(values.begin(), values.end(), is_worse)) return;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] != chosen) continue;
    (*row)[first + i].strong = true;
    (*row)[first + i].faint = false;
  }
}

}  // namespace surefoot::experiment
