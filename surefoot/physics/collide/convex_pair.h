#pragma once

#include "surefoot/physics/collide/convex.h"
#include "surefoot/physics/collide/gjk.h"
#include "surefoot/physics/collide/point_set.h"

namespace surefoot::collide {

/// Adds the contact points of two convex shapes, with normals from a to b. Adds none when they are
/// apart.
void CollideConvex(const Placed& a, const Placed& b, std::vector<PairPoint>* points);

/// Adds the contact points of the half space below a plane (a) and a convex shape (b). Exact for
/// all shapes, at any depth.
void CollidePlane(const Vector3d& normal_W, const Vector3d& p_W, const Placed& b,
                  std::vector<PairPoint>* points);

/// Adds the contact points of two shapes that overlap along a known normal, by clipping the feature
/// of one to the face of the other. Where neither presents a face, adds the one point of `closest`.
void AddManifold(const Placed& a, const Placed& b, const Closest& closest,
                 std::vector<PairPoint>* points);

/// The same for given features; false when the deepest point is missing. `slack` in m.
bool AddFeatureManifold(const Feature& a, const Feature& b, const Closest& closest, double slack,
                        std::vector<PairPoint>* points);

/// Clips a polygon, line or point to the prism over a convex polygon (counter-clockwise about
/// `along`, the direction of the prism's edges). `slack` (m) widens the prism.
void ClipToPrism(const Feature& polygon, const Vector3d& along, double slack, Feature* cut);

}  // namespace surefoot::collide
