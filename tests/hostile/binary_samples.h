#pragma once

#include <string>

namespace surefoot::hostile {

/// Valid binary files: a tetrahedron in several mesh formats, and a hill as images.
std::string BinaryStl();
std::string BinaryPly();
/// Binary glTF: the JSON chunk and the binary chunk.
std::string Glb();
std::string Studio3ds();
std::string Png();
std::string GeoTiff();
/// The binary mesh format of MuJoCo before version 3.
std::string MujocoMesh();

}  // namespace surefoot::hostile
