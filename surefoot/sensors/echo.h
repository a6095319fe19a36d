#pragma once

/// How a cone of sound or light comes back: rays over the cone, and what they bring.

#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::sensors {

/// Unit directions over a cone of this full angle (up to 2 pi: all around) about `axis`, evenly by
/// solid angle. The first is the axis, the last lies on the rim.
std::vector<Vector3d> ConeDirections(const Vector3d& axis, double full_angle, int count);

struct EchoSpec {
  /// Between ray and surface normal, rad: beyond it a smooth surface throws the echo away.
  double max_incidence = 1.5707963267948966;
  /// Share that comes back beyond it.
  double diffuse = 0.0;
  /// Share of the whole cone's strength that is noticed; 0: any echo.
  double threshold = 0.0;
  /// Echoes add up when they are within this length of each other (m).
  double pulse_length = 0.0;
};

/// What a ray that met a surface brings back, from 0 to 1; `reflectance` likewise.
double EchoStrength(const EchoSpec& spec, double cosine, double reflectance);

struct Echo {
  double distance = 0.0;
  double strength = 0.0;
};

/// Distance at which the echoes of `rays` rays are strong enough for the first time; infinite when
/// they never are. Sorts the echoes.
double FirstEcho(const EchoSpec& spec, int rays, std::vector<Echo>* echoes);

}  // namespace surefoot::sensors
