#pragma once

#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::collide {

/// Closed boxes: they also meet when they only touch.
inline bool Intersects(const Eigen::AlignedBox3d& a, const Eigen::AlignedBox3d& b) {
  return (a.min().array() <= b.max().array()).all() && (b.min().array() <= a.max().array()).all();
}

/// A tree of axis-aligned boxes, built once, that finds those meeting a query box in O(log n + k).
class BoxTree {
 public:
  void Build(const std::vector<Eigen::AlignedBox3d>& boxes);
  /// Appends the indices of the boxes that meet `box`, in the tree's fixed order (not sorted).
  void Find(const Eigen::AlignedBox3d& box, std::vector<int>* found) const;

 private:
  struct Node {
    Eigen::AlignedBox3d box;
    /// A leaf refers to a range of `order_`. The first child of an inner node is the next node.
    int first = 0;
    int count = 0;
    int second_child = 0;
  };

  int BuildNode(const std::vector<Eigen::AlignedBox3d>& boxes, int first, int count);

  std::vector<Node> nodes_;
  std::vector<int> order_;
  std::vector<Eigen::AlignedBox3d> boxes_;
};

}  // namespace surefoot::collide
