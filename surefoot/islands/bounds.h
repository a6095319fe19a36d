#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "surefoot/physics/state.h"
#include "surefoot/world/world.h"

namespace surefoot::islands {

/// Where a model may be soon: a box about all of its collision shapes.
class ModelBounds {
 public:
  ModelBounds(const world::World& world, int model);

  /// False: nothing can touch it.
  bool has_shapes() const { return !links_.empty(); }
  /// All bits of its shapes' collision masks.
  std::uint32_t mask() const { return mask_; }

  /// About the shapes as they are in `state` and will be `ahead` seconds later at their present
  /// velocities, however they turn. `first_link` is where the model's links begin in `state`.
  Eigen::AlignedBox3d Swept(const physics::State& state, int first_link, double ahead) const;

 private:
  /// Box about the shapes of one link, in L.
  struct LinkBox {
    int link = 0;
    Vector3d p_LC = Vector3d::Zero();
    Vector3d half_L = Vector3d::Zero();
    /// Distance of its corners from C.
    double radius = 0.0;
  };
  std::vector<LinkBox> links_;
  std::uint32_t mask_ = 0;
};

}  // namespace surefoot::islands
