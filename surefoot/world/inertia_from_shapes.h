#pragma once

#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/tree.h"

namespace surefoot::world {

/// Density of water (kg/m3), used for shapes without a mass.
constexpr double kDefaultDensity = 1000.0;

/// Mass and inertia of a solid of this shape, in the shape's frame; zero when it has no volume.
Inertia ShapeInertia(double density, const Geometry& shape);

/// Gives a link the mass of its collision shapes (of its visuals when it has none) as solids of
/// this density: the sum of the shapes, with overlaps counted twice. A mesh that does not enclose
/// a volume counts as its convex hull, else as its bounding box. Sets inertia_computed and reports
/// a note. Returns false when there is nothing to compute from; the link then has no mass.
bool FillMissingInertia(Link* link, double density, Problems* problems);

/// Movable bodies that have no mass and need one: all but those between two joints with mass below
/// them. Ascending indices into Tree::bodies.
std::vector<int> BodiesWithoutMass(const Tree& tree);

/// FillMissingInertia() for the links of these bodies, and of bodies between two joints that can
/// collide. A link without mass that is fixed to one with mass is unchanged: files distribute
/// shapes and mass over several links.
void FillMasslessBodies(Model* model, double density, Problems* problems);

}  // namespace surefoot::world
