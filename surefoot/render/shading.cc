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
constexpr double kShininess = 40.0;

}  // namespace

Vector3d Shade(const Surface& surface, const Vector3d& to_eye_W, const LightSource& sun,
               const Reach& reach) {
  const Vector3d& normal = surface.normal_W;
  const Vector3d to_sun = -sun.direction_W;
  const double up = 0.5 + 0.5 * normal.z();
  const Vector3d sun_light = reach.sun * sun.color.cwiseProduct(kSun);
  Vector3d light = reach.sky * (up * kAbove + (1.0 - up) * kBelow);
  light += std::max(0.0, normal.dot(to_sun)) * sun_light;
  light += Vector3d::Constant(kFromEye * reach.sky * std::max(0.0, normal.dot(to_eye_W)));
  light += reach.lamps;
  const Vector3d half = (to_sun + to_eye_W).normalized();
  const double shine = std::pow(std::max(0.0, normal.dot(half)), kShininess);
  const bool lit = normal.dot(to_sun) > 0.0;
  Vector3d color = surface.color.cwiseProduct(light) + surface.emissive;
  if (lit) color += 2.0 * shine * surface.specular.cwiseProduct(sun_light);
  return color;
}

Vector3d HorizonColor() { return LinearFromSrgb(Vector3d(0.84, 0.88, 0.92)); }

Vector3d SkyColor(const Vector3d& direction_W) {
  const Vector3d zenith = LinearFromSrgb(Vector3d(0.45, 0.62, 0.84));
  const Vector3d nadir = LinearFromSrgb(Vector3d(0.70, 0.72, 0.74));
  const double share = std::sqrt(std::min(1.0, std::abs(direction_W.z())));
  const Vector3d& end = direction_W.z() > 0.0 ? zenith : nadir;
  return HorizonColor() + share * (end - HorizonColor());
}

Vector3d Compressed(const Vector3d& light) {
  constexpr double kKnee = 0.75;
  return light.unaryExpr([](double value) {
    if (value <= kKnee) return value;
    return kKnee + (1.0 - kKnee) * (1.0 - std::exp(-(value - kKnee) / (1.0 - kKnee)));
  });
}

}  // namespace surefoot::render
