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

/// A picture embedded in a mesh file, as a separate file.
struct Texture {
  std::string ending;
  Bytes bytes;
};
using Textures = std::vector<Texture>;

/// Reads a file with Assimp and passes its triangles to the builder, in metres with z up. Materials
/// refer to an embedded picture by "*N", where N is its index in `textures`.
Status ReadScene(const MeshOrigin& origin, MeshBuilder* builder, Textures* textures);

/// Transform from Assimp's coordinates of a file to metres with z up; `ending` is in lower case.
/// The table in docs/reference/formats.md lists the conventions of each format.
Eigen::Affine3d FrameOf(const aiScene& scene, const std::string& path, const std::string& ending);

/// Converts a material of the file.
MeshMaterial MaterialOf(const aiScene& scene, const aiMaterial& material, const MeshOrigin& origin);

/// The embedded pictures, in the order of their indices.
Textures TexturesOf(const aiScene& scene);

}  // namespace surefoot::importer
