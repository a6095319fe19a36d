#pragma once

#include <vector>

#include "surefoot/math/spatial.h"
#include "surefoot/world/world.h"

namespace surefoot::physics {

/// Everything that physics changes, indexed by World ids. The entries of a model are contiguous
/// (ModelLayout), so several engine instances fill disjoint parts of one State in parallel.
struct State {
  /// Per link: pose of the link frame L, and velocity of its origin, expressed in W.
  std::vector<RigidTransform> X_WL;
  std::vector<Twist> V_WL_W;
  /// Joint positions and velocities (conventions: world/model.h, PositionCount).
  std::vector<double> q;
  std::vector<double> v;
  /// Effort that the motor applied in the last step, per velocity coordinate (N m or N).
  std::vector<double> effort;
};

/// The state at the start: models at their initial poses, joints at their initial positions, at
/// rest.
State MakeInitialState(const world::World& world);

/// True when all numbers of the model's state are finite.
bool IsFinite(const world::World& world, int model, const State& state);

}  // namespace surefoot::physics
