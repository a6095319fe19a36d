#pragma once

/// Cells that the tables of the study share.

#include <string>
#include <vector>

#include "surefoot/evaluation/report/table.h"
#include "surefoot/evaluation/studies/simulators/study_judgement.h"

namespace surefoot::experiment {

/// A published figure: stands back behind ours.
report::Cell PrintedCell(double value, int decimals);
/// What the print gives, with a note where `computed` is another number.
report::Cell CheckedCell(double printed, double computed, int decimals, const std::string& rule);
/// A mean, with its interval as a note where there are several trials.
report::Cell AveragedCell(const Averaged& value, int decimals);
/// Marked as an estimate by its sign.
report::Cell EstimateCell(double value, int decimals, const std::string& note);
/// The title of a row of totals.
report::Cell TotalTitle(const std::string& text);
/// A name that stands over a column; the published ones stand back.
report::Cell NameCell(const Contender& contender);

std::string Fixed(double value, int decimals);
/// "a, b, c"; "none" without any.
std::string Joined(const std::vector<std::string>& names);

/// Makes the greatest (or least) of the finite numbers in cells `first` and on strong, unless they
/// are all the same.
enum class Best { kGreatest, kLeast };
void MarkBest(const std::vector<double>& values, Best best, std::size_t first,
              std::vector<report::Cell>* row);

}  // namespace surefoot::experiment
