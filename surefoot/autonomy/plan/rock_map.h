#pragma once

#include <vector>

#include "surefoot/autonomy/plan/hazard_map.h"

namespace surefoot::plan {

/// Rocks as they come to be known: from a list beforehand, or seen while driving, each many times
/// and from other sides.
class RockMap {
 public:
  /// Rocks whose borders are nearer to each other than `gap` (m) are the same.
  explicit RockMap(double gap = 0.5) : gap_(gap) {}

  void Know(const Rock& rock);
  /// True when it is new, or reaches further than what was known.
  bool See(const Rock& rock);

  std::vector<Rock> rocks() const;
  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    Rock rock;
    /// Weight of what was seen so far; what was known beforehand does not move.
    double sightings = 0.0;
    bool known = false;
  };
  Entry* Nearest(const Rock& rock);

  double gap_;
  std::vector<Entry> entries_;
};

}  // namespace surefoot::plan
