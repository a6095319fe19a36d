#pragma once

#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh_files/mesh_builder.h"

namespace surefoot::importer {

/// A picture inside a mesh file, as a file of its own.
struct Texture {
  std::string ending;
  Bytes bytes;
};
using Textures = std::vector<Texture>;

/// Reads a file with Assimp and hands its triangles to the builder, in metres with z up. A texture
/// in the file itself is called "*N" in the materials, N its index in `textures`.
Status ReadScene(const std::string& path, MeshBuilder* builder, Textures* textures);

}  // namespace surefoot::importer
