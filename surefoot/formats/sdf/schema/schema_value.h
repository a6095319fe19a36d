#pragma once

#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/formats/sdf/node.h"
#include "surefoot/formats/sdf/schema/schema.h"

namespace surefoot::formats {

/// The message about a number that is one, but too small or too large.
constexpr const char* kSdfOutOfRange = "the value is out of range";

/// Checks a text against the type and range that SDF gives it. `element` is the element that the
/// text stands in: poses and limits have rules of their own.
void CheckSdfValue(const SdfValueType& type, const std::string& text, const SdfNode& element,
                   const Source& source, Problems* problems);

}  // namespace surefoot::formats
