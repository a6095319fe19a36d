#pragma once

#include "surefoot/world/tree.h"

namespace surefoot::world {

/// A massless body takes this share of the inertia of all that hangs on it ...
constexpr double kStandInShare = 1e-6;
/// ... or this one when nothing else would hold it against one of its joints' motions: a free root
/// with a single child, two hinges about one axis.
constexpr double kLooseStandInShare = 1e-2;
/// Radius of the sphere that stands for a point mass, and for a body with nothing on it (m).
constexpr double kStandInRadius = 0.01;
/// Mass of a body with nothing on it: this share of the model's lightest body, but at least 1 g or
/// this share of the whole model (1 g when the model has no mass at all).
constexpr double kEmptyStandInShare = 1e-3;

/// Fills Body::stand_in of all bodies, so that every joint can be moved: the inertia that its
/// motion feels, everything hung below articulated, is above zero with all joints at zero.
void FillStandIns(const Model& model, Tree* tree);

}  // namespace surefoot::world
