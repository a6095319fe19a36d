#pragma once

/// The functions and methods that expressions may call: a fixed table. Private to formats/urdf.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/formats/urdf/xacro/evaluate.h"

namespace surefoot::formats::urdf {

struct Arguments {
  std::vector<Value> values;
  std::vector<std::pair<std::string, Value>> named;
};

/// A function, constant or module: "sin", "pi", "math"; nothing when there is no such.
std::optional<Value> FindBuiltin(const std::string& name);
/// math.sin, python.abs, xacro.load_yaml.
std::optional<Value> FindInModule(const std::string& module, const std::string& name);
/// Functions that xacro offers and Surefoot does not evaluate.
bool IsForeignBuiltin(const std::string& name);

Value CallFunction(const std::string& name, const Arguments& arguments, const Surroundings& around);
/// "a b".split()
Value CallMethod(const Value& of, const std::string& name, const Arguments& arguments,
                 const Surroundings& around);

/// The functions' names, for messages.
std::string FunctionNames();
std::string MethodNames();

/// One number in, one number out; nothing when the function is not of math. Throws for numbers
/// outside the function's domain.
std::optional<Value> CallMath(const std::string& name, const std::vector<Value>& values);
bool IsMathFunction(const std::string& name);
std::string MathNames();

}  // namespace surefoot::formats::urdf
