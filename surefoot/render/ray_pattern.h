#pragma once

/// Which way rays go to ask how much light arrives; included by tile.cc only.

#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::render {

/// Neighbouring pixels send their light rays in different directions, in a pattern that repeats
/// every kPattern pixels, and share the answers: so few rays give a smooth picture.
constexpr int kPattern = 4;

/// Unit vectors about z for the rays of the whole pattern, and how far each goes (0 to 1).
struct RayPattern {
  std::vector<Vector3d> directions;
  std::vector<double> lengths;
};

/// `rays` for each of the pattern's pixels; `spread` is the largest distance from the z axis.
RayPattern MakeRayPattern(int rays, double spread);

/// Axes whose z is the given direction.
Matrix3d AxesAbout(const Vector3d& z);

}  // namespace surefoot::render
