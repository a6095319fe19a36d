#include "surefoot/evaluation/studies/simulators/study_sheet.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/report/text.h"

// Cells are formatted here and not by the description, because notes depend on pairs of numbers
// (printed and computed) and bold marks on a whole row.

namespace surefoot::experiment {
namespace {

const char* const kEstimateNote =
    "estimate: CoppeliaSim's printed error of six tests, times our error over its error in the one "
    "test that is printed, straight over gravel";

}  // namespace

/// A number with fixed decimals.
std::string Fixed(double value, int decimals) { return report::FixedNumber(value, decimals); }

std::string Listed(const std::vector<std::string>& names) {
  return names.empty() ? "none" : Joined(names);
}

Shown Printed(double value, int decimals) { return {value, decimals, true}; }

Shown Checked(double printed, double computed, int decimals, const std::string& rule) {
  Shown cell = Printed(printed, decimals);
  const std::string right = Fixed(computed, decimals);
  if (right != Fixed(printed, decimals)) cell.note = "printed; " + rule + " gives " + right;
  return cell;
}

Shown Mean(const Averaged& value, int decimals) {
  Shown cell{value.mean, decimals};
  if (std::isfinite(value.interval.low)) {
    cell.note = "mean of " + std::to_string(value.trials) + " trials; 95 % interval of the mean " +
                Fixed(value.interval.low, decimals) + " to " + Fixed(value.interval.high, decimals);
  }
  return cell;
}

Shown Estimate(double value, int decimals) {
  if (!std::isfinite(value)) return {value, decimals};
  return {value, decimals, true, kEstimateNote, true};
}

void MarkBest(const std::vector<double>& values, Best best, std::size_t first,
              std::vector<Shown>* row) {
  double chosen = std::nan("");
  for (double value : values) {
    const bool better = best == Best::kHighest ? value > chosen : value < chosen;
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

Sheet::Sheet(std::string name, std::vector<Column> columns, StudyOutcome* outcome)
    : name_(std::move(name)), columns_(std::move(columns)), outcome_(outcome) {}

void Sheet::AddRow(const std::string& title, const std::vector<Shown>& cells, bool total) {
  RecordSet& set = outcome_->Set(name_);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Shown& cell = cells[i];
    set.Add()
        .Set("row", title)
        .Set("total", total ? 1.0 : 0.0)
        .Set("column", columns_[i].name)
        .Set("theirs", columns_[i].theirs ? 1.0 : 0.0)
        .Set("sign", cell.estimate ? "~" : "")
        .Set("value", cell.value)
        .Set("decimals", static_cast<double>(cell.decimals))
        .Set("faint", cell.faint ? 1.0 : 0.0)
        .Set("strong", cell.strong ? 1.0 : 0.0)
        .Set("note", cell.note);
  }
}

}  // namespace surefoot::experiment
