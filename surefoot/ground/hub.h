#pragma once

#include <vector>

#include "surefoot/ground/wheel_law.h"
#include "surefoot/physics/state.h"
#include "surefoot/world/ground.h"
#include "surefoot/world/plate.h"
#include "surefoot/world/world.h"

namespace surefoot::ground {

/// Reads the motion of a wheel's hub from the State.
class Hub {
 public:
  Hub(const world::World& world, const world::Wheel& wheel);

  /// The axes do not spin with the wheel: up is that of the model's root, made perpendicular to the
  /// axle. The effective masses are left unset.
  HubMotion MotionOf(const physics::State& state) const;

 private:
  int link_ = 0;
  int root_ = 0;
  int q_ = 0;
  int v_ = 0;
  /// Sign of the wheel's spin relative to the joint velocity.
  double sign_ = 1.0;
  Vector3d p_LC_ = Vector3d::Zero();
  Vector3d axle_L_ = Vector3d::UnitY();
  Vector3d up_R_ = Vector3d::UnitZ();
};

/// Effective mass (kg) at a wheel's contact: forward, along the axle, upward. The inverse of the
/// acceleration per force, for stability limits.
struct EffectiveMass {
  double x = 1.0;
  double y = 1.0;
  double z = 1.0;
};

/// Effective masses of all wheels of a World in its initial state: of the articulated model with
/// its rotors, motors free. The wheels of a model act together, so each gets a share such that
/// forces proportional to the shares accelerate no wheel more than a single one would.
std::vector<EffectiveMass> EffectiveMasses(const world::World& world);

/// Effective mass (kg) at a plate: normal to it, tilting included; and along it, yaw included.
struct PlateMass {
  double normal = 1.0;
  double shear = 1.0;
};

/// For plate `index` of all plates; the plates of a model share its mass.
PlateMass PlateMassOf(const world::World& world, const std::vector<world::Plate>& plates,
                      int index);

}  // namespace surefoot::ground
