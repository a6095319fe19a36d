#pragma once

/// Worlds of static shapes, and at most one ball that can move, for the tests of this folder.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/occupancy/occupancy_map.h"

namespace surefoot::occupancy::test {

using Shapes = std::vector<std::pair<world::Geometry, RigidTransform>>;

inline RigidTransform At(double x, double y, double z) { return RigidTransform(Vector3d(x, y, z)); }

inline RigidTransform Turned(const Vector3d& p, double angle, const Vector3d& axis) {
  RigidTransform X;
  X.p = p;
  X.q = Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()));
  return X;
}

inline world::Mesh Shared(TriMesh mesh) {
  world::Mesh shape;
  shape.mesh = std::make_shared<TriMesh>(std::move(mesh));
  return shape;
}

inline Result<OccupancyMap> TryMapOf(const Shapes& shapes, const MapOptions& options,
                                     std::optional<Vector3d> robot = std::nullopt) {
  auto model = std::make_shared<world::Model>();
  model->name = "things";
  model->is_static = true;
  world::Link link;
  link.name = "link";
  for (const auto& [geometry, X_LG] : shapes) {
    world::Collision collision;
    collision.name = "shape" + std::to_string(link.collisions.size());
    collision.geometry = geometry;
    collision.X_LG = X_LG;
    link.collisions.push_back(collision);
  }
  model->links.push_back(link);
  world::WorldSpec spec;
  spec.models.push_back(world::ModelInstance{"things", RigidTransform(), model});
  std::vector<RigidTransform> X_WL = {RigidTransform()};
  if (robot) {
    auto ball = std::make_shared<world::Model>();
    ball->name = "ball";
    world::Link body;
    body.name = "body";
    body.inertia.mass = 1.0;
    body.inertia.I_BBcm_B = 0.01 * Matrix3d::Identity();
    ball->links.push_back(body);
    spec.models.push_back(world::ModelInstance{"ball", RigidTransform(*robot), ball});
    X_WL.push_back(RigidTransform(*robot));
  }
  const auto world = world::MakeWorld(std::move(spec), nullptr);
  if (!world.ok()) return world.error();
  return MakeMap(*world.value(), X_WL, options);
}

inline OccupancyMap MakeMapOf(const Shapes& shapes, const MapOptions& options,
                              std::optional<Vector3d> robot = std::nullopt) {
  return TryMapOf(shapes, options, robot).value();
}

}  // namespace surefoot::occupancy::test
