#pragma once

/// Name lookup for descriptions of reports, and texts with names in braces.
///
///   const Scope scope = Scope(outcome).With(record, 0);
///   Fill("slip {slip:2} on {soil}", scope).text;  // "slip 0.71 on drift"

#include <optional>
#include <string>
#include <vector>

#include "surefoot/evaluation/run/study_outcome.h"
#include "surefoot/world/element.h"

namespace surefoot::experiment {

/// Looks names up in the records being shown, the innermost first, then in the facts and numbers of
/// the outcome. "SET.FIELD" is the field of the set's record whose keys have the same values as in
/// this scope; for a set without keys, of its first record. "CURVE.2" is the third number of a
/// curve; "index" is the index of the innermost record in its set, from 0.
class Scope {
 public:
  explicit Scope(const StudyOutcome& outcome) : outcome_(&outcome) {}
  /// A scope that looks into `record` first. The record must outlive the scope.
  Scope With(const Record& record, std::size_t index) const;

  const StudyOutcome& outcome() const { return *outcome_; }
  std::optional<Value> Find(const std::string& name) const;
  /// NaN when the name is missing or not a number. Numerals are their own value.
  double Number(const std::string& name) const;
  /// Empty when the name is missing or not a curve.
  std::vector<double> Curve(const std::string& name) const;

 private:
  std::optional<Value> FindInSet(const std::string& name) const;
  std::optional<Value> FindElement(const std::string& name) const;

  const StudyOutcome* outcome_;
  std::vector<const Record*> records_;
  std::size_t index_ = 0;
};

/// A text with all names in braces replaced by values.
struct FilledText {
  std::string text;
  /// True when the text is a single number.
  bool is_number = false;
  /// Number of names, and of those without a value ("-").
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
