#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "surefoot/base/random.h"
#include "surefoot/noise/scalar_noise.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::sensors {

// What goes wrong with measured distances: noise, steps, missing returns.

struct RangeErrorSpec {
  double min_range = 0.0;
  double max_range = 10.0;
  /// Ranges are multiples of it (m); 0: as fine as a float.
  double resolution = 0.0;
  /// SDF's <noise>, of each ray: mean, stddev and a bias that is drawn once.
  noise::ScalarNoiseSpec noise;
  /// Further white noise, as a share of the range.
  double proportional_noise = 0.0;
  /// Probability that a ray gives nothing: anywhere; in addition at max_range (grows with the
  /// square of the range); in addition along a surface (grows with the square of 1 - cos of
  /// incidence).
  double dropout = 0.0;
  double dropout_far = 0.0;
  double dropout_grazing = 0.0;
  /// How far a surface of 10 % reflectance is seen straight on (m); others by the inverse square
  /// law. 0: everything is seen up to max_range.
  double range_at_10_percent = 0.0;

  bool HasNoise() const { return noise.stddev > 0.0 || proportional_noise > 0.0; }
  bool HasDropouts() const { return dropout > 0.0 || dropout_far > 0.0 || dropout_grazing > 0.0; }
};

/// Reads <noise> of `holder` and the elements of our own in `sensor`; ranges and resolution are
/// those of `fallback`, as is everything that the file does not say.
void ReadRangeErrors(const world::ElementReader& sensor, const world::ElementReader& holder,
                     RangeErrorSpec* spec);

class RangeErrors {
 public:
  /// `seed` and `name` fix the bias.
  RangeErrors(const RangeErrorSpec& spec, std::uint64_t seed, const std::string& name);

  /// Replaces true distances (infinite: nothing met; minus infinite: too near) by measured ones.
  /// `cosines` and `reflectances` are those of the surfaces met.
  void Apply(float* ranges, const float* cosines, const float* reflectances, std::size_t count,
             RandomStream* stream);

 private:
  void AddNoise(float* ranges, std::size_t count, RandomStream* stream);
  void DropSome(float* ranges, const float* cosines, std::size_t count, RandomStream* stream);
  void DropDim(float* ranges, const float* cosines, const float* reflectances,
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
  /// The columns are taken one after another, once round in a period.
  bool spin = true;
  /// In how many parts of the period the scene is looked at; 0: one each 10 ms.
  int slices = 0;
  /// Collisions instead of visuals.
  bool collisions = false;
  /// Clouds have a place for every ray, rows are rings; else only the points that were met.
  bool organised = false;
  bool intensity = true;
  /// intensity = scale * reflectance * cos(incidence) / max(range, 1 m)^exponent.
  double intensity_scale = 100.0;
  double intensity_exponent = 0.0;
  /// Hz, of a preset; 0: none.
  double rate = 0.0;

  double azimuth_step() const {
    return columns > 1 ? (max_azimuth - min_azimuth) / (columns - 1) : 0.0;
  }
};

/// Names for <surefoot:preset>.
std::vector<std::string> LidarPresets();
/// "" is SDF's own default.
LidarSpec LidarPreset(const std::string& name);

/// Reads a <sensor> element; errors are reported through it.
LidarSpec ReadLidar(const world::ElementReader& sensor);

}  // namespace surefoot::sensors
