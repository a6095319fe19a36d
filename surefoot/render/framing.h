#pragma once

#include <string>
#include <vector>

#include "surefoot/render/camera.h"

namespace surefoot::render {

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
