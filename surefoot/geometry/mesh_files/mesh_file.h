#pragma once

#include <string>
#include <vector>

#include "surefoot/base/file_scope.h"
#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// Reads a mesh file into one mesh in metres with z up; docs/reference/formats.md tells what each
/// format means by its numbers. STL, OBJ, PLY, MuJoCo's MSH (all as they are) and COLLADA (its unit
/// is honoured, its up-axis is not) have readers of our own, glTF, FBX and others are read by
/// Assimp in a process of its own. Node transforms are applied, identical vertices are joined,
/// polygons cut into triangles; points, lines and triangles without area are dropped. The facet
/// normals of STL are not kept, other normals are. A non-empty `submesh` keeps only the part of
/// that name (COLLADA: name or id of a node or geometry; OBJ: object or group; text STL: solid);
/// `center` then moves the middle of that part's bounding box to the origin. An error names the
/// file: not a regular file, empty, more than 512 MB, damaged, coordinates that are not finite, no
/// triangles, no such part. Materials, textures and buffers that the file names are read only in
/// `scope`.
Result<TriMesh> LoadMeshFile(const std::string& path, const std::string& submesh = {},
                             bool center = false, const FileScope& scope = {});

/// File endings (lower case, without dot) that LoadMeshFile is tested with.
const std::vector<std::string>& MeshFileEndings();

/// The files that a mesh file names and that exist in the scope: materials, textures, buffers. For
/// copying a mesh; what cannot be read names nothing.
std::vector<std::string> FilesNamedIn(const std::string& mesh_path, const FileScope& scope = {});

}  // namespace surefoot
