#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/world/ground.h"

namespace surefoot::ground {

/// Unevenness that a ground has beside its shape: heights on a square that repeats without seam and
/// whose sections, in any direction, have the spectrum of ISO 8608,
///   G(n) = roughness (n / 0.1)^-waviness,   n in cycles/m from 0.1 to 10.
class Roughness {
 public:
  /// nullptr inside for a ground without any.
  static Result<std::unique_ptr<Roughness>> Make(const world::GroundMaterial& ground,
                                                 std::uint64_t seed);

  /// Height (m) at a place of W, between four samples.
  double HeightAt(double x, double y) const {
    // Turned by an odd angle, so that nothing repeats along the axes of W.
    const double u = kPerMetre * (kCos * x - kSin * y);
    const double v = kPerMetre * (kSin * x + kCos * y);
    const auto col = static_cast<std::int64_t>(u) - (u < 0.0);
    const auto row = static_cast<std::int64_t>(v) - (v < 0.0);
    const double s = u - static_cast<double>(col);
    const double t = v - static_cast<double>(row);
    const float* low = &heights_[static_cast<std::size_t>((row & kMask) * kSamples)];
    const float* high = &heights_[static_cast<std::size_t>(((row + 1) & kMask) * kSamples)];
    const std::int64_t a = col & kMask;
    const std::int64_t b = (col + 1) & kMask;
    const double near = low[a] + s * static_cast<double>(low[b] - low[a]);
    const double far = high[a] + s * static_cast<double>(high[b] - high[a]);
    return near + t * (far - near);
  }

  static constexpr int kSamples = 512;
  static constexpr double kPerMetre = 40.0;

 private:
  Roughness() = default;

  static constexpr std::int64_t kMask = kSamples - 1;
  static constexpr double kCos = 0.8775825618903728;
  static constexpr double kSin = 0.479425538604203;
  std::vector<float> heights_;
};

}  // namespace surefoot::ground
