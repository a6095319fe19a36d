#pragma once

#include <cstdint>

namespace surefoot {

/// Smooth random ground: gradient noise on a square lattice. Made of sums, products and square
/// roots only, so that every machine computes the same bits.
class LatticeNoise {
 public:
  /// `octave` tells streams of one seed apart. The lattice of each is turned by another angle, so
  /// that its lines do not show.
  LatticeNoise(std::uint64_t seed, std::uint32_t octave, double wavelength);

  /// Mean 0; the mean square over the plane is kMeanSquare.
  double At(double x, double y) const;

  /// Means over plane and seeds: of the square, and of the squared gradient times the squared
  /// wavelength. Integrals of the formula over a cell of the lattice.
  static constexpr double kMeanSquare = 0.031020767;
  static constexpr double kMeanSlope = 0.520153247;

 private:
  std::uint64_t key_;
  double cosine_ = 1.0;
  double sine_ = 0.0;
  double per_metre_;
};

}  // namespace surefoot
