#pragma once

/// The words of an expression. Private to formats/urdf.

#include <string>
#include <vector>

#include "surefoot/formats/urdf/xacro/value.h"

namespace surefoot::formats::urdf {

struct Token {
  enum class Kind { kNumber, kText, kName, kOperator, kEnd };
  Kind kind = Kind::kEnd;
  /// Of names and operators.
  std::string text;
  /// Of numbers and texts.
  Value value;
};

/// Ends with a token kEnd. Throws Failure for characters and literals outside the grammar.
std::vector<Token> Tokenize(const std::string& text, Budget* budget);

}  // namespace surefoot::formats::urdf
