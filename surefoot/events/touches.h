#pragma once

/// Who touched whom in the last step of physics, for conditions and scripts.

#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/physics/contact.h"
#include "surefoot/world/world.h"

namespace surefoot::events {

/// The links of a model, or the one link, of this name; none when there is neither.
world::Range LinksNamed(const world::World& world, const std::string& name);

/// The contacts of one step, summed over each pair of links.
class Touches {
 public:
  /// After each step of physics. Does not allocate once warm.
  void See(const std::vector<physics::Contact>& contacts);
  /// False before the first step.
  bool known() const { return known_; }
  /// Pairs of links that touch.
  std::size_t size() const { return pairs_.size(); }

  /// Sum of the normal forces between links of the one and of the other, in N; `to` nullptr: all
  /// links but those of `of`.
  double Force(const world::Range& of, const world::Range* to) const;
  bool Any(const world::Range& of, const world::Range* to) const;

  /// Into a world in which links of the same names have other ids, or are gone.
  void CarryOver(const Touches& from, const world::World& old_world, const world::World& world);
  void Archive(const world::World& world, StateArchive* archive);

 private:
  /// The smaller id first.
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
