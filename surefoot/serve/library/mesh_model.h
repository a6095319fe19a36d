#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/session/parts.h"

namespace surefoot::serve {

/// Whether the ending is that of a mesh: STL, OBJ, COLLADA, PLY, glTF and similar.
bool IsMeshFile(const std::string& path);

/// Writes a model file for a single mesh beside it and returns its path: the mesh is both visual
/// and collision, the mass is that of its volume in water, and its lowest point is at height 0.
/// `scope`: which files the mesh may refer to. Slow; on a worker's thread.
Result<std::string> ModelOfMesh(const Parts& parts, const std::string& mesh,
                                const FileScope& scope);

}  // namespace surefoot::serve
