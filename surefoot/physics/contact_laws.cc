#include "surefoot/physics/contact_laws.h"

namespace surefoot::physics {
namespace {

/// Largest number of different surfaces for which the laws of all pairs are tabulated. The table
/// grows with the square: 500 surfaces are 250,000 laws.
constexpr std::size_t kMaxTabled = 500;

bool Same(const world::Surface& a, const world::Surface& b, bool names_matter) {
  return (a.name == b.name || !names_matter) && a.mu == b.mu && a.mu2 == b.mu2 &&
         a.friction_direction == b.friction_direction &&
         a.torsional_friction == b.torsional_friction && a.rolling_friction == b.rolling_friction &&
         a.restitution == b.restitution && a.restitution_threshold == b.restitution_threshold &&
         a.stiffness == b.stiffness && a.damping == b.damping;
}

}  // namespace

int ContactLaws::Add(const world::Surface& surface) {
  for (std::size_t i = 0; i < surfaces_.size(); ++i) {
    if (Same(surfaces_[i], surface, !pairs_.empty())) return static_cast<int>(i);
  }
  surfaces_.push_back(surface);
  laws_.clear();
  return static_cast<int>(surfaces_.size()) - 1;
}

void ContactLaws::Prepare() {
  laws_.clear();
  if (surfaces_.size() > kMaxTabled) return;
  laws_.reserve(surfaces_.size() * surfaces_.size());
  for (const world::Surface& a : surfaces_) {
    for (const world::Surface& b : surfaces_) laws_.push_back(world::Combine(a, b, pairs_));
  }
}

world::ContactLaw ContactLaws::Law(int a, int b) const {
  if (tabled()) {
    return laws_[static_cast<std::size_t>(a) * surfaces_.size() + static_cast<std::size_t>(b)];
  }
  return world::Combine(surface(a), surface(b), pairs_);
}

Vector3d ContactLaws::FrictionDirection(int a, const Quaterniond& q_WA, int b,
                                        const Quaterniond& q_WB) const {
  if (!surface(a).friction_direction.isZero()) return q_WA * surface(a).friction_direction;
  if (!surface(b).friction_direction.isZero()) return q_WB * surface(b).friction_direction;
  return Vector3d::Zero();
}

}  // namespace surefoot::physics
