#include "surefoot/evaluation/run/output/scope.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/report/text.h"
#include "surefoot/record/topic_filter.h"

// Lookup is by text at each use and without an index: a report has some hundred names, and
// descriptions are evaluated once.

namespace surefoot::experiment {
namespace {

using world::Element;

/// Tolerance for keys: angles and lengths have been converted between units and are not exact.
constexpr double kSame = 1e-6;

/// Parses a text that is a number as a whole.
std::optional<double> NumberIn(const std::string& text) {
  double value = 0.0;
  return FromChars(text, &value) ? std::optional<double>(value) : std::nullopt;
}

/// True for missing names and NaN.
bool IsMissing(const std::optional<Value>& value) {
  if (!value) return true;
  const double* number = std::get_if<double>(&*value);
  return number != nullptr && std::isnan(*number);
}

/// Formats a number by the part after the colon.
std::string Formatted(double value, const std::string& format) {
  if (format.empty()) return NumberText(value, 6);
  if (format[0] == 'g') return NumberText(value, std::atoi(format.c_str() + 1));
  if (format[0] == 'a') {
    const int digits =
        value == 0.0 ? 0 : 1 - static_cast<int>(std::floor(std::log10(std::abs(value))));
    return report::FixedNumber(value, std::max(std::atoi(format.c_str() + 1), digits));
  }
  if (format[0] == '%') return report::FixedNumber(100.0 * value, std::atoi(format.c_str() + 1));
  if (format[0] == 's') return report::ShortNumber(value, std::atoi(format.c_str() + 1));
  return report::FixedNumber(value, std::atoi(format.c_str()));
}

/// Equality of values; numbers within a tolerance.
bool Same(const Value& a, const Value& b) {
  const double* x = std::get_if<double>(&a);
  const double* y = std::get_if<double>(&b);
  return x != nullptr && y != nullptr ? std::abs(*x - *y) < kSame : a == b;
}

/// Whether a value satisfies one alternative of a condition.
bool Fits(const std::optional<Value>& value, const std::string& requested) {
  if (requested == "missing") return IsMissing(value);
  if (IsMissing(value)) return false;
  if (requested == "given") return true;
  if (const std::string* text = std::get_if<std::string>(&*value)) {
    return *text == requested || record::MatchesPattern(*text, requested);
  }
  const double* number = std::get_if<double>(&*value);
  if (number == nullptr) return false;
  if (const std::size_t dots = requested.find(".."); dots != std::string::npos) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return *number >= NumberIn(requested.substr(0, dots)).value_or(-kInfinity) &&
           *number <= NumberIn(requested.substr(dots + 2)).value_or(kInfinity);
  }
  const std::optional<double> same = NumberIn(requested);
  return same && std::abs(*number - *same) < kSame;
}

/// One placeholder, "name:format|replacement".
void AddValue(const std::string& inside, const Scope& scope, FilledText* filled) {
  const std::size_t bar = inside.find('|');
  const std::string requested = inside.substr(0, bar);
  const std::size_t colon = requested.find(':');
  const std::optional<Value> value = scope.Find(requested.substr(0, colon));
  ++filled->names;
  if (IsMissing(value) || std::holds_alternative<std::vector<double>>(*value)) {
    ++filled->missing;
    filled->text += bar == std::string::npos ? "-" : inside.substr(bar + 1);
    return;
  }
  if (const double* number = std::get_if<double>(&*value)) {
    filled->is_number = filled->text.empty();
    const std::string format = colon == std::string::npos ? "" : requested.substr(colon + 1);
    if (format == "unit") {
      const std::optional<Value> unit = scope.Find("unit");
      const std::string* name = unit ? std::get_if<std::string>(&*unit) : nullptr;
      filled->text += report::AmountText(*number, name != nullptr ? *name : "");
    } else if (format == "places") {
      filled->text += report::FixedNumber(*number, static_cast<int>(scope.Number("decimals")));
    } else {
      filled->text += Formatted(*number, format);
    }
    return;
  }
  filled->text += std::get<std::string>(*value);
}

}  // namespace

