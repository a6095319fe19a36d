#pragma once

#include "surefoot/physics/collide/convex.h"
#include "surefoot/physics/collide/gjk.h"
#include "surefoot/physics/collide/point_set.h"

namespace surefoot::collide {

/// Adds the touching points of two convex shapes, with normals from a to b.
void CollideConvex(const Placed& a, const Placed& b, std::vector<PairPoint>* points);

/// Adds the touching points of the half space below a plane (a) and a convex shape (b).
void CollidePlane(const Vector3d& normal_W, const Vector3d& p_W, const Placed& b,
                  std::vector<PairPoint>* points);

/// Adds the points of two shapes that overlap along a known normal, by clipping the face of one to
/// that of the other; where there is no such face, `closest` itself.
void AddManifold(const Placed& a, const Placed& b, const Closest& closest,
                 std::vector<PairPoint>* points);

/// The same with what the shapes show given; false when the deepest point is missing.
bool AddFeatureManifold(const Feature& a, const Feature& b, const Closest& closest, double slack,
                        std::vector<PairPoint>* points);

/// Cuts a polygon, line or point down to what lies inside of the prism over a convex polygon
/// (counter-clockwise about `along`, the direction of the prism's edges). `slack` widens the prism.
void ClipToPrism(const Feature& polygon, const Vector3d& along, double slack, Feature* cut);

}  // namespace surefoot::collide
