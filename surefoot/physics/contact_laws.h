#pragma once

#include <cstddef>
#include <vector>

#include "surefoot/world/world.h"

namespace surefoot::physics {

/// The distinct surfaces of an engine instance, by index, and the combined contact law of every
/// pair of them.
///
///   ContactLaws laws(world);
///   const int rubber = laws.Add(wheel.surface), stone = laws.Add(floor.surface);
///   laws.Prepare();
///   laws.Law(rubber, stone).mu;   // the smaller of the two, or that of a surface_pair
class ContactLaws {
 public:
  ContactLaws() = default;
  explicit ContactLaws(const world::World& world) : pairs_(world.spec().surface_pairs) {}

  /// Index of the surface; equal surfaces share it. Linear search: call it while building only.
  int Add(const world::Surface& surface);
  const world::Surface& surface(int index) const {
    return surfaces_[static_cast<std::size_t>(index)];
  }

  int count() const { return static_cast<int>(surfaces_.size()); }
  /// Whether the laws of all pairs are tabulated.
  bool tabled() const { return !laws_.empty(); }

  /// Call after the last Add(): tabulates the laws of all pairs, unless there are too many.
  void Prepare();
  /// Symmetric. Returned by value because instances in several threads read the same laws.
  world::ContactLaw Law(int a, int b) const;

  /// The first friction direction in W: that of the first surface that defines one, rotated with
  /// its shape; zero when neither does.
  Vector3d FrictionDirection(int a, const Quaterniond& q_WA, int b, const Quaterniond& q_WB) const;

 private:
  std::vector<world::SurfacePair> pairs_;
  std::vector<world::Surface> surfaces_;
  /// Row-major, count() squared entries; or empty.
  std::vector<world::ContactLaw> laws_;
};

}  // namespace surefoot::physics
