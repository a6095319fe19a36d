#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::ground {

/// A tree of static items in W, found by their bounding boxes. An Item has Bounds(), a box in W.
template <typename Item>
class BoxTree {
 public:
  BoxTree() = default;
  explicit BoxTree(std::vector<Item> items) : items_(std::move(items)) {
    if (!items_.empty()) Build(0, items_.size());
  }

  bool empty() const { return items_.empty(); }
  /// Calls visit(item) for items whose bounds meet the box, always in the same order.
  template <typename Visit>
  void ForEach(const Eigen::AlignedBox3d& box_W, const Visit& visit) const {
    if (nodes_.empty()) return;
    std::uint32_t stack[kMaxDepth];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const std::uint32_t index = stack[--top];
      const Node& node = nodes_[index];
      if (!node.box_W.intersects(box_W)) continue;
      if (node.count == 0) {
        stack[top++] = node.first;
        stack[top++] = index + 1;
        continue;
      }
      for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
        if (items_[i].Bounds().intersects(box_W)) visit(items_[i]);
      }
    }
  }

 private:
  /// `count` > 0: a leaf with items from `first`; otherwise the children are the next node and
  /// `first`.
  struct Node {
    Eigen::AlignedBox3d box_W;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  static constexpr std::size_t kLeafSize = 4;
  /// Nodes halve at every level, so this exceeds any tree that fits in memory.
  static constexpr int kMaxDepth = 64;

  void Build(std::size_t begin, std::size_t end) {
    const std::size_t index = nodes_.size();
    Node node;
    Eigen::AlignedBox3d middles;
    for (std::size_t i = begin; i < end; ++i) {
      const Eigen::AlignedBox3d bounds = items_[i].Bounds();
      node.box_W.extend(bounds);
      middles.extend(bounds.min() + bounds.max());
    }
    const bool leaf = end - begin <= kLeafSize;
    node.first = static_cast<std::uint32_t>(begin);
    node.count = leaf ? static_cast<std::uint32_t>(end - begin) : 0;
    nodes_.push_back(node);
    if (leaf) return;
    Vector3d::Index axis = 0;
    middles.sizes().maxCoeff(&axis);
    const std::size_t half = begin + (end - begin) / 2;
    const auto at = [&](std::size_t i) { return items_.begin() + static_cast<std::ptrdiff_t>(i); };
    const auto middle = [axis](const Item& item) {
      const Eigen::AlignedBox3d bounds = item.Bounds();
      return bounds.min()[axis] + bounds.max()[axis];
    };
    std::nth_element(at(begin), at(half), at(end),
                     [&](const Item& a, const Item& b) { return middle(a) < middle(b); });
    Build(begin, half);
    nodes_[index].first = static_cast<std::uint32_t>(nodes_.size());
    Build(half, end);
  }

  std::vector<Item> items_;
  std::vector<Node> nodes_;
};

}  // namespace surefoot::ground
