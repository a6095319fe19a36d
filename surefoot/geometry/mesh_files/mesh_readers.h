#pragma once

/// The readers behind LoadMeshFile. Each fills a builder; errors start with what is wrong, and the
/// caller adds the file's name in front.

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh_files/mesh_builder.h"
#include "surefoot/geometry/mesh_files/mesh_origin.h"

namespace surefoot {

/// Upper limit of the size of a mesh, material or buffer file.
constexpr std::uint64_t kMaxMeshFileBytes = std::uint64_t{512} << 20;

/// STL, binary or text. Facet normals are ignored: they follow from the triangles.
Status ReadStl(const std::string& bytes, MeshBuilder* builder);

/// COLLADA 1.4 and 1.5, static meshes, in metres; <up_axis> is ignored. Not by Assimp, whose reader
/// crashes on damaged files.
Status ReadCollada(const MeshOrigin& origin, const std::string& bytes, MeshBuilder* builder);

/// Wavefront OBJ with its materials, unchanged. Not by Assimp, for the same reason.
Status ReadObj(const MeshOrigin& origin, const std::string& text, MeshBuilder* builder);

/// MuJoCo's binary mesh file (.msh), unchanged.
Status ReadMsh(const std::string& bytes, MeshBuilder* builder);

/// Stanford PLY, text or binary, unchanged.
Status ReadPly(const MeshOrigin& origin, const std::string& bytes, MeshBuilder* builder);

/// Splits a polygon into triangles of corner indices; concave ones by ear clipping.
std::vector<std::array<std::size_t, 3>> TriangulatePolygon(const std::vector<MeshCorner>& corners);

/// Absolute path of a texture that a mesh file refers to; empty if the name is empty or the path is
/// outside the scope. If the file does not exist, the usual folders near the mesh are searched:
/// textures/, ../textures/, ../materials/textures/.
std::string ResolveTexture(const MeshOrigin& origin, const std::string& name);

/// Rotation from y up to z up.
Eigen::Affine3d ZUpFromYUp();

}  // namespace surefoot
