#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/mesh/tri_mesh.h"

namespace surefoot {

/// Reads a mesh file (STL, OBJ, DAE and others) into one mesh in metres with z up: node transforms
/// applied, COLLADA's unit and up-axis honoured. A non-empty `submesh` keeps only the part of that
/// name; `center` then moves that part's bounding box to the origin.
Result<TriMesh> LoadMeshFile(const std::string& path, const std::string& submesh = {},
                             bool center = false);

/// File endings (lower case, without dot) that LoadMeshFile is tested with.
const std::vector<std::string>& MeshFileEndings();

}  // namespace surefoot
