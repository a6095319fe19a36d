#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/mesh/tri_mesh.h"

namespace surefoot {

/// Reads a mesh file (STL, OBJ, DAE, glTF, MuJoCo's MSH) into one mesh in metres with z up: node
/// transforms applied, COLLADA's unit honoured, but not its up-axis, glTF turned from y up; STL,
/// OBJ and MSH are taken as they are. Identical vertices are joined, polygons cut into triangles;
/// points, lines and triangles without area are dropped. The facet normals of STL are not kept,
/// other normals are. A non-empty `submesh` keeps only the part of that name (COLLADA: name or id
/// of a node or geometry; OBJ: object or group; text STL: solid); `center` then moves the middle of
/// that part's bounding box to the origin. An error names the file: not a regular file, empty, more
/// than 512 MB, damaged, coordinates that are not finite, no triangles, no such part.
Result<TriMesh> LoadMeshFile(const std::string& path, const std::string& submesh = {},
                             bool center = false);

/// File endings (lower case, without dot) that LoadMeshFile is tested with.
const std::vector<std::string>& MeshFileEndings();

}  // namespace surefoot
