#pragma once

/// How the content of an included file takes the place of its <include>.

#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/formats/sdf/node.h"

namespace surefoot::formats {

/// The one model, light or actor of an included file; nullptr after reporting at `source`.
const SdfNode* IncludedThing(const SdfNode& root, const Source& source, Problems* problems);

/// Reports an include that contradicts itself.
void CheckInclude(const SdfNode& include, const Source& source, Problems* problems);

/// The included thing with the include's name, pose, static, placement frame, plugins and
/// extensions.
SdfNode WithOverrides(const SdfNode& include, const SdfNode& thing);

/// What of a model, overrides applied, becomes part of the model that it is merged into. Unless
/// the two stand in the same place and it `is_first` to bring links, a frame stands for it.
std::vector<SdfNode> MergedParts(const SdfNode& model, const SdfNode& parent, bool is_first);

/// True for <include merge="true">.
bool IsMerge(const SdfNode& include);

/// True when the pose is written as no displacement at all, or is nullptr.
bool IsZeroPose(const SdfNode* pose);

/// Carries out the changes that <experimental:params> of an include asks for on the included model:
/// each child names an element by element_id="link::visual" and says with action="add", "modify",
/// "remove" or "replace", its own or its children's, what becomes of it. Reports at `source`.
void ApplyParams(const SdfNode& params, const Source& source, SdfNode* model, Problems* problems);

}  // namespace surefoot::formats
