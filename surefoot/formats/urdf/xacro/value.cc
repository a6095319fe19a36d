#include "surefoot/formats/urdf/xacro/value.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "surefoot/base/text.h"

namespace surefoot::formats::urdf {
namespace {

/// Limit on lists in lists; the largest known robots use three levels.
constexpr int kMaxNesting = 32;
constexpr const char* kBlanks = " \t\r\n\v\f";

/// Stored in each list and dict, so that the check is constant in time.
int DepthOf(const Value& value) {
  if (const List* list = value.AsList()) return list->depth;
  if (const Dict* dict = value.AsDict()) return dict->depth;
  return 0;
}

void CheckNesting(int depth) {
  if (depth <= kMaxNesting) return;
  throw Failure{Failure::Kind::kLimit, "lists and dicts are nested too deeply", "",
                "at most " + std::to_string(kMaxNesting) + " levels are accepted"};
}

/// A key as text, equal for equal keys. In Python 1, 1.0 and True are one key. The text is copied
/// and hashed, which is charged: a key may have a megabyte.
std::string KeyText(const Value& key, Budget* budget) {
  if (const auto* text = key.As<std::string>()) {
    budget->Step(static_cast<std::int64_t>(1 + text->size() / 64));
    return "s" + *text;
  }
  if (key.IsNumber()) return "n" + FloatText(AsDouble(key));
  if (key.IsNone()) return "none";
  Unsupported("unsupported type of a dict's key: " + TypeName(key), "",
              "accepted: strings and numbers");
}

/// ASCII digits only.
bool IsDigits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// True for an unsigned decimal number: "12", "12.", ".5", "1.5e-3".
bool IsDecimal(std::string_view text) {
  const std::size_t e = text.find_first_of("eE");
  if (e != std::string_view::npos) {
    std::string_view exponent = text.substr(e + 1);
    if (!exponent.empty() && (exponent[0] == '+' || exponent[0] == '-')) exponent.remove_prefix(1);
    if (!IsDigits(exponent)) return false;
    text = text.substr(0, e);
  }
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos) return IsDigits(text);
  const std::string_view before = text.substr(0, point);
  const std::string_view after = text.substr(point + 1);
  return (before.empty() || IsDigits(before)) && (after.empty() || IsDigits(after)) &&
         !(before.empty() && after.empty());
}

/// Python's repr() of a string: single quotes, or double ones if that avoids escapes.
std::string Quote(const std::string& text) {
  const bool single = text.find('\'') == std::string::npos || text.find('"') != std::string::npos;
  const char quote = single ? '\'' : '"';
  std::string quoted(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\') quoted += '\\';
    if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (c == '\r') {
      quoted += "\\r";
    } else {
      quoted += c;
    }
  }
  return quoted + quote;
}

/// Long texts are cut off at the limit; the caller's charge for the text then fails.
std::string ReprOfList(const List& list, Budget* budget) {
  std::string text = list.is_tuple ? "(" : "[";
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    text += (i > 0 ? ", " : "") + ReprOf(list.items[i], budget);
    budget->Step(static_cast<std::int64_t>(1 + text.size() / 4096));
    if (static_cast<std::int64_t>(text.size()) > budget->limits().string_bytes) break;
  }
  if (list.is_tuple && list.items.size() == 1) text += ",";
  return text + (list.is_tuple ? ")" : "]");
}

std::string ReprOfDict(const Dict& dict, Budget* budget) {
  std::string text = "{";
  for (const auto& [key, value] : dict.entries) {
    text += (text.size() > 1 ? ", " : "") + ReprOf(key, budget) + ": " + ReprOf(value, budget);
    budget->Step(static_cast<std::int64_t>(1 + text.size() / 4096));
    if (static_cast<std::int64_t>(text.size()) > budget->limits().string_bytes) break;
  }
  return text + "}";
}

bool AreEqualLists(const List& a, const List& b, Budget* budget) {
  if (a.is_tuple != b.is_tuple || a.items.size() != b.items.size()) return false;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    if (!AreEqual(a.items[i], b.items[i], budget)) return false;
  }
  return true;
}

bool AreEqualDicts(const Dict& a, const Dict& b, Budget* budget) {
  if (a.entries.size() != b.entries.size()) return false;
  for (const auto& [key, value] : a.entries) {
    const Value* other = b.Find(key, budget);
    if (other == nullptr || !AreEqual(value, *other, budget)) return false;
  }
  return true;
}

}  // namespace

const List* Value::AsList() const {
  const auto* list = As<std::shared_ptr<const List>>();
  return list == nullptr ? nullptr : list->get();
}

const Dict* Value::AsDict() const {
  const auto* dict = As<std::shared_ptr<const Dict>>();
  return dict == nullptr ? nullptr : dict->get();
}

