#pragma once

/// The functions and methods that expressions may call, as a fixed table. A name that is not in it
/// cannot be called. Private to formats/urdf.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/formats/urdf/xacro/evaluate.h"

namespace surefoot::formats::urdf {

/// The arguments of a call, evaluated, in Python's order: positional, then named.
struct Arguments {
  std::vector<Value> values;
  std::vector<std::pair<std::string, Value>> named;
};

/// A function, constant or module ("sin", "pi", "math"); std::nullopt for unknown names.
std::optional<Value> FindBuiltin(const std::string& name);
/// math.sin, python.abs, xacro.load_yaml.
std::optional<Value> FindInModule(const std::string& module, const std::string& name);
/// True for functions that xacro offers and Surefoot does not support.
bool IsForeignBuiltin(const std::string& name);

Value CallFunction(const std::string& name, const Arguments& arguments, const Surroundings& around);
/// Calls a method of a value, such as "a b".split().
Value CallMethod(const Value& of, const std::string& name, const Arguments& arguments,
                 const Surroundings& around);

/// The names of the functions, for messages.
std::string FunctionNames();
std::string MethodNames();

/// Calls a function of Python's module math; std::nullopt when the name is none of them. Throws for
/// arguments outside the function's domain.
std::optional<Value> CallMath(const std::string& name, const std::vector<Value>& values);
bool IsMathFunction(const std::string& name);
std::string MathNames();

}  // namespace surefoot::formats::urdf