Scope Scope::With(const Record& record, std::size_t index) const {
  Scope inner = *this;
  inner.records_.push_back(&record);
  inner.index_ = index;
  return inner;
}

std::optional<Value> Scope::FindInSet(const std::string& name) const {
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return std::nullopt;
  const RecordSet* set = outcome_->FindSet(name.substr(0, dot));
  if (set == nullptr) return std::nullopt;
  for (const Record& record : set->records) {
    bool same = true;
    for (const std::string& key : set->keys) {
      const Value* there = record.Find(key);
      const std::optional<Value> here = Find(key);
      same = same && there != nullptr && here && Same(*there, *here);
    }
    if (!same) continue;
    const Value* found = record.Find(name.substr(dot + 1));
    return found != nullptr ? std::optional<Value>(*found) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Value> Scope::Find(const std::string& name) const {
  for (auto record = records_.rbegin(); record != records_.rend(); ++record) {
    if (const Value* found = (*record)->Find(name)) return *found;
  }
  if (name == "index" && !records_.empty()) return static_cast<double>(index_);
  if (const Value* found = outcome_->facts.Find(name)) return *found;
  for (const auto& [known, value] : outcome_->numbers) {
    if (known == name) return value;
  }
  if (const std::optional<Value> element = FindElement(name)) return element;
  return FindInSet(name);
}

/// Reads an element of a curve: "halves.1".
std::optional<Value> Scope::FindElement(const std::string& name) const {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot + 1 == name.size()) return std::nullopt;
  if (name.find_first_not_of("0123456789", dot + 1) != std::string::npos) return std::nullopt;
  const std::vector<double> curve = Curve(name.substr(0, dot));
  const auto index = static_cast<std::size_t>(std::atoi(name.c_str() + dot + 1));
  return index < curve.size() ? std::optional<Value>(curve[index]) : std::nullopt;
}

double Scope::Number(const std::string& name) const {
  if (const std::optional<double> number = NumberIn(name)) return *number;
  const std::optional<Value> value = Find(name);
  const double* number = value ? std::get_if<double>(&*value) : nullptr;
  return number != nullptr ? *number : std::nan("");
}

std::vector<double> Scope::Curve(const std::string& name) const {
  std::optional<Value> value = Find(name);
  auto* curve = value ? std::get_if<std::vector<double>>(&*value) : nullptr;
  return curve != nullptr ? std::move(*curve) : std::vector<double>();
}

FilledText Fill(const std::string& text, const Scope& scope) {
  FilledText filled;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '{' || text.compare(at, 2, "{{") == 0) {
      at += text[at] == '{' ? 1 : 0;
      filled.text += text[at++];
      filled.is_number = false;
      continue;
    }
    const std::size_t end = std::min(text.find('}', at), text.size());
    AddValue(text.substr(at + 1, end - at - 1), scope, &filled);
    at = end + 1;
  }
  filled.is_number = filled.is_number && filled.names == 1;
  return filled;
}

bool Holds(const Element* conditions, const Scope& scope, const Scope& outside) {
  if (conditions == nullptr) return true;
  for (const Element& condition : conditions->children) {
    const std::optional<Value> value = scope.Find(condition.name);
    bool holds = condition.children.empty() && Fits(value, Fill(condition.text, outside).text);
    for (const Element& one : condition.children) {
      holds = holds || Fits(value, Fill(one.text, outside).text);
    }
    if (!holds) return false;
  }
  return true;
}

std::vector<Scope> Chosen(const Element& entry, const Scope& scope, const std::string& key) {
  const Element* of = entry.Child(key);
  if (of == nullptr) return {scope};
  std::vector<Scope> chosen;
  const RecordSet* set = scope.outcome().FindSet(of->text);
  if (set == nullptr) return chosen;
  for (std::size_t i = 0; i < set->records.size(); ++i) {
    // Only the record's own fields count, because outer scopes may have fields of the same name.
    const Scope own = Scope(scope.outcome()).With(set->records[i], i);
    if (Holds(entry.Child("where"), own, scope)) chosen.push_back(scope.With(set->records[i], i));
  }
  return chosen;
}

}  // namespace surefoot::experiment
