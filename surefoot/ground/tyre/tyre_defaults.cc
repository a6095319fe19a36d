#include "surefoot/ground/tyre/tyre_defaults.h"

#include <cmath>

namespace surefoot::ground {
namespace {

// Measured on the Husky A200 (radius 0.165 m, 184 N per wheel): 87 kN/m and 323 N s/m radially, 16
// and 24.4 kN/m in shear. As dimensionless numbers they scale to any size: larger wheels with
// larger loads deflect by the same share of their radius and have the same damping ratio.
constexpr double kDeflection = 184.0 / 87e3 / 0.165;
constexpr double kDampingRatio = 0.126;
constexpr double kShearX = 16.0 / 87.0;
constexpr double kShearY = 24.4 / 87.0;
constexpr double kGravity = 9.81;

}  // namespace

world::Tyre FillTyre(const world::Tyre& tyre, double radius, double nominal_load) {
  world::Tyre filled = tyre;
  if (filled.stiffness == 0.0) filled.stiffness = nominal_load / (kDeflection * radius);
  if (filled.damping == 0.0) {
    const double mass = nominal_load / kGravity;
    filled.damping = 2.0 * kDampingRatio * std::sqrt(filled.stiffness * mass);
  }
  if (filled.shear_stiffness_x == 0.0) filled.shear_stiffness_x = kShearX * filled.stiffness;
  if (filled.shear_stiffness_y == 0.0) filled.shear_stiffness_y = kShearY * filled.stiffness;
  return filled;
}

}  // namespace surefoot::ground
