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

/// The worlds that engine instances are built from: all static models, then the members of an
/// island. Members without a joint to the world are placed at the origin, and models get neutral
/// names. Islands with equal descriptions are therefore equal worlds, independent of names and
/// positions. An engine compiles each of them once, and a robot moves exactly as it would alone.
class Compositions {
 public:
  /// Worlds made by another instance with the same `parts` are found again.
  Compositions(std::shared_ptr<const world::World> world,
               std::shared_ptr<physics::PartCache> parts);

  /// Static models, in World order.
  const std::vector<int>& statics() const { return statics_; }
  /// World ids of their links, in the order in which every composition begins.
  const std::vector<int>& static_links() const { return static_links_; }

  /// The composition of these members (ascending). Member k is model statics().size() + k in it.
  Result<std::shared_ptr<const world::World>> Get(const std::vector<int>& members);

  /// Replaces the neutral names of models in a message by their names in the World.
  std::string WithNames(const std::vector<int>& members, std::string message) const;

 private:
  using ModelPtr = std::shared_ptr<const world::Model>;
  /// The description as engines use it: equal descriptions are one object, and initial commands are
  /// removed because engines do not read them.
  ModelPtr DescriptionOf(const ModelPtr& model);
  std::string KeyOf(const std::vector<int>& members) const;
  world::WorldSpec SpecOf(const std::vector<int>& members) const;
  /// Name of a model in the composition; empty when it is not part of it.
  std::string NameIn(const std::vector<int>& members, const std::string& name) const;

  std::shared_ptr<const world::World> world_;
  std::shared_ptr<physics::PartCache> parts_;
  std::vector<int> statics_;
  std::vector<int> static_links_;
  /// Per model of the World.
  std::vector<ModelPtr> descriptions_;
  std::map<std::uint64_t, ModelPtr> description_of_hash_;
  /// Per model: indices of the attachments and filters that name it.
  std::vector<std::vector<int>> attachments_;
  std::vector<std::vector<int>> filters_;
  struct Known {
    std::shared_ptr<const world::World> world;
    /// Value of clock_ at the last request.
    std::uint64_t asked = 0;
  };
  std::map<std::string, Known> known_;
  std::uint64_t clock_ = 0;
};

}  // namespace surefoot::islands
