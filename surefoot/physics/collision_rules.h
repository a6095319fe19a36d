#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "surefoot/world/world.h"

namespace surefoot::physics {

/// Which collision shapes may touch, the same on every engine. They may not when neither can move,
/// when they belong to one body, when their masks have no bit in common, when their model does not
/// collide with itself, when a joint or an attachment joins their bodies, when a filter says so, or
/// when one is a wheel whose contact with the other the ground module computes.
class CollisionRules {
 public:
  explicit CollisionRules(const world::World& world);

  /// World link ids. Masks and wheels do not count yet.
  bool LinksMayTouch(int link_a, int link_b) const;
  bool MayTouch(int link_a, int collision_a, int link_b, int collision_b) const;
  /// False when the one is a wheel on ground whose contact is not the engine's.
  bool IsForEngine(int link_a, int collision_a, int link_b, int collision_b) const;

 private:
  struct LinkEntry {
    int model = 0;
    /// Unique in the World; 0 for all that cannot move.
    int body = 0;
    bool self_collide = false;
  };

  void AddModel(int model);
  void AddFilters();
  void ExcludeLinks(int link_a, int link_b);

  const world::World& world_;
  std::vector<LinkEntry> links_;
  /// Sorted pairs, smaller id in the upper half.
  std::vector<std::uint64_t> excluded_links_;
  int body_count_ = 1;
};

}  // namespace surefoot::physics
