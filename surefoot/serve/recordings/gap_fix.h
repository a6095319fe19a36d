#pragma once

/// What "surefoot gap" calls "ground.mu" or "robot.mass", as properties of the running world.

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/world/world.h"

namespace surefoot::serve {

/// One number of one part, named as in /surefoot/edit/set.
struct GapEdit {
  std::string entity;
  std::string part;
  std::string property;
  double old_value = 0.0;
  double new_value = 0.0;
};

/// The edits that "NAME=VALUE" stands for, of that robot in that world. An error for what is no
/// part of a world says so.
Result<std::vector<GapEdit>> GapEditsOf(const world::World& world, const std::string& robot,
                                        const std::string& setting);

}  // namespace surefoot::serve
