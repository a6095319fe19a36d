#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/evaluation/report/page.h"
#include "surefoot/evaluation/report/table.h"
#include "surefoot/evaluation/run/output/figure.h"

namespace surefoot::experiment {

/// A number of a study that is held to a range.
struct StudyCheck {
  /// "slip on drift soil, 21 degrees".
  std::string name;
  double value = 0.0;
  double low = 0.0;
  double high = 0.0;
  /// Whose range it is: "the article", "reference implementation".
  std::string source;

  /// A value that is not a number never passes.
  bool passed() const { return value >= low && value <= high; }
};

/// A section of the report: its parts in this order.
struct StudySection {
  std::string title;
  std::string text;
  /// Captions and figures.
  std::vector<std::pair<std::string, Figure>> figures;
  /// With ids and captions.
  std::vector<report::Table> tables;
  std::optional<report::Page::Decision> decision;
  std::string decision_caption;
  std::vector<std::string> remarks;
};

/// What a study gave. All of it is the same whenever it is made again from the same results.
struct StudyOutcome {
  std::vector<StudySection> sections;
  std::vector<StudyCheck> checks;
  /// For results.json: names like "slip.drift_21", values.
  std::vector<std::pair<std::string, double>> numbers;
};

}  // namespace surefoot::experiment