const Value* Dict::Find(const Value& key, Budget* budget) const {
  const auto found = index.find(KeyText(key, budget));
  return found == index.end() ? nullptr : &entries[found->second].second;
}

Value MakeList(std::vector<Value> items, bool is_tuple, Budget* budget) {
  budget->Items(items.size());
  auto list = std::make_shared<List>();
  for (const Value& item : items) list->depth = std::max(list->depth, 1 + DepthOf(item));
  CheckNesting(list->depth);
  list->items = std::move(items);
  list->is_tuple = is_tuple;
  return std::shared_ptr<const List>(std::move(list));
}

/// A repeated key keeps its first position and takes the last value.
Value MakeDict(std::vector<std::pair<Value, Value>> entries, Budget* budget) {
  budget->Items(entries.size());
  auto dict = std::make_shared<Dict>();
  for (auto& [key, value] : entries) {
    dict->depth = std::max(dict->depth, 1 + DepthOf(value));
    const auto [at, is_new] = dict->index.emplace(KeyText(key, budget), dict->entries.size());
    if (is_new) {
      dict->entries.emplace_back(std::move(key), std::move(value));
    } else {
      dict->entries[at->second].second = std::move(value);
    }
  }
  CheckNesting(dict->depth);
  return std::shared_ptr<const Dict>(std::move(dict));
}

std::string TypeName(const Value& value) {
  if (const List* list = value.AsList()) return list->is_tuple ? "tuple" : "list";
  static const char* const kNames[] = {"None", "bool", "int",      "float",    "str",
                                       "list", "dict", "function", "namespace"};
  return kNames[value.data.index()];
}

/// Python's repr() of a float: the shortest digits that read back as the same number
/// (std::to_chars), in Python's layout.
std::string FloatText(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char buffer[40];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific);
  const std::string text(buffer, end.ptr);
  const std::size_t e = text.find('e');
  const std::string sign = text[0] == '-' ? "-" : "";
  std::string digits = text.substr(sign.size(), e - sign.size());
  digits.erase(std::remove(digits.begin(), digits.end(), '.'), digits.end());
  const int exponent = std::stoi(text.substr(e + 1));
  // The bounds between fixed and scientific notation in CPython (float_repr_style "short").
  if (exponent < -4 || exponent >= 16) {
    const std::string rest = digits.size() > 1 ? "." + digits.substr(1) : "";
    return sign + digits[0] + rest +
           StrFormat("e%c%02d", exponent < 0 ? '-' : '+', std::abs(exponent));
  }
  if (exponent < 0) {
    return sign + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  }
  const auto before = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= before)
    return sign + digits + std::string(before - digits.size(), '0') + ".0";
  return sign + digits.substr(0, before) + "." + digits.substr(before);
}

std::string StrOf(const Value& value, Budget* budget) {
  const auto* text = value.As<std::string>();
  return text != nullptr ? *text : ReprOf(value, budget);
}

/// Floats inside of lists and the text of attributes are written as Python writes them, so that
/// the result equals that of the program xacro.
std::string ReprOf(const Value& value, Budget* budget) {
  budget->Step();
  std::string text;
  if (value.IsNone()) {
    text = "None";
  } else if (const auto* b = value.As<bool>()) {
    text = *b ? "True" : "False";
  } else if (const auto* i = value.As<std::int64_t>()) {
    text = std::to_string(*i);
  } else if (const auto* f = value.As<double>()) {
    text = FloatText(*f);
  } else if (const auto* s = value.As<std::string>()) {
    text = Quote(*s);
  } else if (const List* list = value.AsList()) {
    text = ReprOfList(*list, budget);
  } else if (const Dict* dict = value.AsDict()) {
    text = ReprOfDict(*dict, budget);
  } else {
    Wrong("a function or namespace is used as a string", TypeName(value),
          "call the function, or use a property of the namespace");
  }
  budget->Text(text.size());
  return text;
}

/// Python's truth: None, zero and empty values are false.
bool TruthOf(const Value& value) {
  if (value.IsNone()) return false;
  if (value.IsNumber()) return AsDouble(value) != 0.0;
  if (const auto* text = value.As<std::string>()) return !text->empty();
  if (const List* list = value.AsList()) return !list->items.empty();
  if (const Dict* dict = value.AsDict()) return !dict->entries.empty();
  return true;
}

