#include "surefoot/formats/sdf/arena/ground_heights.h"

#include <algorithm>
#include <cmath>

namespace surefoot::formats {
namespace {

/// Planes whose normal has a smaller z component are walls, not ground (steeper than 84 degrees).
constexpr double kMinSlopeNormalZ = 0.1;

}  // namespace

/// Only static models: the ground must not move away from the rocks.
GroundHeights::GroundHeights(const world::WorldSpec& spec, const std::string& model) {
  for (const world::ModelInstance& instance : spec.models) {
    if (instance.model == nullptr || !instance.model->is_static) continue;
    if (!model.empty() && instance.name != model) continue;
    for (const world::Link& link : instance.model->links) {
      for (const world::Collision& collision : link.collisions) {
        Add(collision.geometry, instance.X_WM * link.X_ML * collision.X_LG);
      }
    }
  }
}

void GroundHeights::Add(const world::Geometry& geometry, const RigidTransform& X_WG) {
  const double up = X_WG.R()(2, 2);
  const auto* map = std::get_if<world::HeightMap>(&geometry);
  if (std::holds_alternative<world::Plane>(geometry)) {
    if (up > kMinSlopeNormalZ) shapes_.push_back({X_WG, nullptr});
  } else if (map != nullptr && map->field != nullptr && up > 1.0 - 1e-9) {
    // A tilted height map can have several heights at one place.
    shapes_.push_back({X_WG, map->field});
    for (const double x : {-0.5, 0.5}) {
      for (const double y : {-0.5, 0.5}) {
        const Vector3d corner = X_WG * Vector3d(x * map->field->size_x, y * map->field->size_y, 0);
        area_.extend(Eigen::Vector2d(corner.head<2>()));
      }
    }
  }
}

/// For a plane: the point above (x, y) from its normal equation.
std::optional<double> GroundHeights::At(double x, double y) const {
  std::optional<double> highest;
  for (const Shape& shape : shapes_) {
    double height = 0.0;
    if (shape.field == nullptr) {
      const Vector3d normal = shape.X_WG.R().col(2);
      const Vector3d& p = shape.X_WG.p;
      height = p.z() - (normal.x() * (x - p.x()) + normal.y() * (y - p.y())) / normal.z();
    } else {
      const Vector3d place = shape.X_WG.Inverse() * Vector3d(x, y, shape.X_WG.p.z());
      const HeightField& field = *shape.field;
      const bool inside =
          std::abs(place.x()) <= 0.5 * field.size_x && std::abs(place.y()) <= 0.5 * field.size_y;
      if (!inside) continue;
      height = shape.X_WG.p.z() + field.HeightAt(place.x(), place.y());
    }
    highest = highest ? std::max(*highest, height) : height;
  }
  return highest;
}

}  // namespace surefoot::formats
