#pragma once

/// The values of xacro expressions: those of Python that robot descriptions use. Private to
/// formats/urdf.

#include <cstdint>
#include <memory>
#include <string>
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

/// A function or a module of the fixed table (functions.h): "sin", "math".
struct BuiltinName {
  std::string name;
};

/// A value, which never changes. Lists and dicts are shared. They cannot hold themselves, and
/// MakeList and MakeDict limit how deep they are, so recursion over a value is bounded.
struct Value {
  Value() = default;
  template <typename T>
  Value(T given) : data(std::move(given)) {}  // NOLINT: a value is what it is made of

  template <typename T>
  const T* As() const {
    return std::get_if<T>(&data);
  }
  bool IsNone() const { return data.index() == 0; }
  /// An integer or a bool, which Python counts as one.
  bool IsInteger() const { return As<bool>() != nullptr || As<std::int64_t>() != nullptr; }
  bool IsNumber() const { return IsInteger() || As<double>() != nullptr; }
  const List* AsList() const;
  const Dict* AsDict() const;

  std::variant<std::monostate, bool, std::int64_t, double, std::string, std::shared_ptr<const List>,
               std::shared_ptr<const Dict>, BuiltinName, Scope*>
      data;
};

struct List {
  std::vector<Value> items;
  bool is_tuple = false;
  int depth = 1;
};

/// In the order of insertion.
struct Dict {
  const Value* Find(const Value& key) const;

  std::vector<std::pair<Value, Value>> entries;
  /// By KeyText.
  std::unordered_map<std::string, std::size_t> index;
  int depth = 1;
};

Value MakeList(std::vector<Value> items, bool is_tuple, Budget* budget);
/// A later entry replaces an earlier one of the same key.
Value MakeDict(std::vector<std::pair<Value, Value>> entries, Budget* budget);

/// "int", "str", as Python names the type.
std::string TypeName(const Value& value);

/// Python's str() and repr(): "0.1", "1.0", "1e-05", "True", "[1, 'a']".
std::string StrOf(const Value& value, Budget* budget);
std::string ReprOf(const Value& value, Budget* budget);
std::string FloatText(double value);

bool TruthOf(const Value& value);
bool AreEqual(const Value& a, const Value& b, Budget* budget);
/// Throws for types without order.
bool IsLess(const Value& a, const Value& b, Budget* budget);

/// Of a number.
double AsDouble(const Value& number);
std::int64_t AsInteger(const Value& integer);

/// Python's int() and float() of a text; false when it is not one. `too_large`: it is an integer
/// beyond 64 bits.
bool ParsePythonInt(const std::string& text, std::int64_t* value, bool* too_large = nullptr);
bool ParsePythonFloat(const std::string& text, double* value);

/// What a text given for a property or parameter means: without the single quotes around it, else a
/// number or bool where it reads as one. Other values stay.
Value LiteralOf(Value value);

}  // namespace surefoot::formats::urdf