/// 1 == 1.0 == True as in Python; a list never equals a tuple.
bool AreEqual(const Value& a, const Value& b, Budget* budget) {
  budget->Step();
  if (a.IsNumber() && b.IsNumber()) {
    if (a.IsInteger() && b.IsInteger()) return AsInteger(a) == AsInteger(b);
    return AsDouble(a) == AsDouble(b);
  }
  if (a.data.index() != b.data.index()) return false;
  if (a.IsNone()) return true;
  if (const auto* text = a.As<std::string>()) {
    budget->Step(static_cast<std::int64_t>(text->size() / 64));
    return *text == *b.As<std::string>();
  }
  if (const List* list = a.AsList()) return AreEqualLists(*list, *b.AsList(), budget);
  if (const Dict* dict = a.AsDict()) return AreEqualDicts(*dict, *b.AsDict(), budget);
  if (const auto* name = a.As<BuiltinName>()) return name->name == b.As<BuiltinName>()->name;
  return *a.As<Scope*>() == *b.As<Scope*>();
}

/// Lists are compared lexicographically, as in Python.
bool IsLess(const Value& a, const Value& b, Budget* budget) {
  budget->Step();
  if (a.IsInteger() && b.IsInteger()) return AsInteger(a) < AsInteger(b);
  if (a.IsNumber() && b.IsNumber()) return AsDouble(a) < AsDouble(b);
  const auto* left = a.As<std::string>();
  const auto* right = b.As<std::string>();
  if (left != nullptr && right != nullptr) {
    budget->Step(static_cast<std::int64_t>(std::min(left->size(), right->size()) / 64));
    return *left < *right;
  }
  const List* first = a.AsList();
  const List* second = b.AsList();
  if (first == nullptr || second == nullptr || first->is_tuple != second->is_tuple) {
    Wrong("values of type " + TypeName(a) + " and " + TypeName(b) + " cannot be ordered", "",
          "compare numbers with numbers and strings with strings");
  }
  for (std::size_t i = 0; i < std::min(first->items.size(), second->items.size()); ++i) {
    if (AreEqual(first->items[i], second->items[i], budget)) continue;
    return IsLess(first->items[i], second->items[i], budget);
  }
  return first->items.size() < second->items.size();
}

double AsDouble(const Value& number) {
  if (const auto* f = number.As<double>()) return *f;
  return static_cast<double>(AsInteger(number));
}

std::int64_t AsInteger(const Value& integer) {
  if (const auto* b = integer.As<bool>()) return *b ? 1 : 0;
  return *integer.As<std::int64_t>();
}

/// Unlike in Python, underscores between digits are not accepted.
bool ParsePythonInt(const std::string& text, std::int64_t* value, bool* too_large) {
  std::string_view digits = surefoot::Trimmed(text, kBlanks);
  const bool negative = !digits.empty() && digits[0] == '-';
  if (!digits.empty() && (digits[0] == '-' || digits[0] == '+')) digits.remove_prefix(1);
  if (!IsDigits(digits)) return false;
  if (FromChars((negative ? "-" : "") + std::string(digits), value)) return true;
  if (too_large != nullptr) *too_large = true;
  return false;
}

bool ParsePythonFloat(const std::string& text, double* value) {
  std::string_view rest = surefoot::Trimmed(text, kBlanks);
  const bool negative = !rest.empty() && rest[0] == '-';
  if (!rest.empty() && (rest[0] == '-' || rest[0] == '+')) rest.remove_prefix(1);
  const std::string word = rest.size() <= 8 ? Lower(rest) : "";
  if (word == "inf" || word == "infinity") {
    *value = std::numeric_limits<double>::infinity();
  } else if (word == "nan") {
    *value = std::numeric_limits<double>::quiet_NaN();
  } else {
    if (!IsDecimal(rest)) return false;
    // Numbers outside of the range of doubles become zero or infinity, as in Python.
    const bool tiny = rest.find('-') != std::string_view::npos || rest[0] == '.' || rest[0] == '0';
    if (!FromChars(rest, value)) *value = tiny ? 0.0 : std::numeric_limits<double>::infinity();
  }
  if (negative) *value = -*value;
  return true;
}

/// xacro's rule for the attributes of macros and properties. '1' in quotes thus remains a string.
Value LiteralOf(Value value) {
  const auto* text = value.As<std::string>();
  if (text == nullptr || text->empty()) return value;
  if (text->size() >= 2 && text->front() == '\'' && text->back() == '\'') {
    return text->substr(1, text->size() - 2);
  }
  std::int64_t integer = 0;
  double number = 0.0;
  bool too_large = false;
  if (ParsePythonInt(*text, &integer, &too_large)) return integer;
  // An integer that is too large stays a string, which keeps its digits.
  if (too_large) return value;
  if (ParsePythonFloat(*text, &number)) return number;
  if (*text == "true" || *text == "True") return true;
  if (*text == "false" || *text == "False") return false;
  return value;
}

}  // namespace surefoot::formats::urdf
