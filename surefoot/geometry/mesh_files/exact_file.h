#pragma once

/// Files that restore a mesh or a height field bit by bit: vertices in their order, none merged or
/// dropped. Other programs read them as ordinary OBJ and PFM files. Used for worlds that are saved.

#include <functional>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"
#include "surefoot/geometry/mesh_files/mesh_origin.h"
#include "surefoot/geometry/terrain/height_field.h"

namespace surefoot {

/// An OBJ file and the MTL file that it refers to, which is empty if the mesh has no materials.
struct ExactObj {
  std::string mesh;
  std::string materials;
};

/// `texture_of` converts a texture's path to the text written in the file.
ExactObj WriteExactObj(const TriMesh& mesh, const std::string& material_file,
                       const std::function<std::string(const std::string&)>& texture_of);

/// Whether the text was written by WriteExactObj.
bool IsExactObj(const std::string& text);
Result<TriMesh> ReadExactObj(const MeshOrigin& origin, const std::string& text);

/// A PFM image: heights in metres as 32-bit floats, bottom row first. It does not contain the
/// extent along x and y.
std::string WriteExactHeights(const HeightField& field);
bool IsExactHeights(const std::string& bytes);
Result<HeightField> ReadExactHeights(const std::string& bytes, double size_x, double size_y);

}  // namespace surefoot
