#pragma once

#include "surefoot/base/file_scope.h"
#include "surefoot/base/problem.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// Checks that all files of a description are in a scope: meshes, textures, height maps and images
/// of grounds, which are read or served later. Readers find files by the resolver, which has the
/// scope already; this is the second line of defence, against a reader that forgets it. Reports
/// each file outside as an error, and returns whether there was none.
bool CheckFiles(const world::WorldSpec& spec, const FileScope& scope, Problems* problems);

}  // namespace surefoot::formats
