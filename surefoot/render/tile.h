#pragma once

#include <vector>

#include "surefoot/geometry/image/image_file.h"
#include "surefoot/render/camera.h"
#include "surefoot/render/lights.h"
#include "surefoot/render/looks.h"

namespace surefoot::render {

/// All that a picture is made of; const while it is drawn.
struct Stage {
  const raycast::Scene* scene = nullptr;
  const Looks* looks = nullptr;
  /// Drawn over everything else; nullptr when there is nothing.
  const raycast::Scene* marks = nullptr;
  const Looks* mark_looks = nullptr;
  /// The first is the sun.
  std::vector<LightSource> lights;
  Sky sky;
  Camera camera;
  /// Rays per pixel along each side.
  int supersample = 2;
  /// How far corners darken each other (m).
  double occlusion_reach = 0.5;
  /// Distance at which things fade into the horizon (m).
  double haze = 100.0;
  /// No sky and no endless planes: alpha instead.
  bool transparent = false;
};

/// A rectangle of pixels: [left, right) x [top, bottom).
struct Rectangle {
  int left = 0;
  int top = 0;
  int right = 0;
  int bottom = 0;
};

/// Draws a part of the picture. A pixel comes out the same whatever part it is drawn in.
void DrawTile(const Stage& stage, const Rectangle& part, Image* image);

}  // namespace surefoot::render
