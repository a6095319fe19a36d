#include "surefoot/ground/terrain/terrain_rays.h"

#include <cmath>
#include <optional>

#include "surefoot/raycast/shape_rays.h"

namespace surefoot::ground {
namespace {

void Meet(double distance, const Vector3d& normal_W, int ground, GroundHit* hit) {
  if (!(distance < hit->distance)) return;
  hit->distance = distance;
  hit->normal_W = normal_W;
  hit->ground = ground;
}

}  // namespace

void CastPlane(const GroundPlane& plane, const Vector3d& p_W, const Vector3d& d_W, GroundHit* hit) {
  const double height = plane.normal_W.dot(p_W) - plane.offset;
  const double closing = -plane.normal_W.dot(d_W);
  if (height <= 0.0) {
    Meet(0.0, plane.normal_W, plane.ground, hit);
  } else if (closing > 0.0) {
    Meet(height / closing, plane.normal_W, plane.ground, hit);
  }
}

void CastSolid(const GroundSolid& solid, const Vector3d& p_W, const Vector3d& d_W, GroundHit* hit) {
  const Vector3d p_G = solid.R_WG.transpose() * (p_W - solid.X_WG.p);
  const Vector3d d_G = solid.R_WG.transpose() * d_W;
  const std::optional<double> found =
      raycast::Intersect(solid.geometry, p_G, d_G, 0.0, hit->distance);
  if (!found) return;
  const Vector3d normal_G = raycast::NormalAt(solid.geometry, p_G + *found * d_G);
  // From within: already met.
  const double distance = normal_G.dot(d_G) > 0.0 ? 0.0 : *found;
  Meet(distance, solid.R_WG * normal_G, solid.ground, hit);
}

void CastTriangle(const GroundTriangle& triangle, const Vector3d& p_W, const Vector3d& d_W,
                  GroundHit* hit) {
  const Vector3d a = triangle.corners_W[1] - triangle.corners_W[0];
  const Vector3d b = triangle.corners_W[2] - triangle.corners_W[0];
  const Vector3d across = d_W.cross(b);
  const double det = a.dot(across);
  if (det == 0.0) return;
  const Vector3d from = p_W - triangle.corners_W[0];
  const double u = from.dot(across) / det;
  const Vector3d other = from.cross(a);
  const double v = d_W.dot(other) / det;
  const double distance = b.dot(other) / det;
  // A little wider than the triangle: no ray slips between two of them.
  constexpr double kSeam = 1e-12;
  if (!(u >= -kSeam && v >= -kSeam && u + v <= 1.0 + kSeam && distance >= 0.0)) return;
  Vector3d normal_W = a.cross(b).normalized();
  if (normal_W.dot(d_W) > 0.0) normal_W = -normal_W;
  Meet(distance, normal_W, triangle.ground, hit);
}

void CastInsideField(const GroundField& field, const Vector3d& p_W, GroundHit* hit) {
  const Vector3d p_G = field.R_WG.transpose() * (p_W - field.X_WG.p);
  const HeightField& grid = *field.field;
  if (std::abs(p_G.x()) > 0.5 * grid.size_x || std::abs(p_G.y()) > 0.5 * grid.size_y) return;
  if (p_G.z() >= grid.HeightAt(p_G.x(), p_G.y())) return;
  Meet(0.0, field.R_WG.col(2), field.ground, hit);
}

}  // namespace surefoot::ground
