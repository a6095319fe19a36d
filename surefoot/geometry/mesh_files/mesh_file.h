#pragma once

#include <string>
#include <vector>

#include "surefoot/base/file_scope.h"
#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// Reads a mesh file into one mesh in metres with z up; docs/reference/formats.md lists the units
/// and axes of each format. STL, OBJ, PLY, MuJoCo's MSH (all unchanged) and COLLADA (its unit is
/// applied, its up-axis is not) have readers of Surefoot's own; glTF, FBX and others are read by
/// Assimp in a child process.
/// Node transforms are applied, identical vertices are merged, and polygons are split into
/// triangles; points, lines and degenerate triangles are dropped. Facet normals of STL are not
/// kept, other normals are.
/// A non-empty `submesh` keeps only the part of that name (COLLADA: name or id of a node or
/// geometry; OBJ: object or group; text STL: solid); `center` then moves the centre of that part's
/// bounding box to the origin.
/// Errors include the file's name: not a regular file, empty, more than 512 MB, damaged,
/// coordinates that are not finite, no triangles, unknown part. Materials, textures and buffers
/// that the file refers to are read only within `scope`.
Result<TriMesh> LoadMeshFile(const std::string& path, const std::string& submesh = {},
                             bool center = false, const FileScope& scope = {});

/// File endings (lower case, without dot) that LoadMeshFile supports and is tested with.
const std::vector<std::string>& MeshFileEndings();

/// The files that a mesh file refers to and that exist in the scope: materials, textures, buffers.
/// For copying a mesh. Unreadable files give an empty list.
std::vector<std::string> FilesNamedIn(const std::string& mesh_path, const FileScope& scope = {});

}  // namespace surefoot
