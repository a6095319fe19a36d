#include "surefoot/physics/islands/partition.h"

#include <algorithm>
#include <numeric>

#include "surefoot/base/index.h"
#include "surefoot/physics/islands/bounds.h"

// Models whose bounds can touch within the next steps are joined by union-find over pairs that
// sweep and prune finds.

namespace surefoot::islands {
Partition::Partition(int count, std::vector<std::pair<int, int>> tied,
                     std::function<bool(int, int, double)> may_touch)
    : tied_(std::move(tied)),
      may_touch_(std::move(may_touch)),
      order_(At(count)),
      group_of_root_(At(count)) {
  std::iota(order_.begin(), order_.end(), 0);
}

/// Sweep and prune along the axis in which the models are most spread out. The result does not
/// depend on the order, only the running time does.
void Partition::SortAlongLongestAxis(const std::vector<Eigen::AlignedBox3d>& boxes) {
  Eigen::AlignedBox3d all;
  for (const Eigen::AlignedBox3d& box : boxes) {
    if (!box.isEmpty()) all.extend(box.center());
  }
  if (!all.isEmpty()) all.sizes().maxCoeff(&axis_);
  const auto low = [&](int index) { return boxes[At(index)].min()[axis_]; };
  // Insertion sort: the order hardly changes from step to step.
  for (std::size_t i = 1; i < order_.size(); ++i) {
    const int moved = order_[i];
    std::size_t k = i;
    for (; k > 0 && low(order_[k - 1]) > low(moved); --k) order_[k] = order_[k - 1];
    order_[k] = moved;
  }
}

// Sweep and prune along the longest axis, then the callback for boxes that overlap.
const Groups& Partition::Update(const std::vector<Eigen::AlignedBox3d>& boxes,
                                const std::vector<int>& island, double join, double part) {
  together_.Reset(static_cast<int>(order_.size()));
  for (const auto& [a, b] : tied_) together_.Join(a, b);
  SortAlongLongestAxis(boxes);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const int a = order_[i];
    const Eigen::AlignedBox3d& box_a = boxes[At(a)];
    if (box_a.isEmpty()) continue;
    const double end = box_a.max()[axis_] + part;
    for (std::size_t k = i + 1; k < order_.size(); ++k) {
      const int b = order_[k];
      const Eigen::AlignedBox3d& box_b = boxes[At(b)];
      if (box_b.min()[axis_] > end) break;
      if (box_b.isEmpty()) continue;
      const double near = island[At(a)] == island[At(b)] ? part : join;
      if (Gap(box_a, box_b) > near || !may_touch_(a, b, near)) continue;
      together_.Join(a, b);
    }
  }
  Gather();
  return groups_;
}

void Partition::Gather() {
  std::size_t used = 0;
  for (int index = 0; index < together_.count(); ++index) {
    const int root = together_.Find(index);
    if (root == index) {
      if (used == groups_.size()) groups_.emplace_back();
      groups_[used].clear();
      group_of_root_[At(root)] = static_cast<int>(used++);
    }
    groups_[At(group_of_root_[At(root)])].push_back(index);
  }
  groups_.resize(used);
}

}  // namespace surefoot::islands
