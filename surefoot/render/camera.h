#pragma once

#include <optional>
#include <string>
#include <vector>

#include "surefoot/raycast/scene.h"

namespace surefoot::render {

/// Where the camera stands: three-quarter from front and left, or straight along an axis. Models
/// look along x, so "front" looks along -x; "side" sees the left side; in "top" y is up.
enum class View { kIso, kFront, kSide, kTop, kBack };

/// Names as on the command line.
std::optional<View> ViewFromName(const std::string& name);

/// A pinhole. Its frame C has x to the right, y down and z into the picture.
struct Camera {
  RigidTransform X_WC;
  /// Of the picture's height (rad).
  double fov = 0.6;
  int width = 1280;
  int height = 960;

  /// Angle that one pixel spans in the middle of the picture.
  double PixelAngle() const { return 2.0 * std::tan(0.5 * fov) / height; }
  /// Where the point is seen, in pixels; none when it is behind the camera.
  std::optional<Eigen::Vector2d> Project(const Vector3d& p_W) const;
};

/// Turns the camera so that it looks from one point to another, z of W up (y when looking along z).
Quaterniond LookAlong(const Vector3d& direction_W);

/// From the subject towards the camera.
Vector3d DirectionToCamera(View view);

/// Places the camera, which keeps its direction, so near that all points are just in the picture
/// with a margin. At least one point.
void FitPoints(const std::vector<Vector3d>& points_W, Camera* camera);

/// What the picture is of.
struct Subject {
  std::vector<Vector3d> points_W;
  /// Per shape of the scene: whether it belongs to the subject.
  std::vector<bool> shapes;

  Eigen::AlignedBox3d Bounds() const;
};

/// True when some part of the model can move.
bool CanMove(const world::World& world, int model);

/// The model with that id; for -1 all that can move, else everything but planes and height maps,
/// else the height maps, else a few metres round the origin.
Subject SubjectOf(const raycast::Scene& scene, int model);

/// Turns and places the camera so that the subject fills the picture and little stands before it:
/// from `view`, but when that is kIso and the sight is blocked, from another side or higher up.
void PlaceCamera(const raycast::Scene& scene, const Subject& subject, View view, Camera* camera);

}  // namespace surefoot::render
