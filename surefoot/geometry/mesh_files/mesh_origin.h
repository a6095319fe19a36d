#pragma once

#include <string>

#include "surefoot/base/file_scope.h"

namespace surefoot {

/// A mesh file that is read, and which files it may name.
struct MeshOrigin {
  std::string path;
  FileScope scope = {};
};

}  // namespace surefoot
