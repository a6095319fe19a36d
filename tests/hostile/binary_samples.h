#pragma once

#include <string>

namespace surefoot::hostile {

/// A tetrahedron in binary formats, and a hill as images; each a whole, correct file.
std::string BinaryStl();
std::string BinaryPly();
/// glTF's JSON with its binary chunk.
std::string Glb();
std::string Studio3ds();
std::string Png();
std::string GeoTiff();
/// The mesh file of MuJoCo before version 3.
std::string MujocoMesh();

}  // namespace surefoot::hostile
