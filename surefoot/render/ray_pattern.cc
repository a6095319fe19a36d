#include "surefoot/render/ray_pattern.h"

#include <cmath>

namespace surefoot::render {
namespace {

constexpr double kPi = 3.14159265358979323846;

double Fraction(double value) { return value - std::floor(value); }

/// Points spread evenly over the unit cube, whatever their number.
Vector3d SpreadPoint(int index) {
  return Vector3d(Fraction(0.5 + 0.8191725133961645 * index),
                  Fraction(0.5 + 0.6710436067037893 * index),
                  Fraction(0.5 + 0.5497004779019703 * index));
}

}  // namespace

RayPattern MakeRayPattern(int rays, double spread) {
  RayPattern pattern;
  for (int i = 0; i < kPattern * kPattern * rays; ++i) {
    const Vector3d point = SpreadPoint(i);
    const double angle = 2.0 * kPi * point.x();
    const double radius = spread * std::sqrt(point.y());
    pattern.directions.emplace_back(radius * std::cos(angle), radius * std::sin(angle),
                                    std::sqrt(1.0 - radius * radius));
    pattern.lengths.push_back(0.02 + 0.98 * point.z());
  }
  return pattern;
}

Matrix3d AxesAbout(const Vector3d& z) {
  const Vector3d helper = std::abs(z.x()) < 0.6 ? Vector3d::UnitX() : Vector3d::UnitY();
  Matrix3d axes;
  axes.col(0) = helper.cross(z).normalized();
  axes.col(1) = z.cross(axes.col(0));
  axes.col(2) = z;
  return axes;
}

}  // namespace surefoot::render
