#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/session/parts.h"

namespace surefoot::serve {

/// By its ending: STL, OBJ, COLLADA, PLY, glTF and the like.
bool IsMeshFile(const std::string& path);

/// The model file of a mesh by itself, written beside it: what is seen and what collides is the
/// mesh, the mass is that of its volume in water, and its lowest point is at height 0. `scope`:
/// what the mesh may name.
Result<std::string> ModelOfMesh(const Parts& parts, const std::string& mesh,
                                const FileScope& scope);

}  // namespace surefoot::serve
