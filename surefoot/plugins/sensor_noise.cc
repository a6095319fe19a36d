#include <cmath>

#include "surefoot/plugins/sensor_rows.h"

namespace surefoot::plugins {

void SetNoise(world::Element* element, const std::string& path, const ForeignNoise& noise,
              const Source& source) {
  world::Element& made = SetChild(element, path + "/noise", "", source);
  made.attributes = {{"type", "gaussian"}};
  made.children.clear();
  AddChild(&made, "mean", NumberText(noise.offset), source);
  AddChild(&made, "stddev", NumberText(std::abs(noise.stddev)), source);
  if (noise.drift == 0.0 || !(noise.drift_frequency > 0.0)) return;
  AddChild(&made, "dynamic_bias_stddev", NumberText(std::abs(noise.drift)), source);
  AddChild(&made, "dynamic_bias_correlation_time", NumberText(1.0 / noise.drift_frequency), source);
}

void SetImuNoise(const ForeignReader& reader, world::Sensor* sensor) {
  constexpr const char* kNames = "gaussianNoise gaussian_noise";
  const auto stddev = reader.Number(kNames, 0.0, 1e6);
  const world::Element* imu = sensor->element.Child("imu");
  if (!stddev || *stddev == 0.0 || (imu != nullptr && !imu->children.empty())) return;
  for (const char* part : {"imu/angular_velocity/", "imu/linear_acceleration/"}) {
    for (const char* axis : {"x", "y", "z"}) {
      SetNoise(&sensor->element, std::string(part) + axis, {*stddev}, reader.Find(kNames)->source);
    }
  }
}

}  // namespace surefoot::plugins
