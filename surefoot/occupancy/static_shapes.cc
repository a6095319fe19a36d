#include "surefoot/occupancy/static_shapes.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace surefoot::occupancy {
namespace {

constexpr double kPi = 3.14159265358979323846;

void ForEachStatic(
    const world::World& world,
    const std::function<void(const world::Geometry&, const RigidTransform&)>& visit) {
  for (int link = 0; link < world.link_count(); ++link) {
    if (!world.IsStatic(link)) continue;
    const RigidTransform X_WL =
        world.instance(world.model_of_link(link)).X_WM * world.link(link).X_ML;
    for (const world::Collision& collision : world.link(link).collisions) {
      visit(collision.geometry, X_WL * collision.X_LG);
    }
  }
}

/// So many that chords are no farther from the circle than `error`.
int Segments(double radius, double error) {
  const double part = std::acos(std::max(0.0, 1.0 - error / std::max(radius, error)));
  const int count = static_cast<int>(std::ceil(kPi / std::max(part, 1e-3)));
  return 4 * ((std::clamp(count, 16, 512) + 3) / 4);
}

TriMesh CapsuleMesh(const world::Capsule& capsule, double error) {
  TriMesh mesh = MakeSphereMesh(capsule.radius, Segments(capsule.radius, error));
  for (Vector3d& vertex : mesh.vertices) {
    vertex.z() += std::copysign(0.5 * capsule.length, vertex.z());
  }
  return mesh;
}

/// Of all but planes.
TriMesh MeshOf(const world::Geometry& geometry, double error) {
  if (const auto* box = std::get_if<world::Box>(&geometry)) return MakeBoxMesh(box->size);
  if (const auto* sphere = std::get_if<world::Sphere>(&geometry)) {
    return MakeSphereMesh(sphere->radius, Segments(sphere->radius, error));
  }
  if (const auto* cylinder = std::get_if<world::Cylinder>(&geometry)) {
    return MakeCylinderMesh(cylinder->radius, cylinder->length, Segments(cylinder->radius, error));
  }
  if (const auto* capsule = std::get_if<world::Capsule>(&geometry)) {
    return CapsuleMesh(*capsule, error);
  }
  if (const auto* ellipsoid = std::get_if<world::Ellipsoid>(&geometry)) {
    const int segments = Segments(ellipsoid->radii.maxCoeff(), error);
    return Scaled(MakeSphereMesh(1.0, segments), ellipsoid->radii);
  }
  if (const auto* map = std::get_if<world::HeightMap>(&geometry)) return ToMesh(*map->field);
  const auto* mesh = std::get_if<world::Mesh>(&geometry);
  return mesh != nullptr ? *mesh->mesh : TriMesh();
}

}  // namespace

Eigen::AlignedBox2d StaticBounds(const world::World& world) {
  Eigen::AlignedBox2d bounds;
  ForEachStatic(world, [&](const world::Geometry& geometry, const RigidTransform& X_WG) {
    if (std::holds_alternative<world::Plane>(geometry)) return;
    for (const Vector3d& vertex : MeshOf(geometry, 0.01).vertices) {
      bounds.extend((X_WG * vertex).head<2>());
    }
  });
  return bounds;
}

void AddStaticShapes(const world::World& world, Columns* columns) {
  const double error = columns->grid().resolution / 50.0;
  ForEachStatic(world, [&](const world::Geometry& geometry, const RigidTransform& X_WG) {
    if (std::holds_alternative<world::Plane>(geometry)) {
      columns->AddHalfSpace(X_WG.R().col(2), X_WG.p);
    } else {
      const bool is_field = std::holds_alternative<world::HeightMap>(geometry);
      columns->AddMesh(Transformed(X_WG, MeshOf(geometry, error)), is_field);
    }
  });
}

}  // namespace surefoot::occupancy
