#pragma once

/// Reports of commands: results are one JSON object, and experiments/reports/NAME.yaml describes
/// what the page, the terminal and accompanying files show of it. In addition to the keys of
/// described_report.h it has:
///
///   page: {title: ..., subtitle: ..., text: [...], notices: [...], headlines: [{value, label,
///   mood}]} terminal: {text: [...], tables: [IDS]} files: [{name: windows.csv, of: models,
///   columns: [...]}]

#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/run/output/described_report.h"

namespace surefoot::experiment {

/// The fields of a JSON object as facts, with dots between the names of nested objects; null is
/// NaN. Lists of numbers are curves. Lists of objects are sets: "drives", and "drives/models" for
/// lists in their objects, whose records also have the scalars of the objects around them. An
/// object of objects or of such lists is a set as well, whose records have their names as `key`. A
/// list of texts is a set with the field `text`.
StudyOutcome OutcomeOf(const std::string& json);

using NamedText = std::pair<std::string, std::string>;

struct DescribedPage {
  std::string html;
  /// For a terminal.
  std::string text;
  /// Names and CSV.
  std::vector<NamedText> files;
};

/// `name` is that of the description in the data folders. `details`: titles and texts that are
/// shown collapsed at the end of the page.
Result<DescribedPage> DescribePage(const std::string& name, const std::vector<std::string>& data,
                                   StudyOutcome outcome,
                                   const std::vector<NamedText>& details = {});

/// Writes files into a folder, which is created if needed.
Status WriteFiles(const std::string& folder, const std::vector<NamedText>& files);

}  // namespace surefoot::experiment
