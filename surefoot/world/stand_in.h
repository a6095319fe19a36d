#pragma once

#include "surefoot/world/tree.h"

namespace surefoot::world {

/// A massless body gets this fraction of the inertia of everything it carries ...
constexpr double kStandInShare = 1e-6;
/// ... or this one if it is otherwise unconstrained in one of its joints' motions: a free root
/// with a single child, or two hinges about one axis.
constexpr double kLooseStandInShare = 1e-2;
/// Radius (m) of the sphere that replaces a point mass, and a body that carries nothing.
constexpr double kStandInRadius = 0.01;
/// Mass of a body that carries nothing: this fraction of the model's lightest body, but at least 1
/// g or this fraction of the whole model (1 g when the model has no mass at all).
constexpr double kEmptyStandInShare = 1e-3;

/// Sets Body::stand_in of all bodies such that every joint can be moved: the articulated-body
/// inertia about its motion is positive with all joints at zero. Linear in the bodies.
void FillStandIns(const Model& model, Tree* tree);

}  // namespace surefoot::world
