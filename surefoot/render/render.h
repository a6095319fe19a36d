#pragma once

/// Pictures of a world, by rays: no graphics card and no window system.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/geometry/image/image_file.h"
#include "surefoot/render/camera.h"

namespace surefoot::render {

/// The largest picture.
constexpr int kMaxSide = 8192;
constexpr int kMaxSupersample = 8;

struct RenderOptions {
  int width = 1280;
  int height = 960;
  View view = View::kIso;
  /// Where the camera stands and looks; what is not given is chosen so that the subject is framed.
  std::optional<Vector3d> from_W;
  std::optional<Vector3d> at_W;
  /// Of the picture's height (rad).
  double fov = 0.7;
  /// The model to frame; empty: all that can move.
  std::string model;
  /// Collision shapes, a colour for each link, instead of visuals.
  bool collisions = false;
  /// Link frames and joint axes as rods, drawn over all else.
  bool frames = false;
  /// Rays per pixel along each side.
  int supersample = 2;
  /// Neither sky nor endless planes.
  bool transparent = false;
  /// 0: as many as the machine has.
  int threads = 0;
};

/// What was drawn.
struct RenderInfo {
  Camera camera;
  Eigen::AlignedBox3d subject_W;
  int shapes = 0;
  /// Models that were drawn by their collisions because they have no visuals.
  std::vector<std::string> collision_models;
  /// Distance between the lines on the floor (m).
  double grid = 1.0;
  /// What could not be drawn as the file has it, a line each.
  std::vector<std::string> notes;
};

/// Draws the world with its links at X_WL (by world id, as in physics::State). The same arguments
/// give the same picture, whatever the number of threads. Errors: sizes out of range, no such
/// model, camera on the point that it looks at.
Result<Image> Render(const world::World& world, const std::vector<RigidTransform>& X_WL,
                     const RenderOptions& options, RenderInfo* info);

}  // namespace surefoot::render
