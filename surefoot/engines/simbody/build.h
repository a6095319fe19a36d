#pragma once

/// From the neutral description to trees of mobilizers, and the tables that connect their
/// coordinates with World ids.

#include <memory>
#include <vector>

#include "surefoot/engines/simbody/multibody.h"
#include "surefoot/physics/backend.h"
#include "surefoot/physics/solver/tables.h"

namespace surefoot::engines::simbody {

/// What of a body's mass gravity pulls at.
struct Weight {
  double mass = 0.0;
  Vector3d p_B = Vector3d::Zero();
};

struct Built {
  std::unique_ptr<Multibody> multibody;
  solver::Tables tables;
  /// Per body.
  std::vector<Weight> weights;
};

Result<Built> Build(const physics::BackendArgs& args);

}  // namespace surefoot::engines::simbody
