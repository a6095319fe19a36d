#pragma once

#include <memory>
#include <string>

#include "surefoot/world/world.h"

namespace surefoot::cli {

/// True when the file's ending is that of a mesh format.
bool IsMeshFile(const std::string& file);

/// A mesh file by itself: one static model of one visual, standing on a floor.
Result<std::shared_ptr<const world::World>> LoadMeshWorld(const std::string& file);

}  // namespace surefoot::cli
