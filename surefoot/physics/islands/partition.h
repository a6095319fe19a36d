#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "surefoot/base/disjoint_sets.h"

namespace surefoot::islands {

/// Models that are in one island, each island in rising order, islands by their first member.
using Groups = std::vector<std::vector<int>>;

/// Which models may touch soon. The answer depends on nothing but what is given.
class Partition {
 public:
  /// Pairs that never touch, or no parts of which are nearer than that, are told by `may_touch`;
  /// `tied` ones are always together. Models are told by index here.
  Partition(int count, std::vector<std::pair<int, int>> tied,
            std::function<bool(int, int, double)> may_touch);

  /// Boxes of where models may be soon; empty ones touch nothing. Two models come together when
  /// their boxes are nearer than `join`, and go on being so (whoever has the same `island`) until
  /// they are farther apart than `part`.
  const Groups& Update(const std::vector<Eigen::AlignedBox3d>& boxes,
                       const std::vector<int>& island, double join, double part);

 private:
  void SortAlongLongestAxis(const std::vector<Eigen::AlignedBox3d>& boxes);
  void Gather();

  std::vector<std::pair<int, int>> tied_;
  std::function<bool(int, int, double)> may_touch_;
  DisjointSets together_;
  /// Sorted by the lower end along axis_; nearly so from step to step.
  std::vector<int> order_;
  int axis_ = 0;
  std::vector<int> group_of_root_;
  Groups groups_;
};

}  // namespace surefoot::islands
