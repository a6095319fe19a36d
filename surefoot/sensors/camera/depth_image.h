#pragma once

#include <vector>

#include "surefoot/base/random.h"
#include "surefoot/noise/scalar_noise.h"
#include "surefoot/raycast/ray_fan.h"
#include "surefoot/sensors/camera/camera_model.h"

namespace surefoot::sensors {

/// A depth camera's errors: SDF's <noise>, and white noise of sigma(z) = a + b z + c z^2 (m).
struct DepthErrorSpec {
  noise::ScalarNoiseSpec noise;
  double sigma[3] = {0.0, 0.0, 0.0};
  /// Step of the depths (m); 0: none.
  double resolution = 0.0;
  /// Probability that a pixel has no value.
  double dropout = 0.0;
};

/// Depth z along the optical axis for every pixel: +infinity beyond the far clip, -infinity before
/// the near one, not a number where there is no value (REP 118).
class DepthImage {
 public:
  DepthImage(const CameraModel& camera, double near, double far, const DepthErrorSpec& errors,
             std::uint64_t seed, const std::string& name);

  /// Camera at X_WO, O its optical frame.
  void Measure(const raycast::Scene& scene, const RigidTransform& X_WO, RandomStream* stream);

  /// Row by row.
  const std::vector<float>& depths() const { return depths_; }
  /// The point of a pixel in O is its depth times this; its z is 1.
  const Eigen::Vector2f& Slope(std::size_t pixel) const { return slopes_[pixel]; }

 private:
  void AddErrors(RandomStream* stream);

  float near_;
  float far_;
  DepthErrorSpec errors_;
  float offset_ = 0.0F;
  raycast::RayFan fan_;
  std::vector<Eigen::Vector2f> slopes_;
  /// z of each pixel's direction; 0 where the lens sees nothing.
  std::vector<float> forward_;
  std::vector<float> depths_;
  std::vector<float> scratch_;
};

}  // namespace surefoot::sensors
