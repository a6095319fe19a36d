#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "surefoot/mesh/image_file.h"

namespace surefoot::render {

/// A picture to lay on surfaces, with smaller copies of itself so that it does not flicker where a
/// pixel sees many of its own.
class Texture {
 public:
  explicit Texture(Image image);

  /// Linear red, green, blue, and alpha at (u, v), v upwards; repeats outside of [0, 1]. A sample
  /// is `footprint` wide, as a share of the picture.
  Eigen::Vector4d At(const Eigen::Vector2d& uv, double footprint) const;

 private:
  Eigen::Vector4d Bilinear(const Image& level, const Eigen::Vector2d& uv) const;
  Eigen::Vector4d Pixel(const Image& level, long long x, long long y) const;
  Image Halved(const Image& image) const;

  /// The picture, then each half as large as the one before.
  std::vector<Image> levels_;
  std::array<double, 256> linear_;
};

}  // namespace surefoot::render
