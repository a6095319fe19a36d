#pragma once

/// Replacement of <include> by the content of the included file. These functions work on nodes,
/// before names and poses are resolved.

#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/formats/sdf/node.h"

namespace surefoot::formats {

/// The model, light or actor of an included file; nullptr after reporting at `source`.
const SdfNode* IncludedElement(const SdfNode& root, const Source& source, Problems* problems);

/// Reports an include whose children contradict each other.
void CheckInclude(const SdfNode& include, const Source& source, Problems* problems);

/// A copy of the included thing with the include's name, pose, static flag, placement frame,
/// plugins and extensions.
SdfNode WithOverrides(const SdfNode& include, const SdfNode& thing);

/// The parts of a model (overrides applied) that become parts of the model it is merged into. A
/// frame represents the merged model and its parts are placed relative to it. The frame is omitted
/// if both models have the same frame and the merged one is the first (`is_first`) to contribute
/// links.
std::vector<SdfNode> MergedParts(const SdfNode& model, const SdfNode& parent, bool is_first);

/// True for <include merge="true">.
bool IsMerge(const SdfNode& include);

/// True when the pose is nullptr or written as zero.
bool IsZeroPose(const SdfNode* pose);

/// Applies the changes of <experimental:params> to the included model: each child names an element
/// by element_id="link::visual", and its action="add", "modify", "remove" or "replace", or those
/// of its children, say how to change it. Reports at `source`.
void ApplyParams(const SdfNode& params, const Source& source, SdfNode* model, Problems* problems);

}  // namespace surefoot::formats
