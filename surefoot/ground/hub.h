#pragma once

#include "surefoot/ground/wheel_law.h"
#include "surefoot/physics/state.h"
#include "surefoot/world/ground.h"

namespace surefoot::ground {

/// Where a wheel's hub is found in the State.
class Hub {
 public:
  Hub(const world::World& world, const world::Wheel& wheel);

  /// Axes do not spin: up is that of the model's root, as far as the axle lets it. The effective
  /// masses are left as they are.
  HubMotion MotionOf(const physics::State& state) const;

 private:
  int link_ = 0;
  int root_ = 0;
  int q_ = 0;
  int v_ = 0;
  /// 1 or -1: positive spin against positive joint velocity.
  double sign_ = 1.0;
  Vector3d p_LC_ = Vector3d::Zero();
  Vector3d axle_L_ = Vector3d::UnitY();
  Vector3d up_R_ = Vector3d::UnitZ();
};

}  // namespace surefoot::ground
