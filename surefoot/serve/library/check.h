#pragma once

#include <memory>
#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/session/parts.h"
#include "surefoot/world/world.h"

namespace surefoot::serve {

/// What a description is, and all that is wrong with it.
struct Checked {
  bool is_world = false;
  Problems problems;
  /// As read, as far as it came.
  world::WorldSpec spec;
  /// nullptr: it cannot be built.
  std::shared_ptr<const world::World> world;
};

Checked CheckDescription(const Parts& parts, const std::string& file);

/// The files that problems say are missing, as the description names them.
std::vector<std::string> MissingFiles(const Problems& problems);

}  // namespace surefoot::serve
