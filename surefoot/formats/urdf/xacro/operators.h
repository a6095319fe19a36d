#pragma once

/// Operators of expressions, with Python's results. Private to formats/urdf.

#include <string>

#include "surefoot/formats/urdf/xacro/value.h"

namespace surefoot::formats::urdf {

/// + - * / // % **
Value Combine(const std::string& op, const Value& a, const Value& b, Budget* budget);
Value Negate(const Value& value);
/// < <= > >= == != in "not in" is "is not"
bool Compare(const std::string& op, const Value& a, const Value& b, Budget* budget);

/// from[index] of a text, list or dict.
Value ItemOf(const Value& from, const Value& index, Budget* budget);
/// from[start:stop:step], None where not given.
Value SliceOf(const Value& from, const Value& start, const Value& stop, const Value& step,
              Budget* budget);
/// What a loop over the value gives: items of a list, keys of a dict, characters of a text.
std::vector<Value> ItemsOf(const Value& value, Budget* budget);

}  // namespace surefoot::formats::urdf
