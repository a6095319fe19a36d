#pragma once

/// The values of xacro expressions: the part of Python's types that robot descriptions use. Private
/// to formats/urdf.

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "surefoot/formats/urdf/xacro/limits.h"

namespace surefoot::formats::urdf {

class Scope;
struct Value;
struct List;
struct Dict;

/// A function or module of the fixed table (functions.h), such as "sin" or "math".
struct BuiltinName {
  std::string name;
};

/// An immutable value. Strings, lists and dicts are shared: a copy of a value costs nothing, so
/// only what creates one is charged to the budget. Lists and dicts cannot contain themselves, and
/// have a limited depth (MakeList, MakeDict), so recursion over a value is bounded. Scope* is a
/// namespace.
struct Value {
  using Text = std::shared_ptr<const std::string>;

  Value() = default;
  template <typename T>
  Value(T given) {  // NOLINT: a value is what it is made of
    if constexpr (std::is_convertible_v<T, std::string>) {
      data = std::make_shared<const std::string>(std::move(given));
    } else {
      data = std::move(given);
    }
  }

  /// nullptr for a value of another type.
  template <typename T>
  const T* As() const {
    if constexpr (std::is_same_v<T, std::string>) {
      const auto* text = std::get_if<Text>(&data);
      return text == nullptr ? nullptr : text->get();
    } else {
      return std::get_if<T>(&data);
    }
  }
  bool IsNone() const { return data.index() == 0; }
  /// An integer or a bool, which is an integer in Python.
  bool IsInteger() const { return As<bool>() != nullptr || As<std::int64_t>() != nullptr; }
  bool IsNumber() const { return IsInteger() || As<double>() != nullptr; }
  const List* AsList() const;
  const Dict* AsDict() const;

  std::variant<std::monostate, bool, std::int64_t, double, Text, std::shared_ptr<const List>,
               std::shared_ptr<const Dict>, BuiltinName, Scope*>
      data;
};

/// A list or tuple. `depth` is the nesting depth, 1 for a flat list.
struct List {
  std::vector<Value> items;
  bool is_tuple = false;
  int depth = 1;
};

/// A dict in the order of insertion, as in Python.
struct Dict {
  const Value* Find(const Value& key, Budget* budget) const;

  std::vector<std::pair<Value, Value>> entries;
  /// Positions in `entries` by KeyText().
  std::unordered_map<std::string, std::size_t> index;
  int depth = 1;
};

Value MakeList(std::vector<Value> items, bool is_tuple, Budget* budget);
/// A later entry replaces an earlier one with the same key.
Value MakeDict(std::vector<std::pair<Value, Value>> entries, Budget* budget);

/// Python's name of the type: "int", "str".
std::string TypeName(const Value& value);

/// Python's str() and repr(): "0.1", "1.0", "1e-05", "True", "[1, 'a']".
std::string StrOf(const Value& value, Budget* budget);
std::string ReprOf(const Value& value, Budget* budget);
std::string FloatText(double value);

bool TruthOf(const Value& value);
bool AreEqual(const Value& a, const Value& b, Budget* budget);
/// Throws for types that cannot be ordered.
bool IsLess(const Value& a, const Value& b, Budget* budget);

/// Conversions; the value must be a number, or an integer.
double AsDouble(const Value& number);
std::int64_t AsInteger(const Value& integer);

/// Python's int() and float() of a string; false when it is not one. Sets `too_large` for an
/// integer that exceeds 64 bits.
bool ParsePythonInt(const std::string& text, std::int64_t* value, bool* too_large = nullptr);
bool ParsePythonFloat(const std::string& text, double* value);

/// The meaning of a string given for a property or parameter: text in single quotes loses the
/// quotes; text that reads as a number or bool becomes one. Other values are returned unchanged.
Value LiteralOf(Value value);

}  // namespace surefoot::formats::urdf
