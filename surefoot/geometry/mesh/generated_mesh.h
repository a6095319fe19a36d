#pragma once

/// Meshes that are generated from a URI instead of a file.

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// Whether the URI is "surefoot:rock" or "surefoot:loft", with or without options.
bool IsGeneratedMesh(const std::string& uri);

Result<TriMesh> GenerateMesh(const std::string& uri);

}  // namespace surefoot
