#pragma once

/// The tokens of an expression. Private to formats/urdf.

#include <string>
#include <vector>

#include "surefoot/formats/urdf/xacro/value.h"

namespace surefoot::formats::urdf {

/// A number, string, name or operator.
struct Token {
  enum class Kind { kNumber, kText, kName, kOperator, kEnd };
  Kind kind = Kind::kEnd;
  /// The name or operator.
  std::string text;
  /// The value of a number or string.
  Value value;
};

/// The tokens of the text, with kEnd as the last one. Throws Failure for characters and literals
/// outside of the grammar.
std::vector<Token> Tokenize(const std::string& text, Budget* budget);

}  // namespace surefoot::formats::urdf
