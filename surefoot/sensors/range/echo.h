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
  /// Within it, the strength goes with the cosine of the incidence to this power.
  double incidence_exponent = 0.0;
  /// Full angle at which a ray brings half of what one along the axis does, rad; 0: all the same.
  double beam_width = 0.0;
  /// Spread of the logarithm of what a whole sample brings back: echoes near the threshold come and
  /// go.
  double fading = 0.0;
  /// Share of the whole cone's strength that is noticed; 0: any echo.
  double threshold = 0.0;
  /// Echoes add up when they are within this length of each other (m).
  double pulse_length = 0.0;
};

/// What a ray that met a surface brings back, from 0 to 1; `reflectance` likewise.
double EchoStrength(const EchoSpec& spec, double cosine, double reflectance);

/// What rays at these angles from the axis bring against each other; 1 on average.
std::vector<double> BeamWeights(const EchoSpec& spec, const Vector3d& axis,
                                const std::vector<Vector3d>& directions);

struct Echo {
  double distance = 0.0;
  double strength = 0.0;
  /// Which ray brought it.
  int ray = 0;
};

/// The echo with which those of `rays` rays, `gain` times as strong, suffice for the first time;
/// nullptr when they never do. Sorts the echoes.
const Echo* FirstEcho(const EchoSpec& spec, int rays, double gain, std::vector<Echo>* echoes);

}  // namespace surefoot::sensors
