#pragma once

#include <cstdint>
#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::ground {

/// A triangle of the ground in W.
struct GroundTriangle {
  Vector3d corners_W[3];
  /// Index for Terrain::ground().
  int ground = 0;

  Eigen::AlignedBox3d Bounds() const {
    Eigen::AlignedBox3d box(corners_W[0]);
    return box.extend(corners_W[1]).extend(corners_W[2]);
  }
};

/// Triangles that do not move, found by where they are.
class TriangleTree {
 public:
  TriangleTree() = default;
  explicit TriangleTree(std::vector<GroundTriangle> triangles);

  bool empty() const { return triangles_.empty(); }
  /// visit(triangle) for those whose bounds meet the box, always in the same order.
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
        if (triangles_[i].Bounds().intersects(box_W)) visit(triangles_[i]);
      }
    }
  }

 private:
  /// `count` > 0: a leaf of triangles from `first`; else the children are the next node and
  /// `first`.
  struct Node {
    Eigen::AlignedBox3d box_W;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  /// Nodes halve at every level, so this is more than memory can hold.
  static constexpr int kMaxDepth = 64;

  void Build(std::size_t begin, std::size_t end);

  std::vector<GroundTriangle> triangles_;
  std::vector<Node> nodes_;
};

}  // namespace surefoot::ground
