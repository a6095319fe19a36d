#pragma once

#include <string>
#include <vector>

#include "surefoot/sensors/range/range_errors.h"

namespace surefoot::sensors {

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
