#pragma once

/// Operators of expressions, with the results of Python 3: / gives a float, // and % round towards
/// minus infinity. Integers are 64 bits; a larger result is an error, not a wrong number. Private
/// to formats/urdf.

#include <string>

#include "surefoot/formats/urdf/xacro/value.h"

namespace surefoot::formats::urdf {

/// + - * / // % ** on numbers; + and * on strings and lists.
Value Combine(const std::string& op, const Value& a, const Value& b, Budget* budget);
Value Negate(const Value& value);
/// < <= > >= == != in "not in" is "is not"
bool Compare(const std::string& op, const Value& a, const Value& b, Budget* budget);

/// from[index] of a string, list or dict. Negative indices count from the end.
Value ItemOf(const Value& from, const Value& index, Budget* budget);
/// from[start:stop:step]; None for parts that are absent.
Value SliceOf(const Value& from, const Value& start, const Value& stop, const Value& step,
              Budget* budget);
/// The values of a loop over the value: items of a list, keys of a dict, characters of a string.
std::vector<Value> ItemsOf(const Value& value, Budget* budget);

}  // namespace surefoot::formats::urdf
