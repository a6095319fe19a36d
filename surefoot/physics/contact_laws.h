#pragma once

#include <cstddef>
#include <vector>

#include "surefoot/world/world.h"

namespace surefoot::physics {

/// The different surfaces of an engine instance, by index, and the law of every two of them.
class ContactLaws {
 public:
  ContactLaws() = default;
  explicit ContactLaws(const world::World& world) : pairs_(world.spec().surface_pairs) {}

  /// Index of the surface; equal ones share it.
  int Add(const world::Surface& surface);
  const world::Surface& surface(int index) const {
    return surfaces_[static_cast<std::size_t>(index)];
  }

  int count() const { return static_cast<int>(surfaces_.size()); }
  /// Whether the laws of all pairs are at hand.
  bool tabled() const { return !laws_.empty(); }

  /// Once all are added: tables the laws of all pairs, unless there are too many.
  void Prepare();
  /// Symmetric. By value: instances in several threads ask the same laws.
  world::ContactLaw Law(int a, int b) const;

  /// Where the first friction direction points: that of the first surface that has one, given the
  /// rotations of the two shapes; zero when neither has.
  Vector3d FrictionDirection(int a, const Quaterniond& q_WA, int b, const Quaterniond& q_WB) const;

 private:
  std::vector<world::SurfacePair> pairs_;
  std::vector<world::Surface> surfaces_;
  /// Square of the surface count, or empty.
  std::vector<world::ContactLaw> laws_;
};

}  // namespace surefoot::physics
