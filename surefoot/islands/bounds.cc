#include "surefoot/islands/bounds.h"

#include "surefoot/raycast/shape_rays.h"

namespace surefoot::islands {
namespace {

/// Half the size of what has no end (m).
constexpr double kEndless = 1e9;

Eigen::AlignedBox3d BoxOf(const world::Collision& collision) {
  if (std::holds_alternative<world::Plane>(collision.geometry)) {
    return Eigen::AlignedBox3d(Vector3d::Constant(-kEndless), Vector3d::Constant(kEndless));
  }
  return raycast::Moved(collision.X_LG, raycast::BoundsOf(collision.geometry));
}

}  // namespace

ModelBounds::ModelBounds(const world::World& world, int model) {
  const world::Model& description = world.model(model);
  for (std::size_t i = 0; i < description.links.size(); ++i) {
    Eigen::AlignedBox3d box;
    for (const world::Collision& collision : description.links[i].collisions) {
      mask_ |= collision.surface.collide_mask;
      box.extend(BoxOf(collision));
    }
    if (box.isEmpty()) continue;
    LinkBox link;
    link.link = static_cast<int>(i);
    link.p_LC = box.center();
    link.half_L = 0.5 * box.sizes();
    link.radius = link.half_L.norm();
    links_.push_back(link);
  }
}

Eigen::AlignedBox3d ModelBounds::Swept(const physics::State& state, int first_link,
                                       double ahead) const {
  Eigen::AlignedBox3d swept;
  for (const LinkBox& box : links_) {
    const auto link = static_cast<std::size_t>(first_link + box.link);
    const RigidTransform& X_WL = state.X_WL[link];
    const Twist& V_WL = state.V_WL_W[link];
    const Matrix3d R_WL = X_WL.q.toRotationMatrix();
    const Vector3d p_LC_W = R_WL * box.p_LC;
    const Vector3d p_WC = X_WL.p + p_LC_W;
    const double way =
        ahead * ((V_WL.v + V_WL.w.cross(p_LC_W)).norm() + V_WL.w.norm() * box.radius);
    const Vector3d reach = R_WL.cwiseAbs() * box.half_L + Vector3d::Constant(way);
    swept.extend(Eigen::AlignedBox3d(p_WC - reach, p_WC + reach));
  }
  return swept;
}

}  // namespace surefoot::islands
