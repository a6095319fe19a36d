/// Well-known LiDARs. docs/sensors.md names the data sheets.

#include "surefoot/sensors/range/lidar_spec.h"

namespace surefoot::sensors {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

/// Rings from `low` to `high` degrees, evenly.
std::vector<double> Rings(int count, double low, double high) {
  std::vector<double> rings;
  for (int i = 0; i < count; ++i) rings.push_back((low + (high - low) * i / (count - 1)) * kDegree);
  return rings;
}

void SetAzimuth(int columns, double from_deg, double to_deg, LidarSpec* spec) {
  spec->columns = columns;
  spec->min_azimuth = from_deg * kDegree;
  spec->max_azimuth = to_deg * kDegree;
}

LidarSpec SickLms1xx() {
  LidarSpec spec;
  SetAzimuth(541, -135.0, 135.0, &spec);
  spec.errors.min_range = 0.5;
  spec.errors.max_range = 20.0;
  spec.errors.resolution = 0.001;
  spec.errors.noise.stddev = 0.012;
  spec.errors.range_at_10_percent = 18.0;
  spec.rate = 50.0;
  return spec;
}

LidarSpec HokuyoUtm30() {
  LidarSpec spec;
  SetAzimuth(1081, -135.0, 135.0, &spec);
  spec.errors.min_range = 0.1;
  spec.errors.max_range = 30.0;
  spec.errors.resolution = 0.001;
  spec.errors.noise.stddev = 0.005;
  spec.errors.proportional_noise = 0.001;
  spec.rate = 40.0;
  return spec;
}

LidarSpec VelodyneVlp16() {
  LidarSpec spec;
  SetAzimuth(1800, -180.0, 179.8, &spec);
  spec.rings = Rings(16, -15.0, 15.0);
  spec.errors.min_range = 0.5;
  spec.errors.max_range = 100.0;
  spec.errors.resolution = 0.002;
  spec.errors.noise.stddev = 0.015;
  spec.rate = 10.0;
  return spec;
}

LidarSpec OusterOs1() {
  LidarSpec spec;
  SetAzimuth(1024, -180.0, 180.0 - 360.0 / 1024.0, &spec);
  spec.rings = Rings(64, -16.6, 16.6);
  spec.errors.min_range = 0.8;
  spec.errors.max_range = 120.0;
  spec.errors.resolution = 0.012;
  spec.errors.noise.stddev = 0.015;
  spec.errors.range_at_10_percent = 40.0;
  spec.rate = 10.0;
  return spec;
}

}  // namespace

std::vector<std::string> LidarPresets() {
  return {"sick_lms1xx", "hokuyo_utm30", "velodyne_vlp16", "ouster_os1_64"};
}

LidarSpec LidarPreset(const std::string& name) {
  if (name == "sick_lms1xx") return SickLms1xx();
  if (name == "hokuyo_utm30") return HokuyoUtm30();
  if (name == "velodyne_vlp16") return VelodyneVlp16();
  if (name == "ouster_os1_64") return OusterOs1();
  return LidarSpec();
}

}  // namespace surefoot::sensors
