#include "surefoot/ground/triangle_tree.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace surefoot::ground {
namespace {

constexpr std::size_t kLeafSize = 4;

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

}  // namespace surefoot::ground
