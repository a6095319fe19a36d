#pragma once

#include <vector>

#include "surefoot/ground/wheel_law.h"
#include "surefoot/physics/state.h"
#include "surefoot/world/ground.h"
#include "surefoot/world/plate.h"
#include "surefoot/world/world.h"

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

/// What forces at a wheel's contact move (kg): along the wheel, along its axle, upward.
struct EffectiveMass {
  double x = 1.0;
  double y = 1.0;
  double z = 1.0;
};

/// Of all wheels of a World, in its initial state: the articulated model with its rotors, motors
/// free. The wheels of a model act together, so each gets a share such that forces proportional
/// to the shares move no wheel more than one alone would.
std::vector<EffectiveMass> EffectiveMasses(const world::World& world);

/// What forces under a plate move (kg): square to its bottom, tilting included; and along it,
/// turning included.
struct PlateMass {
  double normal = 1.0;
  double shear = 1.0;
};

/// Of the index-th of all plates; the plates of a model share what they move.
PlateMass PlateMassOf(const world::World& world, const std::vector<world::Plate>& plates,
                      int index);

}  // namespace surefoot::ground
