#pragma once

/// Conversion of the neutral description to DART: one skeleton for each connected tree of bodies,
/// and the tables between DART's objects and World ids.

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

/// DART's objects for a body of the tables.
struct BodyMap {
  ::dart::dynamics::BodyNode* node = nullptr;
  ::dart::dynamics::Joint* joint = nullptr;
  /// Type of the joint that moves it; floating for free bodies.
  world::JointType kind = world::JointType::kFloating;
  Inertia inertia;
};

/// Passive forces along a velocity coordinate, which DART computes.
struct DofForces {
  double armature = 0.0;
  double damping = 0.0;
  double stiffness = 0.0;
  double rest = 0.0;
  /// Lower bound of the inertia along the coordinate, from the two bodies it joins.
  double min_inertia = 0.0;
};

/// A body of which only a part has gravity.
struct WeightlessMap {
  int body = 0;
  physics::Weightless part;
};

/// Everything that Build() makes. The skeletons are the state of an instance, the rest is constant.
struct Built {
  /// Coordinates are numbered like DART's, skeleton by skeleton, with one position per velocity.
  solver::Tables tables;
  std::vector<std::shared_ptr<::dart::dynamics::Skeleton>> skeletons;
  /// Per body of the tables.
  std::vector<BodyMap> bodies;
  /// Per u of the tables.
  std::vector<DofForces> forces;
  std::vector<WeightlessMap> weightless;
};

/// An error names the model and the feature that DART lacks.
Result<Built> Build(const physics::BackendArgs& args);

}  // namespace surefoot::engines::dart
