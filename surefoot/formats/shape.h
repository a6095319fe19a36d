#pragma once

#include <string>

#include "surefoot/world/model.h"

namespace surefoot::formats {

/// Adds a shape to a link, as a collision with friction `mu` and as a visual in one colour. For
/// readers that create models themselves.
void AddShape(const std::string& name, const RigidTransform& X_LG, const world::Geometry& geometry,
              const Vector3d& color, double mu, const Source& source, world::Link* link);

}  // namespace surefoot::formats
