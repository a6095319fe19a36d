/// IMUs in other people's files.

#include "surefoot/sensors/inertial/imu_spec.h"

namespace surefoot::sensors {
namespace {

using plugins::ForeignReader;

/// <gaussianNoise> for all axes, where the sensor has no noise of its own.
void SameNoise(const ForeignReader& reader, world::Sensor* sensor) {
  constexpr const char* kNames = "gaussianNoise gaussian_noise";
  const auto stddev = reader.Number(kNames, 0.0, 1e6);
  const world::Element* imu = sensor->element.Child("imu");
  if (!stddev || *stddev == 0.0 || (imu != nullptr && !imu->children.empty())) return;
  for (const char* part : {"imu/angular_velocity", "imu/linear_acceleration"}) {
    plugins::SetAxisNoise(&sensor->element, part, {{*stddev}, {*stddev}, {*stddev}},
                          reader.Find(kNames)->source);
  }
}

/// Axis by axis: <accelGaussianNoise>, <accelDrift>, <accelDriftFrequency>, <accelOffset>.
void HectorAxes(const ForeignReader& reader, const std::string& prefix, const std::string& path,
                world::Sensor* sensor) {
  const Vector3d zero = Vector3d::Zero();
  const Vector3d stddev = reader.Vector(prefix + "GaussianNoise").value_or(zero);
  const Vector3d offset = reader.Vector(prefix + "Offset").value_or(zero);
  const Vector3d drift = reader.Vector(prefix + "Drift").value_or(zero);
  const Vector3d frequency =
      reader.Vector(prefix + "DriftFrequency").value_or(Vector3d::Constant(1.0 / 3600.0));
  if (stddev == zero && offset == zero && drift == zero) return;
  const auto of = [&](int i) -> plugins::ForeignNoise {
    return {stddev[i], offset[i], drift[i], frequency[i]};
  };
  plugins::SetAxisNoise(&sensor->element, path, {of(0), of(1), of(2)}, reader.element().source);
}

void HectorNoise(const ForeignReader& reader, world::Sensor* sensor) {
  HectorAxes(reader, "accel", "imu/linear_acceleration", sensor);
  HectorAxes(reader, "rate", "imu/angular_velocity", sensor);
}

}  // namespace

plugins::SensorSpellings ImuSpellings() {
  using plugins::kModelFrameNames;
  using plugins::kSensorFrameNames;
  using plugins::kTopicNames;
  plugins::SensorSpellings spellings;
  spellings.in_sensor = {{"gazebo_ros_imu_sensor gazebo_ros_imu", "imu", kTopicNames, "~/out",
                          kSensorFrameNames, SameNoise}};
  spellings.on_model = {
      {"gazebo_ros_imu gazebo_ros_imu_sensor", "imu", kTopicNames, "imu", kModelFrameNames,
       SameNoise},
      {"hector_gazebo_ros_imu", "imu", kTopicNames, "imu", kModelFrameNames, HectorNoise}};
  spellings.switches = "gz:imu";
  spellings.state_interfaces = {"angular_velocity linear_acceleration orientation", "imu"};
  return spellings;
}

}  // namespace surefoot::sensors
