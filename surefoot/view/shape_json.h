#pragma once

#include <string>

#include "surefoot/msgs/json_text.h"
#include "surefoot/view/assets.h"
#include "surefoot/view/mesh_asset.h"
#include "surefoot/world/model.h"

namespace surefoot::view {

/// An object with `type` and sizes. `endless`: a plane on which things stand.
void PutShape(const world::Geometry& geometry, bool endless, Assets* assets, msgs::JsonText* json);

/// Whether the link has a plane to stand on there.
bool IsEndless(const world::Link& link, const RigidTransform& X_LG);

/// A material as it is drawn. Colours are sRGB, as in files.
struct Look {
  Eigen::Vector4d color = Eigen::Vector4d(0.7, 0.7, 0.7, 1.0);
  Vector3d specular = Vector3d::Zero();
  Vector3d emissive = Vector3d::Zero();
  /// Path of the picture; empty: none. With a picture, a colour that no file gave is white.
  std::string texture;
};

Look LookOf(const world::Material& material, double transparency);
Look LookOf(const MeshMaterial& material);
/// Of the collision shapes of a link, by its number in the model.
Look CollisionLook(int link);

/// An object.
void PutMaterial(const Look& look, const TextureName& texture, msgs::JsonText* json);

}  // namespace surefoot::view
