#include "surefoot/render/texture_map.h"

#include <cmath>

#include "surefoot/raycast/shape_rays.h"

namespace surefoot::render {
namespace {

constexpr double kPi = 3.14159265358979323846;

TexturePoint OnRectangle(double x, double y, double width, double height) {
  TexturePoint point;
  point.uv = Eigen::Vector2d(x / width + 0.5, y / height + 0.5);
  point.per_metre = 1.0 / std::min(width, height);
  return point;
}

TexturePoint OnMesh(const TriMesh& mesh, const raycast::Hit& hit) {
  TexturePoint point;
  if (mesh.texture_coordinates.empty()) return point;
  const auto& t = mesh.triangles[hit.triangle];
  const Eigen::Vector2d& a = mesh.texture_coordinates[t[0]];
  const Eigen::Vector2d ab = mesh.texture_coordinates[t[1]] - a;
  const Eigen::Vector2d ac = mesh.texture_coordinates[t[2]] - a;
  point.uv = a + hit.u * ab + hit.v * ac;
  const Vector3d edge = mesh.vertices[t[1]] - mesh.vertices[t[0]];
  const double area = edge.cross(mesh.vertices[t[2]] - mesh.vertices[t[0]]).norm();
  const double texture_area = std::abs(ab.x() * ac.y() - ab.y() * ac.x());
  point.per_metre = area > 0.0 ? std::sqrt(texture_area / area) : 0.0;
  return point;
}

/// Each side has the whole picture, upright where it can be.
TexturePoint OnBox(const Vector3d& size, const Vector3d& p) {
  const Vector3d normal = raycast::NormalAt(world::Box{size}, p);
  if (normal.z() != 0.0) return OnRectangle(normal.z() * p.x(), p.y(), size.x(), size.y());
  if (normal.x() != 0.0) return OnRectangle(normal.x() * p.y(), p.z(), size.y(), size.z());
  return OnRectangle(-normal.y() * p.x(), p.z(), size.x(), size.z());
}

/// Laid round the z axis, upright between the lowest and the highest point.
TexturePoint OnRound(const world::Geometry& geometry, const Vector3d& p) {
  const Vector3d half = raycast::BoundsOf(geometry).max();
  TexturePoint point;
  point.uv =
      Eigen::Vector2d(std::atan2(p.y(), p.x()) / (2.0 * kPi) + 0.5, 0.5 * p.z() / half.z() + 0.5);
  const bool cap = std::holds_alternative<world::Cylinder>(geometry) &&
                   std::abs(raycast::NormalAt(geometry, p).z()) > 0.5;
  if (cap) return OnRectangle(p.x(), p.y(), 2.0 * half.x(), 2.0 * half.y());
  point.per_metre = 0.5 / half.minCoeff();
  return point;
}

}  // namespace

TexturePoint MapTexture(const world::Geometry& geometry, const raycast::Hit& hit,
                        const Vector3d& p_G) {
  if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) return OnMesh(*mesh->mesh, hit);
  if (const auto* plane = std::get_if<world::Plane>(&geometry)) {
    return OnRectangle(p_G.x(), p_G.y(), plane->size.x(), plane->size.y());
  }
  if (const auto* map = std::get_if<world::HeightMap>(&geometry)) {
    return OnRectangle(p_G.x(), p_G.y(), map->field->size_x, map->field->size_y);
  }
  if (const auto* box = std::get_if<world::Box>(&geometry)) return OnBox(box->size, p_G);
  return OnRound(geometry, p_G);
}

}  // namespace surefoot::render
