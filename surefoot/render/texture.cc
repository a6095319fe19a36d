#include "surefoot/render/texture.h"

#include <cmath>

#include "surefoot/base/check.h"
#include "surefoot/raycast/shape_rays.h"
#include "surefoot/render/color.h"

// Textures are averaged over the area of a pixel by halved copies (mipmaps), so that distant ones
// do not flicker.

namespace surefoot::render {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// The picture covers the rectangle once.
TexturePoint OnRectangle(double x, double y, double width, double height) {
  TexturePoint point;
  point.uv = Eigen::Vector2d(x / width + 0.5, y / height + 0.5);
  point.per_metre = 1.0 / std::min(width, height);
  return point;
}

/// Interpolated from the corners of the triangle.
TexturePoint OnMesh(const TriMesh& mesh, const raycast::Hit& hit) {
  TexturePoint point;
  if (mesh.texture_coordinates.empty()) return point;
  const auto& t = mesh.triangles[hit.triangle];
  const Eigen::Vector2d& a = mesh.texture_coordinates[t[0]];
  const Eigen::Vector2d ab = mesh.texture_coordinates[t[1]] - a;
  const Eigen::Vector2d ac = mesh.texture_coordinates[t[2]] - a;
  point.uv = a + hit.u * ab + hit.v * ac;
  // Ratio of areas: square root of texture area over surface area; the factors 1/2 cancel.
  const Vector3d edge = mesh.vertices[t[1]] - mesh.vertices[t[0]];
  const double area = edge.cross(mesh.vertices[t[2]] - mesh.vertices[t[0]]).norm();
  const double texture_area = std::abs(ab.x() * ac.y() - ab.y() * ac.x());
  point.per_metre = area > 0.0 ? std::sqrt(texture_area / area) : 0.0;
  return point;
}

/// Each side shows the whole picture, upright on the vertical sides.
TexturePoint OnBox(const Vector3d& size, const Vector3d& p) {
  const Vector3d normal = raycast::NormalAt(world::Box{size}, p);
  if (normal.z() != 0.0) return OnRectangle(normal.z() * p.x(), p.y(), size.x(), size.y());
  if (normal.x() != 0.0) return OnRectangle(normal.x() * p.y(), p.z(), size.y(), size.z());
  return OnRectangle(-normal.y() * p.x(), p.z(), size.x(), size.z());
}

/// Wrapped around the z axis, upright between the lowest and the highest point.
TexturePoint OnRound(const world::Geometry& geometry, const Vector3d& p) {
  const Vector3d half = raycast::BoundsOf(geometry).max();
  TexturePoint point;
  point.uv =
      Eigen::Vector2d(std::atan2(p.y(), p.x()) / (2.0 * kPi) + 0.5, 0.5 * p.z() / half.z() + 0.5);
  const bool cap = std::holds_alternative<world::Cylinder>(geometry) &&
                   std::abs(raycast::NormalAt(geometry, p).z()) > 0.5;
  if (cap) return OnRectangle(p.x(), p.y(), 2.0 * half.x(), 2.0 * half.y());
  // The picture's height spans the diameter; the smaller half extent gives the finest detail.
  point.per_metre = 0.5 / half.minCoeff();
  return point;
}

}  // namespace

// Levels of half the size each, for distant surfaces.
Texture::Texture(Image image) : linear_() {
  SUREFOOT_CHECK(image.width > 0 && image.height > 0, "an empty picture");
  for (std::size_t i = 0; i < linear_.size(); ++i) {
    linear_[i] = static_cast<float>(LinearFromSrgb(static_cast<double>(i) / 255.0));
  }
  levels_.push_back(std::move(image));
  while (levels_.back().width > 1 || levels_.back().height > 1) {
    levels_.push_back(Halved(levels_.back()));
  }
}

