#pragma once

#include <optional>
#include <string>
#include <vector>

#include "surefoot/raycast/scene.h"

namespace surefoot::render {

/// Where the camera is placed: at three quarters from the front left, or along one axis. Models
/// face +x, so kFront looks along -x. kSide shows the left side. In kTop, y points up in the
/// picture.
enum class View { kIso, kFront, kSide, kTop, kBack };

/// The names that the command line accepts ("iso", "front", ...); none for any other text.
std::optional<View> ViewFromName(const std::string& name);

/// A pinhole camera without distortion. Its frame C is the optical frame of computer vision: x to
/// the right, y down, z into the picture.
///
///   Camera camera;
///   camera.X_WC.q = LookAlong(-DirectionToCamera(View::kIso));
///   FitPoints(points_W, &camera);
struct Camera {
  RigidTransform X_WC;
  /// Vertical field of view (rad).
  double fov = 0.6;
  int width = 1280;
  int height = 960;

  /// Angle that one pixel spans in the middle of the picture (rad).
  double PixelAngle() const { return 2.0 * std::tan(0.5 * fov) / height; }
  /// The point in pixels, from the upper left corner; none if it is behind the camera.
  std::optional<Eigen::Vector2d> Project(const Vector3d& p_W) const;
};

/// Rotation of a camera that looks along the direction (any length but 0) with z of W up in the
/// picture, or y of W when it looks along z.
Quaterniond LookAlong(const Vector3d& direction_W);

/// Unit vector from the subject to the camera, in the subject's frame.
Vector3d DirectionToCamera(View view);

/// Moves the camera, without turning it, as close as possible so that all points are in the picture
/// with a margin. Needs at least one point.
void FitPoints(const std::vector<Vector3d>& points_W, Camera* camera);

/// What the picture shows.
struct Subject {
  std::vector<Vector3d> points_W;
  /// Per shape of the scene: whether it belongs to the subject.
  std::vector<bool> shapes;

  Eigen::AlignedBox3d Bounds() const;
};

/// Whether any body of the model can move.
bool CanMove(const world::World& world, int model);

/// The subject for a model id. For -1: everything that can move; without that, everything but
/// planes and height maps; without that, the height maps; in an empty world, a box of 4 m around
/// the origin.
Subject SubjectOf(const raycast::Scene& scene, int model);

/// Turns and moves the camera so that the subject fills the picture and little hides it. The camera
/// looks from `view`; with kIso it tries other sides and greater heights if the line of sight is
/// blocked.
void PlaceCamera(const raycast::Scene& scene, const Subject& subject, View view, Camera* camera);

}  // namespace surefoot::render
