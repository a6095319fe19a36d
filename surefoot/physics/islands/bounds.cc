#include "surefoot/physics/islands/bounds.h"

#include <algorithm>

#include "surefoot/raycast/shape_rays.h"

namespace surefoot::islands {
namespace {

/// Half the size (m) that stands for an unbounded shape. Not infinity, whose differences are NaN.
constexpr double kUnbounded = 1e9;

/// Box in the link's frame. Planes have no bounds; a finite number avoids NaN in sums.
Eigen::AlignedBox3d BoxOf(const world::Collision& collision) {
  if (std::holds_alternative<world::Plane>(collision.geometry)) {
    return Eigen::AlignedBox3d(Vector3d::Constant(-kUnbounded), Vector3d::Constant(kUnbounded));
  }
  return raycast::Moved(collision.X_LG, raycast::BoundsOf(collision.geometry));
}

}  // namespace

/// The box with a margin on all sides.
Eigen::AlignedBox3d Enlarged(const Eigen::AlignedBox3d& box, double by) {
  const Vector3d all = Vector3d::Constant(by);
  return Eigen::AlignedBox3d(box.min() - all, box.max() + all);
}

/// Distance along the axis that separates the boxes the most; negative if they overlap.
double Gap(const Eigen::AlignedBox3d& a, const Eigen::AlignedBox3d& b) {
  return (a.min() - b.max()).cwiseMax(b.min() - a.max()).maxCoeff();
}

ModelBounds::LinkBox::LinkBox(std::size_t in_link, const Eigen::AlignedBox3d& box)
    : link(static_cast<int>(in_link)),
      p_LC(box.center()),
      half_L(0.5 * box.sizes()),
      radius(half_L.norm()) {}

// Boxes of the links at the origin are computed once and moved with the links.
ModelBounds::ModelBounds(const world::World& world, int model) {
  const world::Model& description = world.model(model);
  for (std::size_t i = 0; i < description.links.size(); ++i) {
    mass_ += description.links[i].inertia.mass;
    Eigen::AlignedBox3d all;
    for (const world::Collision& collision : description.links[i].collisions) {
      mask_ |= collision.surface.collide_mask;
      const Eigen::AlignedBox3d box = BoxOf(collision);
      if (box.isEmpty()) continue;
      shapes_.emplace_back(i, box);
      all.extend(box);
    }
    if (all.isEmpty()) continue;
    links_.emplace_back(i, all);
    radius_ = std::max(radius_, links_.back().radius);
  }
}

// The box of a link in the world frame, and an upper bound of the speed of its points.
ModelBounds::Placed ModelBounds::PlaceOf(const LinkBox& box, const physics::State& state,
                                         int first_link) {
  const auto link = static_cast<std::size_t>(first_link + box.link);
  const RigidTransform& X_WL = state.X_WL[link];
  const Twist& V_WL = state.V_WL_W[link];
  const Matrix3d R_WL = X_WL.q.toRotationMatrix();
  const Vector3d p_LC_W = R_WL * box.p_LC;
  const Vector3d p_WC = X_WL.p + p_LC_W;
  // Half sizes of the box of a rotated box: |R| times the half sizes.
  const Vector3d half = R_WL.cwiseAbs() * box.half_L;
  return Placed{Eigen::AlignedBox3d(p_WC - half, p_WC + half),
                // Fastest point: speed of the centre plus angular speed times the circumscribed
                // radius.
                (V_WL.v + V_WL.w.cross(p_LC_W)).norm() + V_WL.w.norm() * box.radius};
}

// One box for the whole model, now and for the time `ahead`.
Reach ModelBounds::ComputeReach(const physics::State& state, int first_link, double ahead) const {
  Reach reach;
  for (const LinkBox& box : links_) {
    const Placed placed = PlaceOf(box, state, first_link);
    reach.now.extend(placed.box_W);
    reach.swept.extend(Enlarged(placed.box_W, ahead * placed.speed));
    reach.speed = std::max(reach.speed, placed.speed);
  }
  return reach;
}

// The same per shape, for models whose whole boxes touch.
void ModelBounds::ComputeShapeReach(const physics::State& state, int first_link, double ahead,
                                    double way, ShapeReach* out) const {
  out->now.clear();
  out->swept.clear();
  for (const LinkBox& box : shapes_) {
    const Placed placed = PlaceOf(box, state, first_link);
    out->now.push_back(placed.box_W);
    out->swept.push_back(Enlarged(placed.box_W, std::max(way, ahead * placed.speed)));
  }
}

// Force at the end of a rod, and torque with the inertia of a rod.
double ModelBounds::AccelerationBy(const Wrench& wrench) const {
  if (!(mass_ > 0.0 && radius_ > 0.0)) return 0.0;
  return (4.0 * wrench.force.norm() + 6.0 * wrench.torque.norm() / radius_) / mass_;
}

}  // namespace surefoot::islands
