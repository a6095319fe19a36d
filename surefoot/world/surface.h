#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::world {

/// Contact properties of a collision shape. Defaults are those of SDF.
struct Surface {
  /// Material name for SurfacePair; empty when unnamed.
  std::string name;
  /// Coulomb friction along the first and second friction direction.
  double mu = 1.0;
  double mu2 = 1.0;
  /// First friction direction in the collision's frame; zero when the engine may choose.
  Vector3d friction_direction = Vector3d::Zero();
  /// Torsional and rolling friction as lengths in m (torque limit over normal force).
  double torsional_friction = 0.0;
  double rolling_friction = 0.0;
  /// Ratio of rebound to approach speed, above the threshold speed (m/s).
  double restitution = 0.0;
  double restitution_threshold = 0.0;
  /// Contact spring and damper in N/m and N s/m; 0 lets the engine choose.
  double stiffness = 0.0;
  double damping = 0.0;
  /// Two collisions are tested only if the bitwise AND of their masks is not zero.
  std::uint32_t collide_mask = 0xffff;
};

/// Contact properties of two named surfaces, which override those of the surfaces themselves.
struct SurfacePair {
  std::string a;
  std::string b;
  double mu = 1.0;
  double mu2 = 1.0;
  double restitution = 0.0;
};

/// The contact of two surfaces, the same for every engine: the smaller friction, the larger
/// restitution, torsional and rolling friction. A named pair overrides mu and restitution.
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
