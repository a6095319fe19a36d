#pragma once

#include <string>
#include <vector>

namespace surefoot {

/// The files that a mesh file names and that exist: materials, textures, buffers. For copying a
/// mesh; what cannot be read names nothing.
std::vector<std::string> FilesNamedIn(const std::string& mesh_path);

}  // namespace surefoot
