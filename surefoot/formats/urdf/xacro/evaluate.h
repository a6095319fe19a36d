#pragma once

/// The evaluator of xacro expressions. Private to formats/urdf.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/formats/urdf/xacro/expression.h"

namespace surefoot::formats::urdf {

/// Name lookup for expressions.
class Names {
 public:
  virtual ~Names() = default;
  /// std::nullopt when the name is not defined.
  virtual std::optional<Value> Find(const std::string& name) = 0;
};

/// What functions can reach besides their arguments. This list is complete: an expression cannot do
/// anything else to the machine.
class Host {
 public:
  virtual ~Host() = default;
  /// xacro.load_yaml.
  virtual Value LoadYaml(const std::string& file) = 0;
  /// xacro.message, xacro.warning and xacro.error.
  virtual void Report(Severity severity, const std::string& text) = 0;
  /// "arg", "find", "env", "optenv", "dirname" or "cwd" and the words after it, as in $(arg name).
  virtual std::string Substitute(const std::vector<std::string>& words) = 0;
};

/// The environment of an expression. The objects must outlive the evaluation.
struct Surroundings {
  Names* names;
  Host* host;
  Budget* budget;
};

/// The value of the text inside ${...}. Throws Failure for errors and exceeded limits.
Value Evaluate(const std::string& text, const Surroundings& around);

}  // namespace surefoot::formats::urdf
