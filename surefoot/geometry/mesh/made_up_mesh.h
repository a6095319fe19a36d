#pragma once

/// Meshes that an address describes instead of a file.

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// True for "surefoot:rock" and "surefoot:loft", with or without options.
bool IsMadeUpMesh(const std::string& uri);

Result<TriMesh> MakeMeshOf(const std::string& uri);

}  // namespace surefoot
