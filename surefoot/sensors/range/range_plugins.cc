/// Ray sensors in other people's files: scanners, and fans of rays that stand for one distance.

#include "surefoot/sensors/range/range_plugins.h"

namespace surefoot::sensors {
namespace {

using plugins::ForeignReader;
using plugins::kSensorFrameNames;
using plugins::kTopicNames;

/// <gaussianNoise> holds where the sensor has no <noise> of its own.
void RayNoise(const ForeignReader& reader, world::Sensor* sensor) {
  const auto stddev = reader.Number("gaussianNoise gaussian_noise", 0.0, 1e3);
  const std::string rays = sensor->element.Child("lidar") != nullptr ? "lidar" : "ray";
  const world::Element* ray = sensor->element.Child(rays);
  if (!stddev || *stddev == 0.0 || (ray != nullptr && ray->Child("noise") != nullptr)) return;
  plugins::SetNoise(&sensor->element, rays, {*stddev},
                    reader.Find("gaussianNoise gaussian_noise")->source);
}

void RaysToSonar(const ForeignReader& reader, world::Sensor* sensor) {
  RayNoise(reader, sensor);
  const std::string radiation = reader.Text("radiation radiation_type");
  sensor->type = radiation == "infrared" ? "infrared" : "sonar";
}

/// The ray sensor of ROS 2 publishes what <output_type> says.
void RaySensor(const ForeignReader& reader, world::Sensor* sensor) {
  if (reader.Text("output_type") == "sensor_msgs/Range") RaysToSonar(reader, sensor);
}

}  // namespace

plugins::SensorSpellings LidarSpellings() {
  plugins::SensorSpellings spellings;
  spellings.in_sensor = {
      {"gazebo_ros_laser gazebo_ros_gpu_laser gazebo_ros_block_laser", "", kTopicNames, "scan",
       kSensorFrameNames, RayNoise},
      {"gazebo_ros_ray_sensor", "", kTopicNames, "~/out", kSensorFrameNames, RaySensor},
      {"gazebo_ros_velodyne_laser gazebo_ros_velodyne_gpu_laser velodyne_laser "
       "livox_laser_simulation",
       "", kTopicNames, "~/out", kSensorFrameNames, RayNoise}};
  spellings.switches = "gz:cpulidar";
  return spellings;
}

plugins::SensorSpellings SonarSpellings() {
  plugins::SensorSpellings spellings;
  spellings.in_sensor = {{"gazebo_ros_range hector_gazebo_ros_sonar", "", kTopicNames, "~/out",
                          kSensorFrameNames, RaysToSonar}};
  return spellings;
}

}  // namespace surefoot::sensors
