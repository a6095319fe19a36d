#pragma once

#include <string>

#include "surefoot/base/file_scope.h"

namespace surefoot {

/// A mesh file, and which other files it may refer to.
struct MeshOrigin {
  std::string path;
  FileScope scope = {};
};

}  // namespace surefoot
