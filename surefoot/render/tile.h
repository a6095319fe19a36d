#pragma once

#include <vector>

#include "surefoot/geometry/image/image_file.h"
#include "surefoot/render/camera.h"
#include "surefoot/render/lights.h"
#include "surefoot/render/looks.h"

namespace surefoot::render {

/// Everything that a picture is made of; const while it is drawn, so all threads share it.
struct Stage {
  const raycast::Scene* scene = nullptr;
  const Looks* looks = nullptr;
  /// Drawn over everything else; nullptr if there is nothing to draw.
  const raycast::Scene* marks = nullptr;
  const Looks* mark_looks = nullptr;
  /// The first is the sun.
  std::vector<LightSource> lights;
  Sky sky;
  Camera camera;
  /// Rays per pixel along each side.
  int supersample = 2;
  /// Range of the ambient occlusion (m): corners darken within this distance.
  double occlusion_reach = 0.5;
  /// Distance at which surfaces fade into the horizon (m).
  double haze = 100.0;
  /// Writes alpha instead of sky and infinite planes.
  bool transparent = false;
};

/// A rectangle of pixels: [left, right) x [top, bottom).
struct Rectangle {
  int left = 0;
  int top = 0;
  int right = 0;
  int bottom = 0;
};

/// Draws one part of the picture. The value of a pixel does not depend on the part it is drawn in.
void DrawTile(const Stage& stage, const Rectangle& part, Image* image);

}  // namespace surefoot::render
