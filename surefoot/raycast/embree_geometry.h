#pragma once

/// Geometries as Embree scenes. Private to this folder.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/math/rigid_transform.h"
#include "surefoot/world/geometry.h"

struct RTCDeviceTy;
struct RTCSceneTy;

namespace surefoot::raycast {

/// Releases what it holds.
struct ReleaseDevice {
  void operator()(RTCDeviceTy* device) const;
};
struct ReleaseScene {
  void operator()(RTCSceneTy* scene) const;
};
using Device = std::unique_ptr<RTCDeviceTy, ReleaseDevice>;
using EmbreeScene = std::unique_ptr<RTCSceneTy, ReleaseScene>;

/// A shape of a node: what moves as one piece has one frame N.
struct NodeShape {
  const world::Geometry* geometry = nullptr;
  RigidTransform X_NG;
  bool casts_shadow = true;
};

/// A shape with a formula, as the callbacks of Embree know it.
struct Formula {
  const world::Geometry* geometry = nullptr;
  bool turned = false;
  Matrix3d R_NG = Matrix3d::Identity();
  Vector3d p_NG = Vector3d::Zero();
  bool casts_shadow = true;
};

/// A committed scene of the shapes in N; a shape's geometry id is its index. The formulas are
/// Embree's user data, so they must stay with the scene.
struct NodeScene {
  EmbreeScene scene;
  std::vector<std::unique_ptr<Formula>> formulas;
};

/// Equal for nodes that can share one scene.
std::string NodeKey(std::span<const NodeShape> shapes);

/// The geometries must outlive the scene.
Result<NodeScene> MakeNodeScene(RTCDeviceTy* device, std::span<const NodeShape> shapes);

}  // namespace surefoot::raycast
