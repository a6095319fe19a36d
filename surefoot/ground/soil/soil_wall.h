#pragma once

/// The soil beside a wheel that moves sideways: the wedge it pushes, and the base that slides.

#include "surefoot/world/ground.h"

namespace surefoot::ground {

/// Passive earth pressure after Hegedus (as in Ishigami et al. 2007): D1 (c + D2 w z / 2) z per
/// length of a wall of depth z, in N/m.
struct SoilWall {
  SoilWall() = default;
  SoilWall(const world::Soil& soil, double gravity);

  double PerLength(double z) const { return (cohesion + weight * z) * z; }

  /// D1 c (N/m^2) and D1 D2 w / 2 (N/m^3), with w the weight density of the soil.
  double cohesion = 0.0;
  double weight = 0.0;
  /// Slope of the failure plane on which the soil rises, and friction coefficient of a smooth wheel
  /// on soil: tan(0.54 phi) (Potyondy, dry sand on smooth steel).
  double rise = 0.0;
  double friction = 0.0;
};

/// Forces of the wall on a flank, in the wheel's axes (N), and the torque (N m) that the axle must
/// supply for them.
struct FlankForces {
  double fx = 0.0;
  double fy = 0.0;
  double fz = 0.0;
  double torque = 0.0;
};

/// For a wheel whose hub is `height` (m) above the soil; `ahead` and `across` (to the left) are
/// speeds relative to that of the tread. The wall pushes with the sine of the angle at which the
/// flank moves into it, as in resistive force theory, and its friction opposes the sliding of the
/// flank.
FlankForces FlankOf(const SoilWall& wall, double radius, double height, double ahead, double across,
                    const double* nodes, const double* weights, int points);

/// Pressure that a base bears while it slides with the full friction of the soil, per unit of
/// surcharge and of cohesion (Sokolovski; Prandtl's fan with a load inclined by the friction
/// angle).
struct SlidingBearing {
  explicit SlidingBearing(double friction_angle = 0.0);
  double surcharge = 0.0;
  double cohesion = 0.0;
};

/// Share of the soil under the tread that entered by the flank instead of the front, for a tread of
/// half length `length`: (r / 4)^2 / (1 + (r / 4)^2), r = way across per width.
double ShareByFlank(double length, double width, double ahead, double across);

}  // namespace surefoot::ground
