#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/ground/terrain/fan.h"
#include "surefoot/world/ground.h"

namespace surefoot::ground {

/// Roughness of a ground in addition to its shape: heights on a periodic square without seam, whose
/// sections in any direction have the spectrum of ISO 8608,
///   G(n) = roughness (n / 0.1)^-waviness,   n in cycles/m from 0.1 to 10.
class Roughness {
 public:
  /// Contains nullptr for a ground without roughness.
  static Result<std::unique_ptr<Roughness>> Make(const world::GroundMaterial& ground,
                                                 std::uint64_t seed);

  /// Height (m) at a point of W, bilinear between four samples.
  double HeightAt(double x, double y) const {
    const auto [u, v] = Turned(x, y);
    const auto col = static_cast<std::int32_t>(std::floor(u));
    const auto row = static_cast<std::int32_t>(std::floor(v));
    return Between(col, row, u - col, v - row);
  }

  // The parts of HeightAt(), for many points in SIMD lanes.
  struct Place {
    double u, v;
  };
  /// From W to samples, rotated by 0.5 rad, so that nothing repeats along the axes of W.
  static Place Turned(double x, double y) {
    return {kPerMetre * (kCos * x - kSin * y), kPerMetre * (kSin * x + kCos * y)};
  }
  /// Bilinear interpolation; `s` and `t` in [0, 1] from sample (col, row) to the next.
  double Between(std::int32_t col, std::int32_t row, double s, double t) const {
    const float* low = heights_.data() + (row & kMask) * kSamples;
    const float* high = heights_.data() + ((row + 1) & kMask) * kSamples;
    const std::int32_t a = col & kMask;
    const std::int32_t b = (col + 1) & kMask;
    const double near = low[a] + s * static_cast<double>(low[b] - low[a]);
    const double far = high[a] + s * static_cast<double>(high[b] - high[a]);
    return near + t * (far - near);
  }

  /// Height of the highest sample (m).
  double highest() const { return highest_; }

  static constexpr int kSamples = 512;
  static constexpr double kPerMetre = 40.0;

 private:
  Roughness() = default;

  static constexpr std::int32_t kMask = kSamples - 1;
  static constexpr double kCos = 0.8775825618903728;
  static constexpr double kSin = 0.479425538604203;
  std::vector<float> heights_;
  double highest_ = 0.0;
};

/// Adds roughness to the rays below of a slice.
void AddRoughness(const Roughness& roughness, const Fan& fan, const FanSlice& at,
                  SliceDepths* slice);

}  // namespace surefoot::ground
