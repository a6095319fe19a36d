#include "surefoot/geometry/terrain/lattice_noise.h"

#include <cmath>

namespace surefoot {
namespace {

/// Spreads the bits of x over all others (splitmix64).
std::uint64_t Mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// From -1 to 1, of 32 bits.
double Signed(std::uint64_t bits) {
  return static_cast<double>(bits & 0xffffffffULL) * 0x1.0p-31 - 1.0;
}

/// Height at (dx, dy) from a lattice point of the slope that the point has.
double Corner(std::uint64_t key, std::int64_t column, std::int64_t row, double dx, double dy) {
  const std::uint64_t bits =
      Mixed(key ^ Mixed(static_cast<std::uint64_t>(column) ^
                        Mixed(static_cast<std::uint64_t>(row) + 0x5851f42d4c957f2dULL)));
  return Signed(bits) * dx + Signed(bits >> 32) * dy;
}

/// From 0 to 1 with level ends, whose curvature is 0 too.
double Fade(double t) { return t * t * t * (t * (6.0 * t - 15.0) + 10.0); }

}  // namespace

LatticeNoise::LatticeNoise(std::uint64_t seed, std::uint32_t octave, double wavelength)
    : key_(Mixed(Mixed(seed) + octave)), per_metre_(1.0 / wavelength) {
  // By the angle of the triangle with sides 3, 4 and 5, again and again: it never comes round.
  for (std::uint32_t i = 0; i <= octave; ++i) {
    const double cosine = 0.8 * cosine_ - 0.6 * sine_;
    sine_ = 0.6 * cosine_ + 0.8 * sine_;
    cosine_ = cosine;
  }
}

double LatticeNoise::At(double x, double y) const {
  const double u = (cosine_ * x + sine_ * y) * per_metre_;
  const double v = (cosine_ * y - sine_ * x) * per_metre_;
  const double left = std::floor(u);
  const double low = std::floor(v);
  const auto column = static_cast<std::int64_t>(left);
  const auto row = static_cast<std::int64_t>(low);
  const double dx = u - left;
  const double dy = v - low;
  const double across = Fade(dx);
  const double along = Fade(dy);
  const double a = Corner(key_, column, row, dx, dy);
  const double b = Corner(key_, column + 1, row, dx - 1.0, dy);
  const double c = Corner(key_, column, row + 1, dx, dy - 1.0);
  const double d = Corner(key_, column + 1, row + 1, dx - 1.0, dy - 1.0);
  const double below = a + across * (b - a);
  const double above = c + across * (d - c);
  return below + along * (above - below);
}

}  // namespace surefoot
