#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "surefoot/physics/state.h"
#include "surefoot/world/world.h"

namespace surefoot::islands {

/// A box that is larger by so much on all sides; not for empty ones.
Eigen::AlignedBox3d Grown(const Eigen::AlignedBox3d& box, double by);
/// Largest of the gaps along the axes; negative when the boxes overlap.
double Gap(const Eigen::AlignedBox3d& a, const Eigen::AlignedBox3d& b);

/// Boxes about all of a model's collision shapes.
struct Reach {
  /// As they are.
  Eigen::AlignedBox3d now;
  /// As they are and will be for some time at their present velocities, however they turn.
  Eigen::AlignedBox3d swept;
  /// Of the fastest point (m/s), or more.
  double speed = 0.0;
};

/// The same of its shapes, one by one.
struct ShapeReach {
  std::vector<Eigen::AlignedBox3d> now;
  std::vector<Eigen::AlignedBox3d> swept;
};

/// Where a model may be soon.
class ModelBounds {
 public:
  ModelBounds(const world::World& world, int model);

  /// False: nothing can touch it.
  bool has_shapes() const { return !links_.empty(); }
  /// All bits of its shapes' collision masks.
  std::uint32_t mask() const { return mask_; }

  /// Of the model in `state`, `ahead` seconds long; `first_link` is where its links begin there.
  Reach Look(const physics::State& state, int first_link, double ahead) const;
  /// Shape by shape; everything is swept by `way` (m) at least.
  void LookAtShapes(const physics::State& state, int first_link, double ahead, double way,
                    ShapeReach* out) const;
  std::size_t shape_count() const { return shapes_.size(); }
  /// Most that a wrench on one of its links adds to the speed of any of its points in a second, by
  /// rule of thumb: a force at the end of a rod moves that end by four times force over mass.
  double AccelerationBy(const Wrench& wrench) const;

 private:
  /// Box about the shapes of one link, or one of them, in L.
  struct LinkBox {
    LinkBox(std::size_t in_link, const Eigen::AlignedBox3d& box);

    int link = 0;
    Vector3d p_LC = Vector3d::Zero();
    Vector3d half_L = Vector3d::Zero();
    /// Distance of its corners from C.
    double radius = 0.0;
  };
  /// Where a link's box is, and how fast its fastest point at most.
  struct Placed {
    Eigen::AlignedBox3d box_W;
    double speed = 0.0;
  };
  static Placed PlaceOf(const LinkBox& box, const physics::State& state, int first_link);

  std::vector<LinkBox> links_;
  std::vector<LinkBox> shapes_;
  std::uint32_t mask_ = 0;
  /// Of all links (kg), and the largest of the radii.
  double mass_ = 0.0;
  double radius_ = 0.0;
};

}  // namespace surefoot::islands
