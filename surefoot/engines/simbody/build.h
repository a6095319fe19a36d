#pragma once

/// Conversion of the neutral description to trees of mobilizers, and the tables between their
/// coordinates and World ids.

#include <memory>
#include <vector>

#include "surefoot/engines/simbody/multibody.h"
#include "surefoot/physics/backend.h"
#include "surefoot/physics/solver/tables.h"

namespace surefoot::engines::simbody {

/// The mass of a body on which gravity acts (kg), and its centre in B.
struct Weight {
  double mass = 0.0;
  Vector3d p_B = Vector3d::Zero();
};

/// Everything that Build() makes.
struct Built {
  std::unique_ptr<Multibody> multibody;
  solver::Tables tables;
  /// Per body of the tables.
  std::vector<Weight> weights;
};

/// An error names the model and Simbody's reason.
Result<Built> Build(const physics::BackendArgs& args);

}  // namespace surefoot::engines::simbody
