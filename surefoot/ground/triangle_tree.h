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
  /// Appends those whose bounds meet the box, always in the same order.
  void Find(const Eigen::AlignedBox3d& box_W, std::vector<GroundTriangle>* found) const;

 private:
  /// `count` > 0: a leaf of triangles from `first`; else the children are the next node and
  /// `first`.
  struct Node {
    Eigen::AlignedBox3d box_W;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  void Build(std::size_t begin, std::size_t end);

  std::vector<GroundTriangle> triangles_;
  std::vector<Node> nodes_;
};

}  // namespace surefoot::ground
