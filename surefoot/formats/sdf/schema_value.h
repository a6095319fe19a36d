#pragma once

#include <memory>
#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/formats/sdf/node.h"

namespace sdf {
inline namespace v12 {
class Param;
}
}  // namespace sdf

namespace surefoot::formats {

/// Checks a text against the type and range that SDF gives it. `element` is the element that the
/// text stands in: poses and limits have rules of their own.
void CheckSdfValue(const sdf::Param& param, const std::string& text, const SdfNode& element,
                   const Source& source, Problems* problems);

}  // namespace surefoot::formats
