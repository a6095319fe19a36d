#pragma once

/// Contacts of the last step of physics by pairs of links, for conditions and scripts.

#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/physics/contact.h"
#include "surefoot/world/world.h"

namespace surefoot::events {

/// The links of the model of this name, or the link of this name; empty if neither exists.
world::Range LinksNamed(const world::World& world, const std::string& name);

/// The contacts of one step, summed over each pair of links.
class Touches {
 public:
  /// Call after each step of physics. Does not allocate once its memory has grown.
  void See(const std::vector<physics::Contact>& contacts);
  /// False before the first step.
  bool known() const { return known_; }
  /// Number of pairs of links in contact.
  std::size_t size() const { return pairs_.size(); }

  /// Sum of the normal forces (N) between links of `of` and of `to`; `to` nullptr: all other links.
  /// O(number of pairs).
  double Force(const world::Range& of, const world::Range* to) const;
  bool Any(const world::Range& of, const world::Range* to) const;

  /// Takes over contacts of an earlier world, by the names of links, whose ids may have changed.
  void CarryOver(const Touches& from, const world::World& old_world, const world::World& world);
  void Archive(const world::World& world, StateArchive* archive);

 private:
  /// link_a < link_b; force in N.
  struct Pair {
    int link_a = 0;
    int link_b = 0;
    double force = 0.0;

    void Archive(StateArchive* archive) { archive->Items(&link_a, &link_b, &force); }
  };

  static bool IsBetween(const Pair& pair, const world::Range& of, const world::Range* to);
  void SortAndSum();

  std::vector<Pair> pairs_;
  bool known_ = false;
};

}  // namespace surefoot::events
