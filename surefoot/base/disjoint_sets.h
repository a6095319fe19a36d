#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "surefoot/base/index.h"

namespace surefoot {

/// Union-find: groups of connected items by index. The smallest index of a group represents it.
class DisjointSets {
 public:
  /// Puts each item in its own group.
  void Reset(int count) {
    parent_.resize(At(count));
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  int count() const { return static_cast<int>(parent_.size()); }
  /// The representative of a set. Halves the path, so that later searches are shorter.
  int Find(int index) {
    while (parent_[At(index)] != index) {
      parent_[At(index)] = parent_[At(parent_[At(index)])];
      index = parent_[At(index)];
    }
    return index;
  }
  /// Returns the representative of the joined group.
  int Join(int a, int b) {
    const auto [low, high] = std::minmax({Find(a), Find(b)});
    parent_[At(high)] = low;
    return low;
  }

 private:
  std::vector<int> parent_;
};

}  // namespace surefoot
