#pragma once

#include <string>

#include "surefoot/msgs/json_text.h"
#include "surefoot/view/assets.h"
#include "surefoot/view/mesh_asset.h"
#include "surefoot/world/model.h"

namespace surefoot::view {

/// Writes an object with `type` and sizes. `endless`: an infinite ground plane.
void PutShape(const world::Geometry& geometry, bool endless, Assets* assets, msgs::JsonText* json);

/// Whether the link has a collision plane at this pose, so the visual plane is ground to stand on.
bool IsInfinitePlane(const world::Link& link, const RigidTransform& X_LG);

/// A material as it is drawn. Colours are sRGB, as in files.
struct Look {
  Eigen::Vector4d color = Eigen::Vector4d(0.7, 0.7, 0.7, 1.0);
  Vector3d specular = Vector3d::Zero();
  Vector3d emissive = Vector3d::Zero();
  /// Path of the picture; empty if there is none. With a picture, the default colour becomes white.
  std::string texture;
};

Look LookOf(const world::Material& material, double transparency);
Look LookOf(const MeshMaterial& material);
/// The colour of a link's collision shapes; the same as render/ uses. `link` is the index in the
/// model.
Look CollisionLook(int link);

/// Writes an object.
void PutMaterial(const Look& look, const TextureName& texture, msgs::JsonText* json);

}  // namespace surefoot::view
