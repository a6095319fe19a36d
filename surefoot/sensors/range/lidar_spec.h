#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "surefoot/base/random.h"
#include "surefoot/noise/scalar_noise.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::sensors {

// What files specify of LiDARs, and the errors of measured distances.

/// Errors of measured distances: noise, resolution, missing returns. Distances in m.
struct RangeErrorSpec {
  double min_range = 0.0;
  double max_range = 10.0;
  /// Ranges are multiples of it (m); 0: not rounded.
  double resolution = 0.0;
  /// SDF's <noise> of each ray: mean, stddev and a bias that is drawn once per run.
  noise::ScalarNoiseSpec noise;
  /// Additional white noise, as a share of the range.
  double proportional_noise = 0.0;
  /// Probability that a ray has no return: for every ray; additionally at max_range (grows with the
  /// square of the range); additionally at grazing incidence (grows with the square of
  /// 1 - cos(incidence)).
  double dropout = 0.0;
  double dropout_far = 0.0;
  double dropout_grazing = 0.0;
  /// Range of a surface of 10 % reflectance at normal incidence (m), the usual figure of data
  /// sheets; other surfaces follow by the inverse square law. 0: everything is seen up to
  /// max_range.
  double range_at_10_percent = 0.0;

  bool HasNoise() const { return noise.stddev > 0.0 || proportional_noise > 0.0; }
  bool HasDropouts() const { return dropout > 0.0 || dropout_far > 0.0 || dropout_grazing > 0.0; }
};

/// Reads <noise> of `holder` and Surefoot's own elements of `sensor` into `spec`; what the file
/// does not specify stays as it is.
void ReadRangeErrors(const world::ElementReader& sensor, const world::ElementReader& holder,
                     RangeErrorSpec* spec);

/// Applies errors to arrays of ranges. Order: missing returns, noise, bias, rounding, limits.
class RangeErrors {
 public:
  /// `seed` and `name` determine the bias.
  RangeErrors(const RangeErrorSpec& spec, std::uint64_t seed, const std::string& name);

  /// Replaces true distances (+infinity: no surface; -infinity: too near) by measured ones.
  /// `cosines` and `reflectances` are those of the surfaces.
  void Apply(float* ranges, const float* cosines, const float* reflectances, std::size_t count,
             RandomStream* stream);

 private:
  void AddNoise(float* ranges, std::size_t count, RandomStream* stream);
  void DropRandomly(float* ranges, const float* cosines, std::size_t count, RandomStream* stream);
  void DropWeakReturns(float* ranges, const float* cosines, const float* reflectances,
                       std::size_t count) const;
  void Quantise(float* ranges, std::size_t count) const;

  RangeErrorSpec spec_;
  float offset_ = 0.0F;
  std::vector<float> scratch_;
};

/// A LiDAR as files describe it. Angles in rad, about z of the sensor's frame from x.
struct LidarSpec {
  int columns = 640;
  double min_azimuth = 0.0;
  double max_azimuth = 0.0;
  /// Elevation of each ring, in the order of the file.
  std::vector<double> rings = {0.0};
  RangeErrorSpec errors;
  /// Columns are measured one after another, one revolution per period; false: flash LiDAR.
  bool spin = true;
  /// Number of updates of the scene per period; 0: one per 10 ms.
  int slices = 0;
  /// Sees collisions instead of visuals.
  bool collisions = false;
  /// Clouds have an entry for every ray, a row per ring; otherwise only points with a return.
  bool organised = false;
  bool intensity = true;
  /// intensity = scale * reflectance * cos(incidence) / max(range, 1 m)^exponent.
  double intensity_scale = 100.0;
  double intensity_exponent = 0.0;
  /// Rate of a preset (Hz); 0: none.
  double rate = 0.0;

  double azimuth_step() const {
    return columns > 1 ? (max_azimuth - min_azimuth) / (columns - 1) : 0.0;
  }
};

/// Names for <surefoot:preset>.
std::vector<std::string> LidarPresets();
/// The preset of this name; "" has SDF's defaults.
LidarSpec LidarPreset(const std::string& name);

/// Reads a <sensor> element; errors are reported through it.
LidarSpec ReadLidar(const world::ElementReader& sensor);

}  // namespace surefoot::sensors
