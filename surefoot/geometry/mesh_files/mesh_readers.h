#pragma once

/// The readers behind LoadMeshFile. Each fills a builder; errors start with what is wrong, the
/// caller puts the file's name in front.

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh_files/mesh_builder.h"
#include "surefoot/geometry/mesh_files/mesh_origin.h"

namespace surefoot {

/// No mesh file, material file or buffer is larger than this.
constexpr std::uint64_t kMaxMeshFileBytes = std::uint64_t{512} << 20;

/// STL, binary or text. Facet normals are dropped: they are what the triangles themselves say.
Status ReadStl(const std::string& bytes, MeshBuilder* builder);

/// COLLADA 1.4 and 1.5, static meshes. The result is in metres, <up_axis> apart. Own code, because
/// assimp's reader crashes on damaged files.
Status ReadCollada(const MeshOrigin& origin, const std::string& bytes, MeshBuilder* builder);

/// Wavefront OBJ with its materials, as it is. Own code for the same reason.
Status ReadObj(const MeshOrigin& origin, const std::string& text, MeshBuilder* builder);

/// The binary mesh file of MuJoCo (.msh), as it is.
Status ReadMsh(const std::string& bytes, MeshBuilder* builder);

/// Stanford PLY, text or binary, as it is.
Status ReadPly(const MeshOrigin& origin, const std::string& bytes, MeshBuilder* builder);

/// Cuts a polygon into triangles of corner indices; concave ones by cutting ears.
std::vector<std::array<std::size_t, 3>> CutPolygon(const std::vector<MeshCorner>& corners);

/// The path of a texture named in a mesh file: absolute; empty when the name is, and when the path
/// is outside the scope. When there is no file of that name, the usual places around the mesh are
/// tried: textures/, ../textures/, ../materials/textures/.
std::string ResolveTexture(const MeshOrigin& origin, const std::string& name);

/// Turns y up into z up.
Eigen::Affine3d ZUpFromYUp();

}  // namespace surefoot
