#pragma once

/// Colours in files and pictures are sRGB; light is computed in linear values. The curves are those
/// of IEC 61966-2-1 with its published constants. Linear values are in [0, 1].

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::render {

inline double LinearFromSrgb(double value) {
  const double clamped = std::clamp(value, 0.0, 1.0);
  return clamped <= 0.04045 ? clamped / 12.92 : std::pow((clamped + 0.055) / 1.055, 2.4);
}

inline double SrgbFromLinear(double value) {
  const double clamped = std::clamp(value, 0.0, 1.0);
  return clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * std::pow(clamped, 1.0 / 2.4) - 0.055;
}

inline Vector3d LinearFromSrgb(const Vector3d& color) {
  return color.unaryExpr([](double value) { return LinearFromSrgb(value); });
}

inline std::uint8_t ByteFrom(double value) {
  return static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(value, 0.0, 1.0)));
}

}  // namespace surefoot::render
