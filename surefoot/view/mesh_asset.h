#pragma once

/// Meshes and height fields as little-endian files for viewers (docs/reference/view.md).

#include <functional>
#include <string>

#include "surefoot/base/bytes.h"
#include "surefoot/geometry/mesh/tri_mesh.h"
#include "surefoot/geometry/terrain/height_field.h"

namespace surefoot::view {

/// The name under which viewers find a picture; empty: it cannot be shown.
using TextureName = std::function<std::string(const std::string& path)>;

/// With the normals that render/ shades it with, and its own materials.
Bytes MeshAsset(const TriMesh& mesh, const TextureName& texture);
Bytes HeightAsset(const HeightField& field);

}  // namespace surefoot::view
