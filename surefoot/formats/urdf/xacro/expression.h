#pragma once

/// The parser of xacro expressions: from the text inside ${...} to a tree. Private to
/// formats/urdf.
///
/// The grammar is that of Python's expressions without lambda, comprehensions, f-strings,
/// assignments and bit operations. Attributes that start with an underscore are rejected by the
/// parser, so the evaluator never sees one.

#include <string>
#include <vector>

#include "surefoot/formats/urdf/xacro/value.h"

namespace surefoot::formats::urdf {

/// A node of the tree. The comments name the members that each kind uses.
struct Expression {
  enum class Kind {
    kConstant,     // constant
    kName,         // text
    kList,         // parts
    kTuple,        // parts
    kDict,         // parts: key, value, key, value, ...
    kNegate,       // parts[0]
    kPlus,         // parts[0]
    kNot,          // parts[0]
    kBinary,       // text: + - * / // % **; parts[0], parts[1]
    kCompare,      // parts[0] words[0] parts[1] words[1] ...
    kAnd,          // parts
    kOr,           // parts
    kConditional,  // parts: condition, value if true, value if false
    kIndex,        // parts[0] [ parts[1] ]
    kSlice,        // parts: text or list, start, stop, step; None where not given
    kAttribute,    // parts[0] . text
    kCall,         // parts[0] ( parts[1], ... ); words: names of the last arguments
  };
  Kind kind = Kind::kConstant;
  std::string text;
  Value constant;
  std::vector<Expression> parts;
  std::vector<std::string> words;
  /// Height of the tree, limited because the evaluator is recursive.
  int depth = 1;
};

/// Throws Failure when the text is not in the grammar.
Expression ParseExpression(const std::string& text, Budget* budget);

}  // namespace surefoot::formats::urdf
