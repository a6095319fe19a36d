#pragma once

/// Geometries as Embree scenes. Private to this folder, so that no other code depends on Embree.

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

/// Deleters of Embree's reference-counted handles.
struct ReleaseDevice {
  void operator()(RTCDeviceTy* device) const;
};
struct ReleaseScene {
  void operator()(RTCSceneTy* scene) const;
};
using Device = std::unique_ptr<RTCDeviceTy, ReleaseDevice>;
using EmbreeScene = std::unique_ptr<RTCSceneTy, ReleaseScene>;

/// A shape of a node. A node is what moves as one piece; N is its frame.
struct NodeShape {
  const world::Geometry* geometry = nullptr;
  RigidTransform X_NG;
  bool casts_shadow = true;
};

/// A shape with an analytic intersection, as Embree's callbacks receive it.
struct Formula {
  const world::Geometry* geometry = nullptr;
  /// Whether N and G differ; if not, the transform is skipped.
  bool turned = false;
  Matrix3d R_NG = Matrix3d::Identity();
  Vector3d p_NG = Vector3d::Zero();
  bool casts_shadow = true;
};

/// A committed Embree scene of shapes in N; the geometry id of a shape is its index. Embree's user
/// data points to the formulas, so they must live as long as the scene.
struct NodeScene {
  EmbreeScene scene;
  std::vector<std::unique_ptr<Formula>> formulas;
};

/// A key that is equal for nodes that can share one scene: same geometry (by address for meshes),
/// same poses, same shadows.
std::string NodeKey(std::span<const NodeShape> shapes);

/// Builds the scene. The geometries must outlive it.
Result<NodeScene> MakeNodeScene(RTCDeviceTy* device, std::span<const NodeShape> shapes);

}  // namespace surefoot::raycast
