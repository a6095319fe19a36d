#include "surefoot/physics/collide/box_tree.h"

#include <algorithm>
#include <cstddef>

namespace surefoot::collide {
namespace {

/// Largest number of boxes in a leaf; below it a linear scan is cheaper than further nodes.
constexpr int kLeafSize = 4;

}  // namespace

// Boxes are copied in the order of the leaves, so that a leaf's boxes are next to each other.
void BoxTree::Build(const std::vector<Eigen::AlignedBox3d>& boxes) {
  nodes_.clear();
  order_.resize(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) order_[i] = static_cast<int>(i);
  if (!boxes.empty()) BuildNode(boxes, 0, static_cast<int>(boxes.size()));
  boxes_.clear();
  for (const int index : order_) boxes_.push_back(boxes[static_cast<std::size_t>(index)]);
}

// Splits at the median of the longest axis of the centres.
int BoxTree::BuildNode(const std::vector<Eigen::AlignedBox3d>& boxes, int first, int count) {
  const auto index = nodes_.size();
  nodes_.emplace_back();
  Node node;
  node.first = first;
  node.count = count;
  Eigen::AlignedBox3d middles;
  const auto begin = order_.begin() + first;
  for (auto i = begin; i != begin + count; ++i) {
    const Eigen::AlignedBox3d& box = boxes[static_cast<std::size_t>(*i)];
    node.box.extend(box);
    middles.extend(box.center());
  }
  // Median split along the longest extent of the centres. Ties are broken by index, so that the
  // tree, and with it the order of results, depends on the boxes alone.
  if (count > kLeafSize) {
    int axis = 0;
    middles.sizes().maxCoeff(&axis);
    std::nth_element(begin, begin + count / 2, begin + count, [&](int a, int b) {
      const double ca = boxes[static_cast<std::size_t>(a)].center()[axis];
      const double cb = boxes[static_cast<std::size_t>(b)].center()[axis];
      return ca != cb ? ca < cb : a < b;
    });
    node.count = 0;
    BuildNode(boxes, first, count / 2);
    node.second_child = BuildNode(boxes, first + count / 2, count - count / 2);
  }
  nodes_[index] = node;
  return static_cast<int>(index);
}

// Descends with a stack on the program's stack, without allocation.
void BoxTree::Find(const Eigen::AlignedBox3d& box, std::vector<int>* found) const {
  if (nodes_.empty()) return;
  // Median splits keep the depth below 32, and each level leaves at most one sibling on the stack.
  int stack[64];
  int top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const int index = stack[--top];
    const Node& node = nodes_[static_cast<std::size_t>(index)];
    if (!Intersects(node.box, box)) continue;
    if (node.count == 0) {
      stack[top++] = node.second_child;
      stack[top++] = index + 1;
      continue;
    }
    for (int i = node.first; i < node.first + node.count; ++i) {
      const auto slot = static_cast<std::size_t>(i);
      if (Intersects(boxes_[slot], box)) found->push_back(order_[slot]);
    }
  }
}

}  // namespace surefoot::collide
