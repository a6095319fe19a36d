#pragma once

/// Meshes and height fields as little-endian binary files for viewers (docs/reference/view.md).

#include <functional>
#include <string>

#include "surefoot/base/bytes.h"
#include "surefoot/geometry/mesh/tri_mesh.h"
#include "surefoot/geometry/terrain/height_field.h"

namespace surefoot::view {

/// Returns the name under which viewers load a picture; empty if it cannot be displayed.
using TextureName = std::function<std::string(const std::string& path)>;

/// The mesh with the normals that render/ shades with, and its own materials.
Bytes MeshAsset(const TriMesh& mesh, const TextureName& texture);
Bytes HeightAsset(const HeightField& field);

}  // namespace surefoot::view
