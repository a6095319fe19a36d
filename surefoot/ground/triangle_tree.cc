#include "surefoot/ground/triangle_tree.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace surefoot::ground {
namespace {

constexpr std::size_t kLeafSize = 4;
/// Halves at every level, so this is more than memory can hold.
constexpr int kMaxDepth = 64;

Vector3d Middle(const GroundTriangle& triangle) {
  return (triangle.corners_W[0] + triangle.corners_W[1] + triangle.corners_W[2]) / 3.0;
}

}  // namespace

TriangleTree::TriangleTree(std::vector<GroundTriangle> triangles)
    : triangles_(std::move(triangles)) {
  if (!triangles_.empty()) Build(0, triangles_.size());
}

void TriangleTree::Build(std::size_t begin, std::size_t end) {
  const std::size_t index = nodes_.size();
  Node node;
  Eigen::AlignedBox3d middles;
  for (std::size_t i = begin; i < end; ++i) {
    node.box_W.extend(triangles_[i].Bounds());
    middles.extend(Middle(triangles_[i]));
  }
  if (end - begin <= kLeafSize) {
    node.first = static_cast<std::uint32_t>(begin);
    node.count = static_cast<std::uint32_t>(end - begin);
    nodes_.push_back(node);
    return;
  }
  nodes_.push_back(node);
  Vector3d::Index axis = 0;
  middles.sizes().maxCoeff(&axis);
  const std::size_t half = begin + (end - begin) / 2;
  const auto at = [&](std::size_t i) {
    return triangles_.begin() + static_cast<std::ptrdiff_t>(i);
  };
  std::nth_element(at(begin), at(half), at(end),
                   [axis](const GroundTriangle& a, const GroundTriangle& b) {
                     return Middle(a)[axis] < Middle(b)[axis];
                   });
  Build(begin, half);
  nodes_[index].first = static_cast<std::uint32_t>(nodes_.size());
  Build(half, end);
}

void TriangleTree::Find(const Eigen::AlignedBox3d& box_W,
                        std::vector<GroundTriangle>* found) const {
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
      if (triangles_[i].Bounds().intersects(box_W)) found->push_back(triangles_[i]);
    }
  }
}

}  // namespace surefoot::ground
