#pragma once

/// One ray against one piece of the terrain: each replaces `hit` by what is nearer.

#include "surefoot/ground/terrain/terrain.h"

namespace surefoot::ground {

void CastPlane(const GroundPlane& plane, const Vector3d& p_W, const Vector3d& d_W, GroundHit* hit);
void CastSolid(const GroundSolid& solid, const Vector3d& p_W, const Vector3d& d_W, GroundHit* hit);
void CastTriangle(const GroundTriangle& triangle, const Vector3d& p_W, const Vector3d& d_W,
                  GroundHit* hit);
/// Met at once by what starts below the surface.
void CastInsideField(const GroundField& field, const Vector3d& p_W, GroundHit* hit);

}  // namespace surefoot::ground
