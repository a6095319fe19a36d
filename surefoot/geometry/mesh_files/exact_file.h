#pragma once

/// Files that give a mesh or a height field back bit for bit: vertices in their order, none joined
/// or left out. Other programs read them as plain OBJ and PFM.

#include <functional>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"
#include "surefoot/geometry/mesh_files/mesh_origin.h"
#include "surefoot/geometry/terrain/height_field.h"

namespace surefoot {

/// An OBJ file and the MTL file that it names, which is empty when the mesh has no materials.
struct ExactObj {
  std::string mesh;
  std::string materials;
};

/// `texture_of` turns a texture's path into the text that names it.
ExactObj WriteExactObj(const TriMesh& mesh, const std::string& material_file,
                       const std::function<std::string(const std::string&)>& texture_of);

/// True for a text that WriteExactObj made.
bool IsExactObj(const std::string& text);
Result<TriMesh> ReadExactObj(const MeshOrigin& origin, const std::string& text);

/// A PFM image: the heights in metres as 32-bit numbers, bottom row first. The extent along x and y
/// is not in it.
std::string WriteExactHeights(const HeightField& field);
bool IsExactHeights(const std::string& bytes);
Result<HeightField> ReadExactHeights(const std::string& bytes, double size_x, double size_y);

}  // namespace surefoot
