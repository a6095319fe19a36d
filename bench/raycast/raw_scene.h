#pragma once

/// Embree by itself on the shapes of a scene, as in a program that only casts rays: triangles in
/// instances, with rays already in the world frame.

#include <memory>
#include <vector>

#include "surefoot/raycast/scene.h"

namespace surefoot::bench {

/// Whole packets of 8 rays from one point, directions in one array per coordinate, in the order in
/// which they are cast.
struct RayList {
  Eigen::Vector3f origin = Eigen::Vector3f::Zero();
  std::vector<float> x;
  std::vector<float> y;
  std::vector<float> z;
  float near = 0.0F;
  float far = 100.0F;
};

class RawScene {
 public:
  /// The shapes at their poses in `scene`; round ones as meshes of some hundred triangles.
  explicit RawScene(const raycast::Scene& scene);
  ~RawScene();

  /// Distances along all rays, infinite without a hit.
  void Cast(const RayList& rays, float* distances) const;

 private:
  struct Embree;
  std::unique_ptr<Embree> embree_;
};

}  // namespace surefoot::bench
