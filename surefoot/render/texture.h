#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "surefoot/geometry/image/image_file.h"
#include "surefoot/raycast/scene.h"

namespace surefoot::render {

/// A picture to lay on surfaces, with smaller copies of itself so that it does not flicker where a
/// pixel sees many of its own.
class Texture {
 public:
  explicit Texture(Image image);

  /// Linear red, green, blue, and alpha at (u, v), v upwards; repeats outside of [0, 1]. A sample
  /// is `footprint` wide, as a share of the picture.
  Eigen::Vector4f At(const Eigen::Vector2d& uv, double footprint) const;

 private:
  Eigen::Vector4f Bilinear(const Image& level, const Eigen::Vector2d& uv) const;
  /// 0 <= x < width, 0 <= y < height.
  Eigen::Vector4f Pixel(const Image& level, int x, int y) const;
  Image Halved(const Image& image) const;

  /// The picture, then each half as large as the one before.
  std::vector<Image> levels_;
  std::array<float, 256> linear_;
};

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
