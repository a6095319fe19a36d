#pragma once

#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::collide {

inline bool Meets(const Eigen::AlignedBox3d& a, const Eigen::AlignedBox3d& b) {
  return (a.min().array() <= b.max().array()).all() && (b.min().array() <= a.max().array()).all();
}

/// Finds which of many boxes a box meets. Built once.
class BoxTree {
 public:
  void Build(const std::vector<Eigen::AlignedBox3d>& boxes);
  /// Appends the indices of the boxes that meet `box`, in the tree's fixed order.
  void Find(const Eigen::AlignedBox3d& box, std::vector<int>* found) const;

 private:
  struct Node {
    Eigen::AlignedBox3d box;
    /// A leaf has a range of `order_`; an inner node's first child follows it.
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
