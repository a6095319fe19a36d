#pragma once

/// Ray-traced pictures of a world, on the CPU: no graphics card and no window system is needed.
///
///   RenderInfo info;
///   Result<Image> image = Render(world, state.X_WL, RenderOptions(), &info);

#include <optional>
#include <string>
#include <vector>

#include "surefoot/geometry/image/image_file.h"
#include "surefoot/render/camera.h"

namespace surefoot::render {

/// Largest width and height (pixels).
constexpr int kMaxSide = 8192;
constexpr int kMaxSupersample = 8;

struct RenderOptions {
  int width = 1280;
  int height = 960;
  View view = View::kIso;
  /// Position and target of the camera. Unset values are chosen so that the subject fills the
  /// picture.
  std::optional<Vector3d> from_W;
  std::optional<Vector3d> at_W;
  /// Vertical field of view (rad).
  double fov = 0.7;
  /// Name of the model to frame; empty: everything that can move.
  std::string model;
  /// Draws collision shapes, one colour for each link, instead of visuals.
  bool collisions = false;
  /// Draws link frames and joint axes as rods over everything else.
  bool frames = false;
  /// Rays per pixel along each side; the cost grows with its square.
  int supersample = 2;
  /// Draws neither sky nor infinite planes, and writes alpha instead.
  bool transparent = false;
  /// 0: as many threads as the machine has cores. The picture does not depend on it.
  int threads = 0;
};

/// What Render() has drawn.
struct RenderInfo {
  Camera camera;
  Eigen::AlignedBox3d subject_W;
  int shapes = 0;
  /// Models drawn by their collision shapes because they have no visuals.
  std::vector<std::string> collision_models;
  /// Spacing of the lines on the floor (m).
  double grid = 1.0;
  /// What could not be drawn as the file describes it, one line each.
  std::vector<std::string> notes;
};

/// Draws the world with its links at X_WL (by world id, as in physics::State). Equal arguments give
/// equal pictures, whatever the number of threads. Errors: sizes out of range, unknown model,
/// camera position equal to its target.
Result<Image> Render(const world::World& world, const std::vector<RigidTransform>& X_WL,
                     const RenderOptions& options, RenderInfo* info);

}  // namespace surefoot::render
