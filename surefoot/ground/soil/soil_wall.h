#pragma once

/// The soil beside a wheel that moves sideways: a wall that it pushes along, and a base that
/// slides.

#include "surefoot/world/ground.h"

namespace surefoot::ground {

/// Passive pressure of soil after Hegedus: D1 (c + D2 w z) z per length of a wall of depth z.
struct SoilWall {
  SoilWall() = default;
  SoilWall(const world::Soil& soil, double gravity);

  double PerLength(double z) const { return (cohesion + weight * z) * z; }

  /// D1 c and D1 D2 w / 2, w the soil's weight density.
  double cohesion = 0.0;
  double weight = 0.0;
  /// Slope of the plane on which the soil slides up, and friction of a smooth wheel on soil: 0.54
  /// of the soil's friction angle (Potyondy, dry sand on smooth steel).
  double rise = 0.0;
  double friction = 0.0;
};

/// What the wall does to a flank, on the wheel in its axes, and the torque that the axle needs for
/// it.
struct FlankForces {
  double fx = 0.0;
  double fy = 0.0;
  double fz = 0.0;
  double torque = 0.0;
};

/// Of a wheel whose hub is `height` over the soil; speeds over that of the tread, `ahead` and
/// `across` to the left. The wall pushes with the sine of the angle at which the flank moves into
/// it, and drags against the way on which the flank slides over it.
FlankForces FlankOf(const SoilWall& wall, double radius, double height, double ahead, double across,
                    const double* nodes, const double* weights, int points);

/// How much pressure a base bears that slides with all the soil's friction, per unit of surcharge
/// and of cohesion (Sokolovski; Prandtl's fan with a load inclined by the friction angle).
struct SlidingBearing {
  explicit SlidingBearing(double friction_angle = 0.0);
  double surcharge = 0.0;
  double cohesion = 0.0;
};

/// Share of the tread's soil that came in by the flank and not by the front, for a tread of half
/// length `length`: (r / 4)^2 / (1 + (r / 4)^2), r the way across per width.
double ShareByFlank(double length, double width, double ahead, double across);

}  // namespace surefoot::ground
