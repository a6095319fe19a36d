#pragma once

/// Shading of surfaces, for one ray (Real is double) or for a packet of rays (Lanes).

#include "surefoot/render/lanes.h"
#include "surefoot/render/lights.h"
#include "surefoot/render/looks.h"

namespace surefoot::render {

/// How much light arrives at a surface.
struct Reach {
  /// Visible share of the sky and of the sun (0 to 1).
  double sky = 1.0;
  double sun = 1.0;
  /// Light of the other lamps: colour times cosine of incidence.
  Vector3d lamps = Vector3d::Zero();
};

/// Light of sun and sky, converted once to the scalar type of the shader.
template <typename Number>
struct Daylight {
  Daylight(const LightSource& source, const Sky& sky);

  /// Ambient light from above and from below, and the sun's light.
  Triple<Number> above;
  Triple<Number> below;
  Triple<Number> sun;
  Triple<Number> to_sun_W;
  /// Strength of the light from the eye.
  Number from_eye;
};

/// Light that leaves the surfaces towards the eye: hemisphere ambient light, Lambert's cosine law
/// for the sun, and a Blinn-Phong highlight (Blinn 1977). `to_eye_W` is a unit vector, `sky` and
/// `sun` are the visible shares, `lamps` is the light that arrives from other lamps.
template <typename Real, typename Number>
Triple<Real> ShadeAll(const Triple<Real>& normal_W, const Triple<Real>& color,
                      const Triple<Real>& specular, const Triple<Real>& emissive,
                      const Triple<Real>& to_eye_W, const Daylight<Number>& day, const Real& sky,
                      const Real& sun, const Triple<Real>& lamps) {
  const auto zero = Number(0);
  const Triple<Number>& L = day.to_sun_W;
  const Real up = Number(0.5) + Number(0.5) * normal_W.z;
  const Real turned = normal_W.x * L.x + normal_W.y * L.y + normal_W.z * L.z;
  const Real facing = sun * NotBelow(turned, zero);
  const Real eye = day.from_eye * sky * NotBelow(Dot(normal_W, to_eye_W), zero);
  // Highlight: cosine between normal and half vector to the power of 40, by repeated squaring.
  const Triple<Real> half = {to_eye_W.x + L.x, to_eye_W.y + L.y, to_eye_W.z + L.z};
  const Real length2 = NotBelow(Dot(half, half), Number(1e-12));
  const Real cosine = NotBelow(Dot(normal_W, half), zero);
  const Real c2 = cosine * cosine / length2;
  const Real c8 = c2 * c2 * c2 * c2;
  const Real c16 = c8 * c8;
  // 0 on faces turned away from the sun, 1 elsewhere, without a branch.
  const Real lit = -NotBelow(Number(-1e6) * facing, Number(-1));
  const Real shine = Number(2) * lit * sun * c16 * c16 * c8;
  const auto channel = [&](const Real& own, const Real& shining, const Real& glowing, Number above,
                           Number below, Number sunny, const Real& lamp) {
    const Real light = sky * (up * (above - below) + below) + facing * sunny + eye + lamp;
    return Real(own * light + glowing + shine * sunny * shining);
  };
  return {channel(color.x, specular.x, emissive.x, day.above.x, day.below.x, day.sun.x, lamps.x),
          channel(color.y, specular.y, emissive.y, day.above.y, day.below.y, day.sun.y, lamps.y),
          channel(color.z, specular.z, emissive.z, day.above.z, day.below.z, day.sun.z, lamps.z)};
}

/// The same for a single surface.
Vector3d Shade(const Surface& surface, const Vector3d& to_eye_W, const LightSource& sun,
               const Sky& sky, const Reach& reach);

/// Colour of the sky in a direction.
Vector3d SkyColor(const Vector3d& direction_W, const Sky& sky);

/// The sky's colours, as differences to the horizon.
template <typename Number>
struct SkyLight {
  explicit SkyLight(const Sky& sky);
  Triple<Number> horizon;
  /// Change from the horizon to the zenith, and to the nadir.
  Triple<Number> rise;
  Triple<Number> fall;
};

/// The square root concentrates the change near the horizon, as in a clear sky.
template <typename Real, typename Number>
Triple<Real> SkyAlong(const Real& direction_z, const SkyLight<Number>& sky) {
  const auto zero = Number(0);
  const Real rise = Root(NotBelow(direction_z, zero));
  const Real fall = Root(NotBelow(-direction_z, zero));
  return {sky.horizon.x + rise * sky.rise.x + fall * sky.fall.x,
          sky.horizon.y + rise * sky.rise.y + fall * sky.fall.y,
          sky.horizon.z + rise * sky.rise.z + fall * sky.fall.z};
}

/// Tone mapping: identity up to 0.75, then an exponential shoulder that approaches 1 with a
/// continuous slope. Keeps most colours exact and avoids hard clipping.
double ToneMapped(double light);
Vector3d ToneMapped(const Vector3d& light);

}  // namespace surefoot::render
