#include "surefoot/render/shading.h"

#include <cmath>

// Shading is a template over single values and SIMD lanes (shading.h); the versions for single
// numbers are instantiated here. Tone mapping compresses light above a knee, so that bright
// surfaces keep differences.

namespace surefoot::render {
namespace {

template <typename Number>
Triple<Number> As(const Vector3d& v) {
  return {static_cast<Number>(v.x()), static_cast<Number>(v.y()), static_cast<Number>(v.z())};
}

}  // namespace

template <typename Number>
Daylight<Number>::Daylight(const LightSource& source, const Sky& sky)
    : above(As<Number>(sky.above)),
      below(As<Number>(sky.below)),
      sun(As<Number>(source.color.cwiseProduct(sky.sun))),
      to_sun_W(As<Number>(-source.direction_W)),
      from_eye(static_cast<Number>(sky.from_eye)) {}

template <typename Number>
SkyLight<Number>::SkyLight(const Sky& sky)
    : horizon(As<Number>(sky.horizon)),
      rise(As<Number>(sky.zenith - sky.horizon)),
      fall(As<Number>(sky.nadir - sky.horizon)) {}

template struct Daylight<double>;
template struct Daylight<float>;
template struct SkyLight<double>;
template struct SkyLight<float>;

Vector3d Shade(const Surface& surface, const Vector3d& to_eye_W, const LightSource& sun,
               const Sky& sky, const Reach& reach) {
  return ToVector(ShadeAll<double, double>(ToTriple(surface.normal_W), ToTriple(surface.color),
                                           ToTriple(surface.specular), ToTriple(surface.emissive),
                                           ToTriple(to_eye_W), Daylight<double>(sun, sky),
                                           reach.sky, reach.sun, ToTriple(reach.lamps)));
}

Vector3d SkyColor(const Vector3d& direction_W, const Sky& sky) {
  return ToVector(SkyAlong<double, double>(direction_W.z(), SkyLight<double>(sky)));
}

// Linear up to the knee, then a smooth approach to white.
double ToneMapped(double light) {
  constexpr double kKnee = 0.75;
  if (light <= kKnee) return light;
  return kKnee + (1.0 - kKnee) * (1.0 - std::exp(-(light - kKnee) / (1.0 - kKnee)));
}

Vector3d ToneMapped(const Vector3d& light) {
  return light.unaryExpr([](double value) { return ToneMapped(value); });
}

}  // namespace surefoot::render
