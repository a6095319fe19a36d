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

/// True when the include asks for something that only libsdformat does.
bool NeedsLibrary(const SdfNode& include);

/// True when the parts of `thing` may stand directly in `parent`: an include with merge="true",
/// without displacement, before any other link.
bool MergesPlainly(const SdfNode& include, const SdfNode& thing, const SdfNode& parent);

/// The included thing with the include's name, pose, static, placement frame, plugins and
/// extensions.
SdfNode WithOverrides(const SdfNode& include, const SdfNode& thing);

/// What of a merged model becomes part of its parent.
std::vector<SdfNode> MergedParts(const SdfNode& include, const SdfNode& thing);

/// True for <include merge="true">.
bool IsMerge(const SdfNode& include);

}  // namespace surefoot::formats
