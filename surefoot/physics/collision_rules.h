#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "surefoot/world/world.h"

namespace surefoot::physics {

/// Decides which collision shapes may touch, by the same rules on every engine. Two shapes may not
/// touch when neither can move, when they belong to one body, when their masks have no bit in
/// common, when they belong to a model without self-collision, when a joint or an attachment joins
/// their bodies, when a filter excludes them, or when one is a wheel whose contact with the other
/// is computed by the ground module.
class CollisionRules {
 public:
  explicit CollisionRules(const world::World& world);

  /// By World link ids, without masks and wheels: a test that a broad phase can make once for each
  /// pair of links.
  bool LinksMayTouch(int link_a, int link_b) const;
  bool MayTouch(int link_a, int collision_a, int link_b, int collision_b) const;
  /// False when one shape is a wheel, the other is ground, and the ground module computes their
  /// contact.
  bool IsForEngine(int link_a, int collision_a, int link_b, int collision_b) const;

 private:
  struct LinkEntry {
    int model = 0;
    /// Unique in the World; 0 for all bodies that cannot move.
    int body = 0;
    bool self_collide = false;
  };

  void AddModel(int model);
  void AddFilters();
  void ExcludeLinks(int link_a, int link_b);

  const world::World& world_;
  std::vector<LinkEntry> links_;
  /// Sorted pairs of link ids, smaller id in the upper half, searched by bisection.
  std::vector<std::uint64_t> excluded_links_;
  int body_count_ = 1;
};

}  // namespace surefoot::physics