Eigen::Vector4f Texture::Pixel(const Image& level, int x, int y) const {
  const auto index = static_cast<std::size_t>(y) * static_cast<std::size_t>(level.width) +
                     static_cast<std::size_t>(x);
  const std::uint8_t* rgba = level.rgba.data() + 4 * index;
  return Eigen::Vector4f(linear_[rgba[0]], linear_[rgba[1]], linear_[rgba[2]],
                         static_cast<float>(rgba[3]) * (1.0F / 255.0F));
}

/// Averages 2x2 pixels in linear light; averaging sRGB values would darken the copies.
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
      Eigen::Vector4f sum = Eigen::Vector4f::Zero();
      for (int i = 0; i < 4; ++i) {
        const int dx = std::min(i & 1, step_x - 1);
        const int dy = std::min(i >> 1, step_y - 1);
        sum += 0.25F * Pixel(image, step_x * x + dx, step_y * y + dy);
      }
      for (int i = 0; i < 3; ++i)
        half.rgba.push_back(ByteFrom(SrgbFromLinear(static_cast<double>(sum[i]))));
      half.rgba.push_back(ByteFrom(static_cast<double>(sum[3])));
    }
  }
  return half;
}

// The picture repeats.
Eigen::Vector4f Texture::Bilinear(const Image& level, const Eigen::Vector2d& uv) const {
  const double x = (uv.x() - std::floor(uv.x())) * level.width - 0.5;
  const double y = (1.0 - (uv.y() - std::floor(uv.y()))) * level.height - 0.5;
  // From -1 to width - 1: the picture continues at its opposite side.
  const int left = static_cast<int>(x + 1.0) - 1;
  const int top = static_cast<int>(y + 1.0) - 1;
  const auto fx = static_cast<float>(x - left);
  const auto fy = static_cast<float>(y - top);
  const int x0 = left < 0 ? level.width - 1 : std::min(left, level.width - 1);
  const int y0 = top < 0 ? level.height - 1 : std::min(top, level.height - 1);
  const int x1 = left + 1 >= level.width ? 0 : left + 1;
  const int y1 = top + 1 >= level.height ? 0 : top + 1;
  const Eigen::Vector4f upper = (1.0F - fx) * Pixel(level, x0, y0) + fx * Pixel(level, x1, y0);
  const Eigen::Vector4f lower = (1.0F - fx) * Pixel(level, x0, y1) + fx * Pixel(level, x1, y1);
  return (1.0F - fy) * upper + fy * lower;
}

// Between the two levels whose pixels are nearest to the footprint.
Eigen::Vector4f Texture::At(const Eigen::Vector2d& uv, double footprint) const {
  // Broken coordinates of a mesh file must not index outside of the picture.
  if (!(uv.cwiseAbs().maxCoeff() < 1e9)) return Eigen::Vector4f::Ones();
  const double pixels = footprint * std::max(levels_.front().width, levels_.front().height);
  const auto last = static_cast<float>(levels_.size() - 1);
  const float level = std::clamp(std::log2(static_cast<float>(std::max(pixels, 1.0))), 0.0F, last);
  const auto index = static_cast<std::size_t>(level);
  const float share = level - static_cast<float>(index);
  // Trilinear: bilinear in the two nearest levels, linear between them.
  const Eigen::Vector4f fine = Bilinear(levels_[index], uv);
  if (share == 0.0F) return fine;
  return (1.0F - share) * fine + share * Bilinear(levels_[index + 1], uv);
}

TexturePoint MapTexture(const world::Geometry& geometry, const raycast::Hit& hit,
                        const Vector3d& p_G) {
  if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) return OnMesh(*mesh->mesh, hit);
  if (const auto* plane = std::get_if<world::Plane>(&geometry)) {
    return OnRectangle(p_G.x(), p_G.y(), plane->size.x(), plane->size.y());
  }
  if (const auto* map = std::get_if<world::HeightMap>(&geometry)) {
    return OnRectangle(p_G.x(), p_G.y(), map->field->size_x, map->field->size_y);
  }
  if (const auto* box = std::get_if<world::Box>(&geometry)) return OnBox(box->size, p_G);
  return OnRound(geometry, p_G);
}

}  // namespace surefoot::render
