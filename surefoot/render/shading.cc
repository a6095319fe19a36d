#include "surefoot/render/shading.h"

#include <cmath>

#include "surefoot/render/color.h"

namespace surefoot::render {
namespace {

/// Light from above, from below, of the sun, and from the eye; a white floor comes out just white.
const Vector3d kAbove(0.40, 0.43, 0.47);
const Vector3d kBelow(0.27, 0.26, 0.25);
const Vector3d kSun(0.80, 0.77, 0.72);
constexpr double kFromEye = 0.10;

template <typename Number>
Triple<Number> As(const Vector3d& v) {
  return {static_cast<Number>(v.x()), static_cast<Number>(v.y()), static_cast<Number>(v.z())};
}

}  // namespace

template <typename Number>
Daylight<Number>::Daylight(const LightSource& source)
    : above(As<Number>(kAbove)),
      below(As<Number>(kBelow)),
      sun(As<Number>(source.color.cwiseProduct(kSun))),
      to_sun_W(As<Number>(-source.direction_W)),
      from_eye(static_cast<Number>(kFromEye)) {}

template <typename Number>
SkyLight<Number>::SkyLight()
    : horizon(As<Number>(HorizonColor())),
      rise(As<Number>(LinearFromSrgb(Vector3d(0.45, 0.62, 0.84)) - HorizonColor())),
      fall(As<Number>(LinearFromSrgb(Vector3d(0.70, 0.72, 0.74)) - HorizonColor())) {}

template struct Daylight<double>;
template struct Daylight<float>;
template struct SkyLight<double>;
template struct SkyLight<float>;

Vector3d Shade(const Surface& surface, const Vector3d& to_eye_W, const LightSource& sun,
               const Reach& reach) {
  return ToVector(ShadeAll<double, double>(ToTriple(surface.normal_W), ToTriple(surface.color),
                                           ToTriple(surface.specular), ToTriple(surface.emissive),
                                           ToTriple(to_eye_W), Daylight<double>(sun), reach.sky,
                                           reach.sun, ToTriple(reach.lamps)));
}

Vector3d HorizonColor() { return LinearFromSrgb(Vector3d(0.84, 0.88, 0.92)); }

Vector3d SkyColor(const Vector3d& direction_W) {
  static const SkyLight<double> sky;
  return ToVector(SkyAlong<double, double>(direction_W.z(), sky));
}

double Compressed(double light) {
  constexpr double kKnee = 0.75;
  if (light <= kKnee) return light;
  return kKnee + (1.0 - kKnee) * (1.0 - std::exp(-(light - kKnee) / (1.0 - kKnee)));
}

Vector3d Compressed(const Vector3d& light) {
  return light.unaryExpr([](double value) { return Compressed(value); });
}

}  // namespace surefoot::render
