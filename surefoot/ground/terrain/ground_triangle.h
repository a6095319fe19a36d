#pragma once

#include "surefoot/ground/terrain/box_tree.h"

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

using TriangleTree = BoxTree<GroundTriangle>;

}  // namespace surefoot::ground
