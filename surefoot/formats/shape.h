#pragma once

#include <string>

#include "surefoot/world/model.h"

namespace surefoot::formats {

/// Adds a shape that collides with friction `mu` and is drawn in one colour.
void AddShape(const std::string& name, const RigidTransform& X_LG, const world::Geometry& geometry,
              const Vector3d& color, double mu, const Source& source, world::Link* link);

}  // namespace surefoot::formats
