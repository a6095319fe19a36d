#pragma once

#include <string>
#include <vector>

#include "surefoot/ground/soil/compaction_map.h"
#include "surefoot/world/world.h"

namespace surefoot::ground {

/// The ruts of a world: every model with wheels has tiles of its own, so that how long its ruts
/// last does not depend on others. Those of models that are gone share some.
class Ruts {
 public:
  explicit Ruts(const world::World& world);

  CompactionMap& map() { return map_; }
  /// 0, whose ruts nobody owns any more, for models that have no wheels.
  int OwnerOf(const std::string& model) const;
  /// From another world; models of these names are in both.
  void CarryOver(const Ruts& from, const std::vector<std::string>& same_models);

 private:
  /// By owner.
  std::vector<std::string> models_;
  CompactionMap map_;
};

}  // namespace surefoot::ground
