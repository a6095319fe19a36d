#include "surefoot/formats/urdf/xacro/operators.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

// Python's operators on integers, floats, strings and sequences, with its rules for signs, types
// and errors.

namespace surefoot::formats::urdf {
namespace {

[[noreturn]] void TooLarge(const std::string& op) {
  Unsupported("the integer result of " + op + " exceeds 64 bits", "",
              "use a float: write 2.0 instead of 2");
}

[[noreturn]] void DivisionByZero(const std::string& op) {
  Wrong("division by zero", op, "check the divisor");
}

/// Python's // rounds towards minus infinity, C's / towards zero.
std::int64_t FloorDivided(std::int64_t a, std::int64_t b) {
  const std::int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

/// Exponentiation by squaring. A negative exponent gives a float, as in Python.
Value IntegerPower(std::int64_t base, std::int64_t exponent) {
  if (exponent < 0) {
    if (base == 0) DivisionByZero("**");
    return std::pow(static_cast<double>(base), static_cast<double>(exponent));
  }
  std::int64_t power = 1;
  // At most 64 squarings: the exponent is halved each time.
  while (exponent > 0) {
    if (exponent % 2 == 1 && __builtin_mul_overflow(power, base, &power)) TooLarge("**");
    exponent /= 2;
    if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) TooLarge("**");
  }
  return power;
}

/// The builtins detect overflow, which would be undefined behaviour in C++.
Value CombineIntegers(const std::string& op, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (op == "+") {
    if (__builtin_add_overflow(a, b, &result)) TooLarge(op);
  } else if (op == "-") {
    if (__builtin_sub_overflow(a, b, &result)) TooLarge(op);
  } else if (op == "*") {
    if (__builtin_mul_overflow(a, b, &result)) TooLarge(op);
  } else if (op == "**") {
    return IntegerPower(a, b);
  } else {
    if (b == 0) DivisionByZero(op);
    if (op == "/") return static_cast<double>(a) / static_cast<double>(b);
    // The only quotient that overflows: -2^63 / -1.
    if (a == std::numeric_limits<std::int64_t>::min() && b == -1) TooLarge(op);
    result = FloorDivided(a, b);
    if (op == "%") result = a - result * b;
  }
  return result;
}

/// CPython's float_divmod: the quotient rounded towards minus infinity, and the remainder with the
/// sign of b.
std::pair<double, double> FloorDivided(double a, double b) {
  double remainder = std::fmod(a, b);
  double quotient = (a - remainder) / b;
  if (remainder != 0.0) {
    if ((b < 0) != (remainder < 0)) {
      remainder += b;
      quotient -= 1.0;
    }
  } else {
    remainder = std::copysign(0.0, b);
  }
  if (quotient == 0.0) return {std::copysign(0.0, a / b), remainder};
  double floored = std::floor(quotient);
  if (quotient - floored > 0.5) floored += 1.0;
  return {floored, remainder};
}

/// IEEE arithmetic, except where Python raises an error: division by zero and overflow of **.
Value CombineFloats(const std::string& op, double a, double b) {
  if (op == "+") return a + b;
  if (op == "-") return a - b;
  if (op == "*") return a * b;
  if (op == "**") {
    if (a == 0.0 && b < 0.0) DivisionByZero(op);
    const double power = std::pow(a, b);
    if (std::isnan(power) && !std::isnan(a) && !std::isnan(b)) {
      Unsupported("a root of a negative number is complex", "", "check the sign of the base");
    }
    if (std::isinf(power) && std::isfinite(a) && std::isfinite(b)) {
      Wrong("the result of ** is too large for a float", FloatText(a) + " ** " + FloatText(b));
    }
    return power;
  }
  if (b == 0.0) DivisionByZero(op);
  if (op == "/") return a / b;
  const auto [quotient, remainder] = FloorDivided(a, b);
  return op == "//" ? quotient : remainder;
}

/// Formatting with % is Python, so it is kUnsupported and the program xacro can take over.
[[noreturn]] void NoOperator(const std::string& op, const Value& a, const Value& b) {
  const std::string types = TypeName(a) + " " + op + " " + TypeName(b);
  if (op == "%" && a.As<std::string>() != nullptr) {
    Unsupported("string formatting with % is not supported", types,
                "join strings with +, and round numbers with round(x, 3)");
  }
  Wrong("these types cannot be combined", types,
        "accepted: numbers with numbers, strings + strings, lists + lists; str(x) converts to a "
        "string");
}

/// string * n and list * n; a negative n gives an empty result.
Value Repeated(const Value& what, std::int64_t count, Budget* budget) {
  count = std::max<std::int64_t>(count, 0);
  const auto* text = what.As<std::string>();
  const List* list = what.AsList();
  const std::size_t size = text != nullptr ? text->size() : list->items.size();
  const std::int64_t limit =
      text != nullptr ? budget->limits().string_bytes : budget->limits().items;
  if (size > 0 && count > limit / static_cast<std::int64_t>(size) + 1) count = limit + 1;
  if (text != nullptr) {
    // Charged before the memory is allocated.
    budget->Text(size * static_cast<std::size_t>(count));
    std::string repeated;
    for (std::int64_t i = 0; size > 0 && i < count; ++i) repeated += *text;
    return repeated;
  }
  budget->Items(size * static_cast<std::size_t>(count));
  std::vector<Value> items;
  for (std::int64_t i = 0; size > 0 && i < count; ++i) {
    items.insert(items.end(), list->items.begin(), list->items.end());
  }
  return MakeList(std::move(items), list->is_tuple, budget);
}

bool IsSequence(const Value& value) {
  return value.As<std::string>() != nullptr || value.AsList() != nullptr;
}

/// a + b for two strings, two lists or two tuples; mixing them is an error.
Value Joined(const Value& a, const Value& b, Budget* budget) {
  const auto* text = a.As<std::string>();
  const auto* more = b.As<std::string>();
  if (text != nullptr && more != nullptr) {
    budget->Text(text->size() + more->size());
    return *text + *more;
  }
  const List* list = a.AsList();
  const List* rest = b.AsList();
  if (list == nullptr || rest == nullptr || list->is_tuple != rest->is_tuple) NoOperator("+", a, b);
  budget->Items(list->items.size() + rest->items.size());
  std::vector<Value> items = list->items;
  items.insert(items.end(), rest->items.begin(), rest->items.end());
  return MakeList(std::move(items), list->is_tuple, budget);
}

/// Python's `in`: a key of a dict, a part of a string, an item of a list.
bool IsIn(const Value& what, const Value& where, Budget* budget) {
  if (const Dict* dict = where.AsDict()) return dict->Find(what, budget) != nullptr;
  if (const auto* text = where.As<std::string>()) {
    const auto* part = what.As<std::string>();
    if (part == nullptr) Wrong("only a string can be in a string", TypeName(what));
    budget->Step(static_cast<std::int64_t>(text->size() * (1 + part->size() / 64) / 64));
    return text->find(*part) != std::string::npos;
  }
  const List* list = where.AsList();
  if (list == nullptr) Wrong("\"in\" needs a string, list or dict on its right", TypeName(where));
  return std::any_of(list->items.begin(), list->items.end(),
                     [&](const Value& item) { return AreEqual(what, item, budget); });
}

/// `is` compares identities. For None, True and False they are defined; for others they depend on
/// Python's memory management.
bool IsSame(const Value& a, const Value& b, Budget* budget) {
  for (const Value* value : {&a, &b}) {
    if (value->IsNone() || value->As<bool>() != nullptr) {
      return a.data.index() == b.data.index() && AreEqual(a, b, budget);
    }
  }
  Unsupported("\"is\" is supported for None, True and False only", "", "write ==");
}

/// The characters of a string: one UTF-8 sequence each, so indices count code points as in Python.
std::vector<std::string> Characters(const std::string& text, Budget* budget) {
  budget->Items(text.size());
  std::vector<std::string> characters;
  for (const char c : text) {
    const bool continues = (static_cast<unsigned char>(c) & 0xC0) == 0x80;
    if (continues && !characters.empty()) {
      characters.back() += c;
    } else {
      characters.emplace_back(1, c);
    }
  }
  return characters;
}

std::optional<std::int64_t> Bound(const Value& value) {
  if (value.IsNone()) return std::nullopt;
  if (!value.IsInteger()) Wrong("slice bounds must be integers", TypeName(value));
  return AsInteger(value);
}

/// The indices of a slice, by the rules of CPython's PySlice_AdjustIndices.
std::vector<std::size_t> SliceIndices(std::int64_t size, const Value& start, const Value& stop,
                                      const Value& step) {
  const std::int64_t by = Bound(step).value_or(1);
  if (by == 0) Wrong("the step of a slice is zero", "", "remove it");
  const std::int64_t low = by < 0 ? -1 : 0;
  const std::int64_t high = by < 0 ? size - 1 : size;
  const auto clamped = [&](const Value& given, std::int64_t fallback) {
    const auto bound = Bound(given);
    if (!bound) return fallback;
    return *bound < 0 ? std::max(*bound + size, low) : std::min(*bound, high);
  };
  std::int64_t at = clamped(start, by < 0 ? high : low);
  const std::int64_t end = clamped(stop, by < 0 ? low : high);
  std::vector<std::size_t> indices;
  while (by > 0 ? at < end : at > end) {
    indices.push_back(static_cast<std::size_t>(at));
    // A step larger than the size ends the loop; this also prevents overflow of at + by.
    if (by > size || by < -size) break;
    at += by;
  }
  return indices;
}

/// Python's rule for indices: -1 is the last value.
std::size_t IndexWithin(std::size_t size, const Value& index) {
  if (!index.IsInteger()) Wrong("an index of a list or string must be an integer", TypeName(index));
  std::int64_t at = AsInteger(index);
  const auto count = static_cast<std::int64_t>(size);
  if (at < 0) at += count;
  if (at < 0 || at >= count) {
    Wrong("index out of range", std::to_string(AsInteger(index)),
          "there are " + std::to_string(size) + " values, counted from 0");
  }
  return static_cast<std::size_t>(at);
}

}  // namespace

/// bool counts as an integer in arithmetic: True + True is 2.
Value Combine(const std::string& op, const Value& a, const Value& b, Budget* budget) {
  if (a.IsInteger() && b.IsInteger()) return CombineIntegers(op, AsInteger(a), AsInteger(b));
  if (a.IsNumber() && b.IsNumber()) return CombineFloats(op, AsDouble(a), AsDouble(b));
  if (op == "*" && IsSequence(a) && b.IsInteger()) return Repeated(a, AsInteger(b), budget);
  if (op == "*" && IsSequence(b) && a.IsInteger()) return Repeated(b, AsInteger(a), budget);
  if (op == "+") return Joined(a, b, budget);
  NoOperator(op, a, b);
}

Value Negate(const Value& value) {
  if (const auto* f = value.As<double>()) return -*f;
  if (!value.IsInteger()) Wrong("only a number can have a sign", TypeName(value));
  return CombineIntegers("-", 0, AsInteger(value));
}

bool Compare(const std::string& op, const Value& a, const Value& b, Budget* budget) {
  if (op == "==") return AreEqual(a, b, budget);
  if (op == "!=") return !AreEqual(a, b, budget);
  if (op == "in") return IsIn(a, b, budget);
  if (op == "not in") return !IsIn(a, b, budget);
  if (op == "is") return IsSame(a, b, budget);
  if (op == "is not") return !IsSame(a, b, budget);
  if (op == "<") return IsLess(a, b, budget);
  if (op == ">") return IsLess(b, a, budget);
  // a <= b is not the negation of b < a: with nan both are false.
  const bool equal = AreEqual(a, b, budget);
  return op == "<=" ? IsLess(a, b, budget) || equal : IsLess(b, a, budget) || equal;
}

/// Constant in time for dicts and lists; linear in the string, whose characters have several
/// lengths.
Value ItemOf(const Value& from, const Value& index, Budget* budget) {
  if (const Dict* dict = from.AsDict()) {
    const Value* found = dict->Find(index, budget);
    if (found == nullptr) {
      Wrong("a dict has no such key", StrOf(index, budget), "check its spelling");
    }
    return *found;
  }
  if (const List* list = from.AsList()) return list->items[IndexWithin(list->items.size(), index)];
  const auto* text = from.As<std::string>();
  if (text == nullptr) Wrong("only lists, strings and dicts can be indexed", TypeName(from));
  const std::vector<std::string> characters = Characters(*text, budget);
  return characters[IndexWithin(characters.size(), index)];
}

Value SliceOf(const Value& from, const Value& start, const Value& stop, const Value& step,
              Budget* budget) {
  if (const List* list = from.AsList()) {
    budget->Items(list->items.size());
    std::vector<Value> items;
    const auto size = static_cast<std::int64_t>(list->items.size());
    for (const std::size_t i : SliceIndices(size, start, stop, step)) {
      items.push_back(list->items[i]);
    }
    return MakeList(std::move(items), list->is_tuple, budget);
  }
  const auto* text = from.As<std::string>();
  if (text == nullptr) Wrong("only lists and strings can be sliced", TypeName(from));
  const std::vector<std::string> characters = Characters(*text, budget);
  std::string part;
  const auto size = static_cast<std::int64_t>(characters.size());
  for (const std::size_t i : SliceIndices(size, start, stop, step)) part += characters[i];
  return part;
}

std::vector<Value> ItemsOf(const Value& value, Budget* budget) {
  std::vector<Value> items;
  if (const List* list = value.AsList()) {
    budget->Items(list->items.size());
    items = list->items;
  } else if (const Dict* dict = value.AsDict()) {
    budget->Items(dict->entries.size());
    for (const auto& entry : dict->entries) items.push_back(entry.first);
  } else if (const auto* text = value.As<std::string>()) {
    for (std::string& character : Characters(*text, budget))
      items.emplace_back(std::move(character));
  } else {
    Wrong("a list, string or dict is needed here", TypeName(value));
  }
  return items;
}

}  // namespace surefoot::formats::urdf
