#pragma once

#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/tree.h"

namespace surefoot::world {

/// Density of water: what a shape without a mass is taken to be made of (kg/m3).
constexpr double kDefaultDensity = 1000.0;

/// Mass and inertia of a solid of this shape, in the shape's frame; no mass when it has no volume.
Inertia ShapeInertia(double density, const Geometry& shape);

/// Gives a link the mass that its collision shapes (its visuals when it has none) have when solid
/// and of this density: the sum of the shapes, overlaps counted twice. A mesh that encloses no
/// volume counts as its convex hull, else as its bounding box. Sets inertia_computed and notes
/// what was taken. False when there is nothing to compute from: the link then has no mass.
bool FillMissingInertia(Link* link, double density, Problems* problems);

/// Bodies that can move and need a mass: they have none, and are no mere step between two joints
/// with something heavy below. Ascending indices into Tree::bodies.
std::vector<int> BodiesWithoutMass(const Tree& tree);

/// FillMissingInertia for the links of these bodies, and of those between two joints that can touch
/// something. A link without mass that is fixed to one with mass is left alone: files split shapes
/// and mass over several links.
void FillMasslessBodies(Model* model, double density, Problems* problems);

}  // namespace surefoot::world
