#include "surefoot/render/texture.h"

#include <cmath>

#include "surefoot/base/check.h"
#include "surefoot/render/color.h"

namespace surefoot::render {
namespace {

long long Wrapped(long long index, int count) {
  const long long rest = index % count;
  return rest < 0 ? rest + count : rest;
}

}  // namespace

Texture::Texture(Image image) : linear_() {
  SUREFOOT_CHECK(image.width > 0 && image.height > 0, "an empty picture");
  for (std::size_t i = 0; i < linear_.size(); ++i) {
    linear_[i] = LinearFromSrgb(static_cast<double>(i) / 255.0);
  }
  levels_.push_back(std::move(image));
  while (levels_.back().width > 1 || levels_.back().height > 1) {
    levels_.push_back(Halved(levels_.back()));
  }
}

Eigen::Vector4d Texture::Pixel(const Image& level, long long x, long long y) const {
  const auto index =
      static_cast<std::size_t>(Wrapped(y, level.height) * level.width + Wrapped(x, level.width));
  const std::uint8_t* rgba = level.rgba.data() + 4 * index;
  return Eigen::Vector4d(linear_[rgba[0]], linear_[rgba[1]], linear_[rgba[2]], rgba[3] / 255.0);
}

Image Texture::Halved(const Image& image) const {
  Image half;
  half.width = std::max(1, image.width / 2);
  half.height = std::max(1, image.height / 2);
  half.rgba.reserve(std::size_t{4} * static_cast<std::size_t>(half.width) *
                    static_cast<std::size_t>(half.height));
  const int step_x = image.width > 1 ? 2 : 1;
  const int step_y = image.height > 1 ? 2 : 1;
  for (int y = 0; y < half.height; ++y) {
    for (int x = 0; x < half.width; ++x) {
      Eigen::Vector4d sum = Eigen::Vector4d::Zero();
      for (int i = 0; i < 4; ++i) {
        const int dx = std::min(i & 1, step_x - 1);
        const int dy = std::min(i >> 1, step_y - 1);
        sum += 0.25 * Pixel(image, step_x * x + dx, step_y * y + dy);
      }
      for (int i = 0; i < 3; ++i) half.rgba.push_back(ByteFrom(SrgbFromLinear(sum[i])));
      half.rgba.push_back(ByteFrom(sum[3]));
    }
  }
  return half;
}

Eigen::Vector4d Texture::Bilinear(const Image& level, const Eigen::Vector2d& uv) const {
  const double x = (uv.x() - std::floor(uv.x())) * level.width - 0.5;
  const double y = (1.0 - (uv.y() - std::floor(uv.y()))) * level.height - 0.5;
  const double left = std::floor(x);
  const double top = std::floor(y);
  const double fx = x - left;
  const double fy = y - top;
  const auto column = static_cast<long long>(left);
  const auto row = static_cast<long long>(top);
  return (1.0 - fy) *
             ((1.0 - fx) * Pixel(level, column, row) + fx * Pixel(level, column + 1, row)) +
         fy * ((1.0 - fx) * Pixel(level, column, row + 1) + fx * Pixel(level, column + 1, row + 1));
}

Eigen::Vector4d Texture::At(const Eigen::Vector2d& uv, double footprint) const {
  if (!uv.allFinite()) return Eigen::Vector4d::Ones();
  const double pixels = footprint * std::max(levels_.front().width, levels_.front().height);
  const double last = static_cast<double>(levels_.size() - 1);
  const double level = std::clamp(std::log2(std::max(pixels, 1.0)), 0.0, last);
  const auto index = static_cast<std::size_t>(level);
  const double share = level - std::floor(level);
  const Eigen::Vector4d fine = Bilinear(levels_[index], uv);
  if (share == 0.0) return fine;
  return (1.0 - share) * fine + share * Bilinear(levels_[index + 1], uv);
}

}  // namespace surefoot::render
