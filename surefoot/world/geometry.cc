#include "surefoot/world/geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace surefoot::world {
namespace {

/// In the order of Geometry.
constexpr const char* kNames[] = {"plane",   "box",       "sphere", "cylinder",
                                  "capsule", "ellipsoid", "mesh",   "heightmap"};
static_assert(std::variant_size_v<Geometry> == std::size(kNames));

double LowestVertex(const TriMesh& mesh, const RigidTransform& X) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const Vector3d& vertex : mesh.vertices) lowest = std::min(lowest, (X * vertex).z());
  return lowest;
}

/// Without the mesh of the field, which takes many times its memory. The vertices are those of
/// ToMesh.
double LowestVertex(const HeightField& field, const RigidTransform& X) {
  double lowest = std::numeric_limits<double>::infinity();
  if (field.rows < 2 || field.cols < 2) return lowest;
  for (int row = 0; row < field.rows; ++row) {
    const double y = (static_cast<double>(row) / (field.rows - 1) - 0.5) * field.size_y;
    for (int col = 0; col < field.cols; ++col) {
      const double x = (static_cast<double>(col) / (field.cols - 1) - 0.5) * field.size_x;
      const Vector3d vertex(x, y, static_cast<double>(field.At(row, col)));
      lowest = std::min(lowest, (X * vertex).z());
    }
  }
  return lowest;
}

}  // namespace

const char* GeometryName(const Geometry& geometry) { return kNames[geometry.index()]; }

bool IsStaticOnly(const Geometry& geometry) {
  return std::holds_alternative<Plane>(geometry) || std::holds_alternative<HeightMap>(geometry);
}

double LowestZ(const Geometry& geometry, const RigidTransform& X) {
  const Vector3d up = X.q.conjugate() * Vector3d::UnitZ();  // world's z in the shape's frame
  if (const auto* box = std::get_if<Box>(&geometry)) {
    return X.p.z() - 0.5 * up.cwiseAbs().dot(box->size);
  }
  if (const auto* sphere = std::get_if<Sphere>(&geometry)) return X.p.z() - sphere->radius;
  if (const auto* cylinder = std::get_if<Cylinder>(&geometry)) {
    return X.p.z() - 0.5 * cylinder->length * std::abs(up.z()) -
           cylinder->radius * std::hypot(up.x(), up.y());
  }
  if (const auto* capsule = std::get_if<Capsule>(&geometry)) {
    return X.p.z() - 0.5 * capsule->length * std::abs(up.z()) - capsule->radius;
  }
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&geometry)) {
    return X.p.z() - up.cwiseProduct(ellipsoid->radii).norm();
  }
  if (const auto* mesh = std::get_if<Mesh>(&geometry)) {
    return LowestVertex(*mesh->mesh, X);
  }
  if (const auto* map = std::get_if<HeightMap>(&geometry)) {
    return LowestVertex(*map->field, X);
  }
  return X.p.z();
}

}  // namespace surefoot::world
