#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "surefoot/base/index.h"

namespace surefoot {

/// Groups of connected things, told by index. The smallest of a group stands for it.
class DisjointSets {
 public:
  /// Each by itself.
  void Reset(int count) {
    parent_.resize(At(count));
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  int count() const { return static_cast<int>(parent_.size()); }
  int Find(int index) {
    while (parent_[At(index)] != index) {
      parent_[At(index)] = parent_[At(parent_[At(index)])];
      index = parent_[At(index)];
    }
    return index;
  }
  /// Returns what stands for both from now on.
  int Join(int a, int b) {
    const auto [low, high] = std::minmax({Find(a), Find(b)});
    parent_[At(high)] = low;
    return low;
  }

 private:
  std::vector<int> parent_;
};

}  // namespace surefoot
