#pragma once

#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh_files/mesh_builder.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"
#include "surefoot/math/rigid_transform.h"

struct aiMaterial;
struct aiScene;

namespace surefoot::importer {

/// A picture inside a mesh file, as a file of its own.
struct Texture {
  std::string ending;
  Bytes bytes;
};
using Textures = std::vector<Texture>;

/// Reads a file with Assimp and hands its triangles to the builder, in metres with z up. A texture
/// in the file itself is called "*N" in the materials, N its index in `textures`.
Status ReadScene(const MeshOrigin& origin, MeshBuilder* builder, Textures* textures);

/// From what Assimp makes of a file to metres with z up; `ending` is in lower case. The table of
/// docs/reference/formats.md says what each format means.
Eigen::Affine3d FrameOf(const aiScene& scene, const std::string& path, const std::string& ending);

/// The looks of a material of a file.
MeshMaterial MaterialOf(const aiScene& scene, const aiMaterial& material, const MeshOrigin& origin);

/// The pictures inside the file.
Textures TexturesOf(const aiScene& scene);

}  // namespace surefoot::importer
