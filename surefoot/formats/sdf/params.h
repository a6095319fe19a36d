#pragma once

#include "surefoot/base/problem.h"
#include "surefoot/formats/sdf/node.h"

namespace surefoot::formats {

/// Carries out the changes that <experimental:params> of an include asks for on the included model:
/// each child names an element by element_id="link::visual" and says with action="add", "modify",
/// "remove" or "replace", its own or its children's, what becomes of it. Reports at `source`.
void ApplyParams(const SdfNode& params, const Source& source, SdfNode* model, Problems* problems);

}  // namespace surefoot::formats
