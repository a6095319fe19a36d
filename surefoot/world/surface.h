#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::world {

/// How a collision shape touches others. Defaults are those of SDF.
struct Surface {
  /// Material name for SurfacePair; empty when unnamed.
  std::string name;
  /// Coulomb friction along the first and second friction direction.
  double mu = 1.0;
  double mu2 = 1.0;
  /// First friction direction in the collision's frame; zero when the engine may choose.
  Vector3d friction_direction = Vector3d::Zero();
  /// Spin and rolling friction as radii in metres (torque limit over normal force).
  double torsional_friction = 0.0;
  double rolling_friction = 0.0;
  /// Share of the approach speed that returns, used above the threshold speed.
  double restitution = 0.0;
  double restitution_threshold = 0.0;
  /// Contact spring and damper in N/m and N s/m; 0 lets the engine choose.
  double stiffness = 0.0;
  double damping = 0.0;
  /// Two collisions meet only if the bitwise AND of their masks is not zero.
  std::uint32_t collide_mask = 0xffff;
};

/// What holds between two named surfaces, whatever each says by itself.
struct SurfacePair {
  std::string a;
  std::string b;
  double mu = 1.0;
  double mu2 = 1.0;
  double restitution = 0.0;
};

/// The contact between two surfaces, the same for every engine: the smaller friction, the larger
/// restitution, spin and rolling friction of the rougher; a named pair overrides mu and
/// restitution.
struct ContactLaw {
  double mu = 1.0;
  double mu2 = 1.0;
  double torsional_friction = 0.0;
  double rolling_friction = 0.0;
  double restitution = 0.0;
  double restitution_threshold = 0.0;
  double stiffness = 0.0;
  double damping = 0.0;
};
ContactLaw Combine(const Surface& a, const Surface& b, const std::vector<SurfacePair>& pairs);

}  // namespace surefoot::world
