#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/physics/part_cache.h"
#include "surefoot/world/world.h"

namespace surefoot::islands {

/// Whether any part of the model can move.
bool IsMovable(const world::World& world, int model);

/// The worlds that engine instances are built from: all that stands still, then the members of an
/// island. Members that hang on nothing stand at the origin, and none has its own name: islands of
/// the same descriptions are then the same world, whoever and wherever they are. So an engine has
/// to prepare it once only, and a robot moves as it would alone.
class Compositions {
 public:
  /// What an instance of `parts` and of another World was built from is found again.
  Compositions(std::shared_ptr<const world::World> world,
               std::shared_ptr<physics::PartCache> parts);

  /// In World order.
  const std::vector<int>& statics() const { return statics_; }
  /// World ids of the links of those, in the order in which every composition begins.
  const std::vector<int>& static_links() const { return static_links_; }

  /// Members in rising order; member k is model statics().size() + k there.
  Result<std::shared_ptr<const world::World>> Get(const std::vector<int>& members);

  /// Replaces the names of a composition's models in a message by those that people know.
  std::string WithNames(const std::vector<int>& members, std::string message) const;

 private:
  using ModelPtr = std::shared_ptr<const world::Model>;
  /// As engines see it: equal descriptions are one, whatever they are told to do at the start.
  ModelPtr DescriptionOf(const ModelPtr& model);
  std::string KeyOf(const std::vector<int>& members) const;
  world::WorldSpec SpecOf(const std::vector<int>& members) const;
  /// Name of a model there, empty when it is not part of it.
  std::string NameIn(const std::vector<int>& members, const std::string& name) const;

  std::shared_ptr<const world::World> world_;
  std::shared_ptr<physics::PartCache> parts_;
  std::vector<int> statics_;
  std::vector<int> static_links_;
  /// Per model of the World.
  std::vector<ModelPtr> descriptions_;
  std::map<std::uint64_t, ModelPtr> description_of_hash_;
  /// Per model: attachments and filters that name it, by index.
  std::vector<std::vector<int>> attachments_;
  std::vector<std::vector<int>> filters_;
  struct Known {
    std::shared_ptr<const world::World> world;
    /// When it was asked for last, by clock_.
    std::uint64_t asked = 0;
  };
  std::map<std::string, Known> known_;
  std::uint64_t clock_ = 0;
};

}  // namespace surefoot::islands
