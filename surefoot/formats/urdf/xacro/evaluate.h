#pragma once

/// Expressions evaluated. Private to formats/urdf.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/formats/urdf/xacro/expression.h"

namespace surefoot::formats::urdf {

/// Where names of an expression are looked up.
class Names {
 public:
  virtual ~Names() = default;
  /// Nothing when there is no such name.
  virtual std::optional<Value> Find(const std::string& name) = 0;
};

/// What functions reach beyond their arguments. Everything that an expression can do to the
/// machine is in this list.
class Host {
 public:
  virtual ~Host() = default;
  /// xacro.load_yaml.
  virtual Value LoadYaml(const std::string& file) = 0;
  /// xacro.message, warning and error.
  virtual void Report(Severity severity, const std::string& text) = 0;
  /// "arg", "find", "env", "optenv", "dirname", "cwd" with the words behind it, as in $(arg name).
  virtual std::string Substitute(const std::vector<std::string>& words) = 0;
};

/// An expression's surroundings.
struct Surroundings {
  Names* names;
  Host* host;
  Budget* budget;
};

/// The value of the text inside ${...}. Throws Failure.
Value Evaluate(const std::string& text, const Surroundings& around);

}  // namespace surefoot::formats::urdf
