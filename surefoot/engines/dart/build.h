#pragma once

/// From the neutral description to DART: one skeleton for each tree of bodies that hangs together,
/// and the tables that connect DART's objects with World ids.

#include <memory>
#include <vector>

#include "surefoot/physics/backend.h"
#include "surefoot/physics/backend_common.h"
#include "surefoot/physics/solver/tables.h"

namespace dart::dynamics {
class BodyNode;
class Joint;
class Skeleton;
}  // namespace dart::dynamics

namespace surefoot::engines::dart {

/// DART's side of a body of the tables.
struct BodyMap {
  ::dart::dynamics::BodyNode* node = nullptr;
  ::dart::dynamics::Joint* joint = nullptr;
  /// The joint that moves it; floating: none.
  world::JointType kind = world::JointType::kFloating;
  Inertia inertia;
};

/// What DART lets act along a velocity coordinate.
struct DofForces {
  double armature = 0.0;
  double damping = 0.0;
  double stiffness = 0.0;
  double rest = 0.0;
  /// The least inertia that it may feel, from the two bodies that it joins.
  double least_inertia = 0.0;
};

/// A body that gravity pulls only in part.
struct WeightlessMap {
  int body = 0;
  physics::Weightless part;
};

struct Built {
  /// Coordinates are numbered as DART's, skeleton by skeleton; one position for each velocity.
  solver::Tables tables;
  std::vector<std::shared_ptr<::dart::dynamics::Skeleton>> skeletons;
  /// Per body of the tables.
  std::vector<BodyMap> bodies;
  /// Per u of the tables.
  std::vector<DofForces> forces;
  std::vector<WeightlessMap> weightless;
};

/// An error names the model and what DART cannot do.
Result<Built> Build(const physics::BackendArgs& args);

}  // namespace surefoot::engines::dart
