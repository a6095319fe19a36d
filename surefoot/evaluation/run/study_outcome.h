#pragma once

/// Results of a study as data (records in sets, numbers, facts) and as sections of a report.
///
///   StudyOutcome outcome;
///   outcome.Set("drives").Add().Set("soil", "drift").Set("slip", 0.71).Set("time", times, "s");

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "surefoot/evaluation/report/page.h"
#include "surefoot/evaluation/report/plot.h"
#include "surefoot/evaluation/report/table.h"

namespace surefoot::experiment {

/// Plots that are shown side by side, and their data.
struct Figure {
  std::vector<std::string> svgs;
  /// Name and CSV text of each.
  std::vector<std::pair<std::string, std::string>> data;
};

/// The plots with all their points as tables: "series", or "series_1" and so on.
Figure ToFigure(const std::vector<report::LinePlot>& plots);
/// The same as the table "ranges".
Figure ToFigure(const std::vector<report::RangePlot>& plots);

/// A number of a study with its accepted range.
struct StudyCheck {
  /// "slip on drift soil, 21 degrees".
  std::string name;
  double value = 0.0;
  double low = 0.0;
  double high = 0.0;
  /// Origin of the range: "the article", "reference implementation".
  std::string source;

  /// A value that is not a number never passes.
  bool passed() const { return value >= low && value <= high; }
};

/// A section of the report; its parts are shown in the order of the members.
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

/// A number (NaN: missing), a text, or the numbers of a curve.
using Value = std::variant<double, std::string, std::vector<double>>;

/// One result with named fields: a drive, a sensor at a distance, a case over its seeds. Scalars
/// become cells of tables, curves lines of figures; two curves of one line have the same length.
class Record {
 public:
  struct Field {
    std::string name;
    Value value;
    /// "deg", "m/s"; empty: none, or not a quantity.
    std::string unit;
  };

  Record& Set(std::string name, Value value, std::string unit = "") {
    fields_.push_back({std::move(name), std::move(value), std::move(unit)});
    return *this;
  }
  /// Members of a struct by their names: SetAll("slam.", {SUREFOOT_FIELDS(s, mean, rms)}, "m") sets
  /// "slam.mean" and "slam.rms" (formats/fields.h).
  Record& SetAll(const std::string& prefix,
                 std::initializer_list<std::pair<const char*, Value>> fields,
                 const std::string& unit = "") {
    for (const auto& [name, value] : fields) Set(prefix + name, value, unit);
    return *this;
  }
  /// nullptr when the field is missing.
  const Value* Find(const std::string& name) const;
  const std::vector<Field>& fields() const { return fields_; }

 private:
  std::vector<Field> fields_;
};

/// Results of one kind, in order. A set of reference values has a source and keys: the fields that
/// assign a reference to a result.
struct RecordSet {
  std::string name;
  std::vector<Record> records;
  std::string source;
  std::vector<std::string> keys;

  Record& Add() { return records.emplace_back(); }
};

/// Outcome of a study: results as data, which a description turns into sections and checks
/// (output/described_report.h). Deterministic: the same results give the same outcome.
struct StudyOutcome {
  std::vector<StudySection> sections;
  std::vector<StudyCheck> checks;
  /// For results.json: names like "slip.drift_21", values.
  std::vector<std::pair<std::string, double>> numbers;
  /// Settings and texts that the description refers to.
  Record facts;
  std::vector<RecordSet> sets;

  /// The set of that name, created if missing. The reference stays valid until another set is
  /// created.
  RecordSet& Set(const std::string& name);
  const RecordSet* FindSet(const std::string& name) const;
  /// Appends to `numbers`, with `prefix` before each name.
  void AddNumbers(const std::string& prefix,
                  std::initializer_list<std::pair<const char*, double>> more) {
    for (const auto& [name, value] : more) numbers.emplace_back(prefix + name, value);
  }
};

/// Sets "NAME.q05", ".q25", ".q50", ".q75" and ".q95": pointwise quantiles of curves of equal
/// length, with `samples[k][i]` the point i of curve k. Values that are not finite are left out.
void SetQuantiles(const std::string& name, const std::vector<std::vector<double>>& samples,
                  const std::string& unit, Record* record);

}  // namespace surefoot::experiment
