#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "surefoot/base/disjoint_sets.h"

namespace surefoot::islands {

/// Models by island: members ascending, islands sorted by their first member.
using Groups = std::vector<std::vector<int>>;

/// Decides which models may touch soon. Deterministic: the result depends only on the arguments.
class Partition {
 public:
  /// Models are indices from 0 to count - 1. `may_touch(a, b, gap)` refines a pair whose boxes are
  /// closer than gap; `tied` pairs are always in one group.
  Partition(int count, std::vector<std::pair<int, int>> tied,
            std::function<bool(int, int, double)> may_touch);

  /// `boxes` bound the models over the near future; empty boxes touch nothing. Two models are
  /// joined when their boxes are closer than `join` (m). Models with the same `island` stay joined
  /// until their boxes are farther apart than `part`.
  const Groups& Update(const std::vector<Eigen::AlignedBox3d>& boxes,
                       const std::vector<int>& island, double join, double part);

 private:
  void SortAlongLongestAxis(const std::vector<Eigen::AlignedBox3d>& boxes);
  void Gather();

  std::vector<std::pair<int, int>> tied_;
  std::function<bool(int, int, double)> may_touch_;
  DisjointSets together_;
  /// Sorted by the lower end along axis_; remains nearly sorted from step to step.
  std::vector<int> order_;
  int axis_ = 0;
  std::vector<int> group_of_root_;
  Groups groups_;
};

}  // namespace surefoot::islands
