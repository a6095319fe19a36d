#pragma once

/// Names in the description of a report: what they stand for, and texts with them.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/evaluation/run/study_outcome.h"
#include "surefoot/world/element.h"

namespace surefoot::experiment {

/// Where names are looked up: in the records that are being shown, the innermost first, then in the
/// facts and numbers of the outcome. "SET.FIELD" is the field of that record of a set whose keys
/// have the values that they have here; of a set without keys, its first record's. "CURVE.2" is the
/// third number of a curve; "index" is the place of the innermost record in its set, from 0.
class Scope {
 public:
  explicit Scope(const StudyOutcome& outcome) : outcome_(&outcome) {}
  /// The same, looking into a record first. It must outlive the scope.
  Scope With(const Record& record, std::size_t index) const;

  const StudyOutcome& outcome() const { return *outcome_; }
  std::optional<Value> Find(const std::string& name) const;
  /// NaN when it is no number, or there is none. Numerals stand for themselves.
  double Number(const std::string& name) const;
  /// Empty when it is no curve, or there is none.
  std::vector<double> Curve(const std::string& name) const;

 private:
  std::optional<Value> FindInSet(const std::string& name) const;
  std::optional<Value> FindElement(const std::string& name) const;

  const StudyOutcome* outcome_;
  std::vector<const Record*> records_;
  std::size_t index_ = 0;
};

/// A text with the values of what stands in braces.
struct FilledText {
  std::string text;
  /// The text is one number and nothing else.
  bool is_number = false;
  /// How many names there were, and how many had no value ("-").
  int names = 0;
  int missing = 0;
};
/// "{name}" is a text, or a number as short as it goes; "{name:2}" has two decimals, "{name:s3}"
/// three significant digits, "{name:g9}" nine at most, "{name:a2}"
/// two decimals or more, so that two digits are significant, "{name:%0}" percent, "{name:unit}" an
/// amount in the unit that the field `unit` names, as people say it, "{name:places}" has as many
/// decimals as the field `decimals` says; "{name:2|none}" says what stands for a number that there
/// is not; "{{" is a brace.
FilledText Fill(const std::string& text, const Scope& scope);

/// Whether a mapping of conditions holds; no mapping holds always. A condition is a value, a list
/// of which one has to fit, a range "2..5", "2.." or "..5", `given` or `missing`. Texts may be
/// patterns with `*`. Values may have names in braces, which are those of `outside`.
bool Holds(const world::Element* conditions, const Scope& scope, const Scope& outside);

/// Records of the set `of`, of which `where` holds, with their scopes: `of` and `where` are keys of
/// `entry`. An entry without `of` (or whatever `key` is) has the scope itself.
std::vector<Scope> Chosen(const world::Element& entry, const Scope& scope,
                          const std::string& key = "of");

}  // namespace surefoot::experiment
