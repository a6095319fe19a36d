#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "surefoot/geometry/image/image_file.h"
#include "surefoot/raycast/scene.h"

namespace surefoot::render {

/// A picture to map on surfaces, with its mip pyramid (Williams 1983): distant surfaces read a
/// smaller copy, so they do not flicker. Takes a third more memory than the picture alone.
class Texture {
 public:
  explicit Texture(Image image);

  /// Linear red, green, blue, and alpha at (u, v), with v upwards; the picture repeats outside [0,
  /// 1]. `footprint` is the width of the sample as a share of the picture.
  Eigen::Vector4f At(const Eigen::Vector2d& uv, double footprint) const;

 private:
  Eigen::Vector4f Bilinear(const Image& level, const Eigen::Vector2d& uv) const;
  /// 0 <= x < width, 0 <= y < height.
  Eigen::Vector4f Pixel(const Image& level, int x, int y) const;
  Image Halved(const Image& image) const;

  /// The picture, then copies of half the size each, down to one pixel.
  std::vector<Image> levels_;
  std::array<float, 256> linear_;
};

struct TexturePoint {
  Eigen::Vector2d uv = Eigen::Vector2d::Zero();
  /// Share of the picture that one metre of the surface spans (1/m).
  double per_metre = 1.0;
};

/// Texture coordinates of a point on a shape. Meshes define them; a plane or a height map shows the
/// picture once from edge to edge, a box once on each side, round shapes once around the z axis.
TexturePoint MapTexture(const world::Geometry& geometry, const raycast::Hit& hit,
                        const Vector3d& p_G);

}  // namespace surefoot::render
