#pragma once

#include <string>
#include <vector>

#include "surefoot/evaluation/run/study_outcome.h"
#include "surefoot/evaluation/studies/simulators/study_judgement.h"

namespace surefoot::experiment {

/// A cell of a table of the study.
struct Shown {
  Value value;
  int decimals = 0;
  /// True for a published value, which is de-emphasized.
  bool faint = false;
  std::string note = {};
  bool estimate = false;
  bool strong = false;
};

Shown Printed(double value, int decimals);
/// A printed value, with a note when `computed` differs from it.
Shown Checked(double printed, double computed, int decimals, const std::string& rule);
/// A mean, with its interval as a note if there are several trials.
Shown Mean(const Averaged& value, int decimals);
/// Marks a value as an estimate of Surefoot's IMU errors.
Shown Estimate(double value, int decimals);

std::string Fixed(double value, int decimals);
/// Joins names: "a, b, c"; "none" for an empty list.
std::string Listed(const std::vector<std::string>& names);

/// Makes the largest (or smallest) finite number in the cells from `first` on bold, unless all are
/// equal.
enum class Best { kHighest, kLowest };
void MarkBest(const std::vector<double>& values, Best best, std::size_t first,
              std::vector<Shown>* row);

/// Builds a table as a set of records, one for each row and column, for a pivot table of the
/// description.
class Sheet {
 public:
  struct Column {
    std::string name;
    /// Of those that were published.
    bool theirs = false;
  };
  /// `outcome` must outlive the sheet.
  Sheet(std::string name, std::vector<Column> columns, StudyOutcome* outcome);

  /// Adds a row with one cell per column. `total`: a row of totals.
  void AddRow(const std::string& title, const std::vector<Shown>& cells, bool total = false);

 private:
  std::string name_;
  std::vector<Column> columns_;
  StudyOutcome* outcome_;
};

}  // namespace surefoot::experiment
