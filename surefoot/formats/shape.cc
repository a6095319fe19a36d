#include "surefoot/formats/shape.h"

// A shape's name is made unique within its link, because contacts and filters refer to shapes by
// name.

namespace surefoot::formats {

void AddShape(const std::string& name, const RigidTransform& X_LG, const world::Geometry& geometry,
              const Vector3d& color, double mu, const Source& source, world::Link* link) {
  world::Collision& collision = link->collisions.emplace_back();
  collision.name = name;
  collision.X_LG = X_LG;
  collision.geometry = geometry;
  collision.surface.mu = collision.surface.mu2 = mu;
  collision.source = source;
  world::Visual& visual = link->visuals.emplace_back();
  visual.name = name;
  visual.X_LG = X_LG;
  visual.geometry = geometry;
  visual.material.emplace();
  visual.material->diffuse << color, 1.0;
  visual.material->ambient = visual.material->diffuse;
  visual.source = source;
}

}  // namespace surefoot::formats
