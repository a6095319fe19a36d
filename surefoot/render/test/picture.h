#pragma once

/// Small worlds and pictures of them, for the tests of this folder.

#include <memory>
#include <vector>

#include "surefoot/render/render.h"

namespace surefoot::render {

inline world::Visual Colored(const world::Geometry& geometry, const Vector3d& color) {
  world::Visual visual;
  visual.geometry = geometry;
  visual.material.emplace();
  visual.material->diffuse << color, 1.0;
  return visual;
}

/// One static model of one link with these visuals.
inline world::WorldSpec SpecWith(std::vector<world::Visual> visuals) {
  auto model = std::make_shared<world::Model>();
  model->name = "model";
  model->is_static = true;
  model->source.file = "model.sdf";
  world::Link link;
  link.name = "link";
  for (std::size_t i = 0; i < visuals.size(); ++i) visuals[i].name = "v" + std::to_string(i);
  link.visuals = std::move(visuals);
  model->links.push_back(link);
  world::WorldSpec spec;
  spec.models.push_back(world::ModelInstance{"model", RigidTransform(), model});
  return spec;
}

inline std::shared_ptr<const world::World> WorldWith(std::vector<world::Visual> visuals) {
  return world::MakeWorld(SpecWith(std::move(visuals)), nullptr).value();
}

/// All links at the origin.
inline std::vector<RigidTransform> Poses(const world::World& world) {
  return std::vector<RigidTransform>(static_cast<std::size_t>(world.link_count()));
}

inline RenderOptions SmallPicture() {
  RenderOptions options;
  options.width = 120;
  options.height = 120;
  options.threads = 1;
  return options;
}

inline Image Draw(const std::shared_ptr<const world::World>& world,
                  const RenderOptions& options = SmallPicture()) {
  RenderInfo info;
  return Render(*world, Poses(*world), options, &info).value();
}

/// At a share of the width and height, from the upper left.
inline Eigen::Vector3i PixelAt(const Image& image, double x, double y) {
  const auto column = static_cast<std::size_t>(x * image.width);
  const auto row = static_cast<std::size_t>(y * image.height);
  const std::uint8_t* rgba =
      image.rgba.data() + 4 * (row * static_cast<std::size_t>(image.width) + column);
  return Eigen::Vector3i(rgba[0], rgba[1], rgba[2]);
}

/// Centroid, as a share of the picture, of the pixels in which only one colour is strong.
inline Eigen::Vector2d MiddleOf(const Image& image, int channel) {
  Eigen::Vector2d sum = Eigen::Vector2d::Zero();
  int count = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const Eigen::Vector2d place((x + 0.5) / image.width, (y + 0.5) / image.height);
      const Eigen::Vector3i pixel = PixelAt(image, place.x(), place.y());
      if (pixel[channel] < 2 * (pixel.sum() - pixel[channel])) continue;
      sum += place;
      ++count;
    }
  }
  return sum / count;
}

}  // namespace surefoot::render
