#pragma once

#include <string>
#include <vector>

#include "surefoot/evaluation/run/study_outcome.h"
#include "surefoot/evaluation/studies/simulators/study_judgement.h"

namespace surefoot::experiment {

/// What stands in a row and a column of a table of the study.
struct Shown {
  Value value;
  int decimals = 0;
  /// A published figure: stands back behind ours.
  bool faint = false;
  std::string note = {};
  bool estimate = false;
  bool strong = false;
};

Shown Printed(double value, int decimals);
/// What the print gives, with a note where `computed` is another number.
Shown Checked(double printed, double computed, int decimals, const std::string& rule);
/// A mean, with its interval as a note where there are several trials.
Shown Mean(const Averaged& value, int decimals);
/// Marked as an estimate of our IMU errors.
Shown Estimate(double value, int decimals);

std::string Fixed(double value, int decimals);
/// "a, b, c"; "none" without any.
std::string Listed(const std::vector<std::string>& names);

/// Makes the greatest (or least) of the finite numbers in cells `first` and on strong, unless they
/// are all the same.
enum class Best { kGreatest, kLeast };
void MarkBest(const std::vector<double>& values, Best best, std::size_t first,
              std::vector<Shown>* row);

/// A table as a set of records, one for each row and column, for a pivot of the description.
class Sheet {
 public:
  struct Column {
    std::string name;
    /// Of those that were published.
    bool theirs = false;
  };
  /// The outcome must outlive the sheet.
  Sheet(std::string name, std::vector<Column> columns, StudyOutcome* outcome);

  /// As many cells as columns. `total`: a row of totals.
  void AddRow(const std::string& title, const std::vector<Shown>& cells, bool total = false);

 private:
  std::string name_;
  std::vector<Column> columns_;
  StudyOutcome* outcome_;
};

}  // namespace surefoot::experiment
