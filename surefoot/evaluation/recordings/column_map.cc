#include "surefoot/evaluation/recordings/column_map.h"

#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>
#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"

namespace surefoot::gap {
namespace {

constexpr const char* kGrammar =
    "give columns as t=t_s,x=x_cm*0.01,y=0.91-y_cm*0.01,heading=yaw*deg: a name, =, and one column "
    "with numbers around it (+ - * /)";

/// A column map under a name, for a public data set.
struct Preset {
  const char* name;
  const char* map;
};
/// Centurion's overhead camera: y points down in its image, whose height is 0.91 m. The robot
/// stands still in the first four rows, and the fifth is a jump of the tracker: start after it
/// (--start motion:0.15).
constexpr Preset kPresets[] = {{"centurion", "t=t_s,x=x_cm*0.01,y=0.91-y_cm*0.01"}};

/// Recursive descent parser for sums of products. Every partial result is offset + factor * column,
/// which stays closed under the operations that are accepted; anything nonlinear is an error.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<ColumnExpression> Parse() {
    ColumnExpression sum = SUREFOOT_TRY(Sum());
    Skip();
    if (at_ < text_.size())
      return Wrong("'" + std::string(text_.substr(at_)) + "' is not expected");
    return sum;
  }

 private:
  Error Wrong(const std::string& what) const {
    return Error{"'" + std::string(text_) + "': " + what + "; " + kGrammar};
  }

  /// Skips spaces.
  void Skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  /// Consumes a character if it is the next one.
  bool Take(char requested) {
    Skip();
    if (at_ >= text_.size() || text_[at_] != requested) return false;
    ++at_;
    return true;
  }

  /// Grammar: sum = [-] product {(+|-) product}. At most one column may occur, so every
  /// expression is linear in it.
  Result<ColumnExpression> Sum() {
    ColumnExpression sum{"", 0.0, 0.0};
    double sign = Take('-') ? -1.0 : 1.0;
    while (true) {
      const ColumnExpression term = SUREFOOT_TRY(Product());
      if (term.has_column() && sum.has_column()) return Wrong("there is more than one column");
      if (term.has_column()) {
        sum.column = term.column;
        sum.factor = sign * term.factor;
      }
      sum.offset += sign * term.offset;
      if (Take('+')) {
        sign = 1.0;
      } else if (Take('-')) {
        sign = -1.0;
      } else {
        return sum;
      }
    }
  }

  /// product = factor {(*|/) factor}; one of the factors must be a number.
  Result<ColumnExpression> Product() {
    ColumnExpression product = SUREFOOT_TRY(Factor());
    while (true) {
      const bool times = Take('*');
      if (!times && !Take('/')) return product;
      const ColumnExpression factor = SUREFOOT_TRY(Factor());
      if (factor.has_column() && (product.has_column() || !times)) {
        return Wrong(times ? "there is more than one column" : "a column cannot divide");
      }
      if (factor.has_column()) {
        product = ColumnExpression{factor.column, factor.factor * product.offset, 0.0};
        continue;
      }
      const double by = times ? factor.offset : 1.0 / factor.offset;
      if (!std::isfinite(by)) return Wrong("it divides by 0");
      product.factor *= by;
      product.offset *= by;
    }
  }

  /// factor = number | name | [name] | deg.
  Result<ColumnExpression> Factor() {
    Skip();
    if (at_ >= text_.size()) return Wrong("something is missing at its end");
    if (text_[at_] == '[') {
      const std::size_t end = text_.find(']', at_);
      if (end == text_.npos) return Wrong("a bracket is not closed");
      ColumnExpression column{std::string(text_.substr(at_ + 1, end - at_ - 1)), 1.0, 0.0};
      at_ = end + 1;
      if (column.column.empty()) return Wrong("a name is empty");
      return column;
    }
    if (std::isdigit(static_cast<unsigned char>(text_[at_])) || text_[at_] == '.') return Number();
    std::size_t end = at_;
    while (end < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end])) ||
                                  text_[end] == '_' || text_[end] == '.')) {
      ++end;
    }
    if (end == at_) return Wrong(std::string("'") + text_[at_] + "' is not expected");
    const std::string name(text_.substr(at_, end - at_));
    at_ = end;
    if (name == "deg") return ColumnExpression{"", 0.0, std::numbers::pi / 180.0};
    return ColumnExpression{name, 1.0, 0.0};
  }

  Result<ColumnExpression> Number() {
    double value = 0.0;
    const char* begin = text_.data() + at_;
    const auto [last, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc() || !std::isfinite(value)) return Wrong("a number cannot be read");
    at_ += static_cast<std::size_t>(last - begin);
    return ColumnExpression{"", 0.0, value};
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Parses "NAME=EXPRESSION" and adds it to the map.
Status TakeEntry(std::string_view text, ColumnMap* map) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos) {
    return Error{"'" + std::string(text) + "' has no =; " + kGrammar};
  }
  std::string name(Trimmed(text.substr(0, equals), " "));
  const std::string_view value = Trimmed(text.substr(equals + 1), " ");
  if (name == "skip") {
    if (!FromChars(value, &map->skip) || map->skip < 0) {
      return Error{"skip: '" + std::string(value) + "' is not a number of rows"};
    }
    return Status();
  }
  ColumnMap::Entry entry;
  if (const std::size_t colon = name.find(':'); colon != name.npos) {
    entry.unit = name.substr(colon + 1);
    name.resize(colon);
  }
  if (name.empty()) return Error{"'" + std::string(text) + "' names nothing; " + kGrammar};
  if (map->Find(name) != nullptr) return Error{name + " is there twice"};
  entry.expression = SUREFOOT_TRY(ParseColumnExpression(value));
  entry.name = std::move(name);
  map->entries.push_back(std::move(entry));
  return Status();
}

}  // namespace

Result<ColumnExpression> ParseColumnExpression(std::string_view text) {
  Result<ColumnExpression> parsed = Parser(text).Parse();
  if (parsed.ok() && !parsed->has_column()) {
    return Error{"'" + std::string(text) + "' names no column; " + kGrammar};
  }
  return parsed;
}

const ColumnExpression* ColumnMap::Find(std::string_view name) const {
  for (const Entry& entry : entries) {
    if (entry.name == name) return &entry.expression;
  }
  return nullptr;
}

std::vector<std::string> ColumnPresets() { return Mapped<std::string>(kPresets, &Preset::name); }

Result<ColumnMap> ParseColumnMap(const std::string& text) {
  for (const Preset& preset : kPresets) {
    if (text == preset.name) return ParseColumnMap(preset.map);
  }
  if (text.find('=') == text.npos) {
    const std::string presets = Joined(ColumnPresets());
    return Error{"'" + text + "' is not a preset (there is " + presets + "); " + kGrammar};
  }
  ColumnMap map;
  std::string_view rest = text;
  while (true) {
    // A comma inside brackets is part of a name.
    std::size_t end = 0;
    for (bool inside = false; end < rest.size() && (inside || rest[end] != ','); ++end) {
      inside = rest[end] == '[' || (inside && rest[end] != ']');
    }
    SUREFOOT_TRY(TakeEntry(rest.substr(0, end), &map));
    if (end == rest.size()) break;
    rest.remove_prefix(end + 1);
  }
  std::string missing;
  for (const char* needed : {"t", "x", "y"}) {
    if (map.Find(needed) == nullptr) missing += (missing.empty() ? "" : ", ") + std::string(needed);
  }
  if (!missing.empty()) return Error{"no column for " + missing + "; " + kGrammar};
  return map;
}

}  // namespace surefoot::gap
