#include "surefoot/ground/soil/soil_wall.h"

#include <algorithm>
#include <cmath>

namespace surefoot::ground {
namespace {

/// Angle of friction between wheel and soil over that of the soil (Potyondy 1961: dry sand on
/// smooth steel).
constexpr double kFrictionShare = 0.54;
/// Ratio of way across to width at which half of the soil counts as having entered by the flank.
/// Chosen so that the sinkages of a towed wheel at 60 degrees are unchanged
/// (docs/reference/ground.md).
constexpr double kHalfWay = 4.0;

}  // namespace

SoilWall::SoilWall(const world::Soil& soil, double gravity) {
  // X_c = 45 deg - phi / 2, the destructive angle of the soil wedge.
  const double angle = 0.25 * M_PI - 0.5 * soil.friction_angle;
  const double cot = 1.0 / std::tan(angle);
  const double d1 = cot + std::tan(angle + soil.friction_angle);
  const double d2 = cot + cot * cot * std::tan(soil.friction_angle);
  cohesion = d1 * soil.cohesion;
  weight = 0.5 * d1 * d2 * soil.density * gravity;
  rise = std::tan(angle);
  friction = std::tan(kFrictionShare * soil.friction_angle);
}

FlankForces FlankOf(const SoilWall& wall, double radius, double height, double ahead, double across,
                    const double* nodes, const double* weights, int points) {
  FlankForces out;
  const double low = std::max(height, 0.0);
  if (across == 0.0 || !(height < radius)) return out;
  const double half = std::sqrt(radius * radius - low * low);
  const double up = wall.rise * std::abs(across);
  for (int i = 0; i < points; ++i) {
    const double x = half * (2.0 * nodes[i] - 1.0);
    const double depth = std::sqrt(radius * radius - x * x) - height;
    // The resultant of a triangular pressure acts at two thirds of the depth. `along` and `rising`
    // are the sliding speed of the flank there.
    const double arm = height + depth * 2.0 / 3.0;
    const double along = ahead - arm / radius;
    const double rising = x / radius;
    const double slide = std::hypot(along, rising);
    const double push = 2.0 * half * weights[i] * wall.PerLength(depth) * std::abs(across) /
                        std::hypot(across, slide);
    const double drag = push * wall.friction / std::max(1e-12, std::hypot(along, rising, up));
    const double fx = -drag * along;
    out.fx += fx;
    out.fy -= std::copysign(push, across);
    out.fz += drag * (rising + up);
    out.torque += fx * arm + drag * rising * x;
  }
  return out;
}

SlidingBearing::SlidingBearing(double friction_angle) {
  const double angle = std::max(friction_angle, 1e-3);
  const double slope = std::tan(angle);
  surcharge = (1.0 + std::sin(angle)) * std::exp((0.5 * M_PI - angle) * slope);
  cohesion = (surcharge - 1.0) / slope;
}

double ShareByFlank(double length, double width, double ahead, double across) {
  const double way = length * std::abs(across);
  const double fast = kHalfWay * width * std::abs(ahead);
  return way > 0.0 ? way * way / (way * way + fast * fast) : 0.0;
}

}  // namespace surefoot::ground
