#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "surefoot/physics/state.h"
#include "surefoot/world/world.h"

namespace surefoot::islands {

/// The box enlarged by `by` (m) on all sides; not for empty boxes.
Eigen::AlignedBox3d Enlarged(const Eigen::AlignedBox3d& box, double by);
/// Largest of the gaps along the axes; negative when the boxes overlap.
double Gap(const Eigen::AlignedBox3d& a, const Eigen::AlignedBox3d& b);

/// Axis-aligned boxes in W around all collision shapes of a model.
struct Reach {
  /// At the present poses.
  Eigen::AlignedBox3d now;
  /// Over a time ahead at the present velocities, whatever the directions of motion.
  Eigen::AlignedBox3d swept;
  /// Upper bound of the speed of any point (m/s).
  double speed = 0.0;
};

/// The same for each shape separately: a large model may be hollow, such as a building.
struct ShapeReach {
  std::vector<Eigen::AlignedBox3d> now;
  std::vector<Eigen::AlignedBox3d> swept;
};

/// Bounds of where a model's shapes can be in the near future. Conservative: a box that is too
/// large only joins islands that could stay apart.
class ModelBounds {
 public:
  ModelBounds(const world::World& world, int model);

  /// False when the model has no shapes, so nothing can touch it.
  bool has_shapes() const { return !links_.empty(); }
  /// Union of its shapes' collision masks.
  std::uint32_t mask() const { return mask_; }

  /// Bounds of the model in `state` over `ahead` seconds; `first_link` is the index of its first
  /// link there.
  Reach ComputeReach(const physics::State& state, int first_link, double ahead) const;
  /// The same for each shape, with a margin of at least `way` (m).
  void ComputeShapeReach(const physics::State& state, int first_link, double ahead, double way,
                         ShapeReach* out) const;
  std::size_t shape_count() const { return shapes_.size(); }
  /// Estimate of the acceleration (m/s^2) that a wrench on one of its links gives to any of its
  /// points. A force at the end of a uniform rod accelerates that end by four times force over
  /// mass.
  double AccelerationBy(const Wrench& wrench) const;

 private:
  /// Box around the shapes of one link, or around one shape, in the link frame L.
  struct LinkBox {
    LinkBox(std::size_t in_link, const Eigen::AlignedBox3d& box);

    int link = 0;
    Vector3d p_LC = Vector3d::Zero();
    Vector3d half_L = Vector3d::Zero();
    /// Distance of its corners from its centre C.
    double radius = 0.0;
  };
  /// A box in W, and an upper bound of the speed of its points.
  struct Placed {
    Eigen::AlignedBox3d box_W;
    double speed = 0.0;
  };
  static Placed PlaceOf(const LinkBox& box, const physics::State& state, int first_link);

  std::vector<LinkBox> links_;
  std::vector<LinkBox> shapes_;
  std::uint32_t mask_ = 0;
  /// Mass of all links (kg), and the largest radius of a link (m).
  double mass_ = 0.0;
  double radius_ = 0.0;
};

}  // namespace surefoot::islands
