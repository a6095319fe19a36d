#pragma once

#include "surefoot/raycast/scene.h"

namespace surefoot::render {

struct TexturePoint {
  Eigen::Vector2d uv = Eigen::Vector2d::Zero();
  /// How much of the picture a metre of the surface spans.
  double per_metre = 1.0;
};

/// Where a point of a shape is on its texture. Meshes say it themselves; a plane or a height map
/// has one picture from edge to edge, a box one on each side, round shapes one laid round them.
TexturePoint MapTexture(const world::Geometry& geometry, const raycast::Hit& hit,
                        const Vector3d& p_G);

}  // namespace surefoot::render
