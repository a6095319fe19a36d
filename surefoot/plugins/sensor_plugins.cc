/// Plugins inside <sensor>: they say on which topic, in which frame and how fast, and some make
/// another sensor of it. One row each.

#include "surefoot/plugins/sensor_rows.h"

namespace surefoot::plugins {
namespace {

using world::Element;
using world::Sensor;

constexpr const char* kTopic = "topicName topic_name topic";
constexpr const char* kFrame = "frameName frame_name frameId frame_id";

std::string WithoutSlash(const std::string& frame) {
  return !frame.empty() && frame[0] == '/' ? frame.substr(1) : frame;
}

/// <gaussianNoise> holds where the sensor has no <noise> of its own.
void RayNoise(const ForeignReader& reader, Sensor* sensor) {
  const auto stddev = reader.Number("gaussianNoise gaussian_noise", 0.0, 1e3);
  const std::string rays = sensor->element.Child("lidar") != nullptr ? "lidar" : "ray";
  const Element* ray = sensor->element.Child(rays);
  if (!stddev || *stddev == 0.0 || (ray != nullptr && ray->Child("noise") != nullptr)) return;
  SetNoise(&sensor->element, rays, {*stddev}, reader.Find("gaussianNoise gaussian_noise")->source);
}

/// A fan of rays that is told as one distance.
void RaysToSonar(const ForeignReader& reader, Sensor* sensor) {
  RayNoise(reader, sensor);
  const std::string radiation = reader.Text("radiation radiation_type");
  sensor->type = radiation == "infrared" ? "infrared" : "sonar";
}

/// The ray sensor of ROS 2 tells what <output_type> says.
void RaySensor(const ForeignReader& reader, Sensor* sensor) {
  if (reader.Text("output_type") == "sensor_msgs/Range") RaysToSonar(reader, sensor);
}

/// Names of cameras: <cameraName> and <imageTopicName> make the topic of the picture, and its frame
/// is the optical one.
void CameraTopics(const ForeignReader& reader, Sensor* sensor) {
  const std::string camera = reader.Text("cameraName camera_name");
  const std::string image = reader.Text("imageTopicName image_topic_name");
  const std::string remapped = reader.Topic("", "~/image_raw");
  const auto within = [&](const std::string& topic) {
    const bool whole = topic[0] == '/' || camera.empty();
    return reader.InNamespace(whole ? topic : camera + "/" + topic);
  };
  const bool depth = sensor->type.find("depth") != std::string::npos ||
                     sensor->type.find("rgbd") != std::string::npos;
  if (depth) {
    // Its topics all begin with the camera's name.
    if (!camera.empty()) sensor->topic = reader.InNamespace(camera);
  } else if (!remapped.empty()) {
    sensor->topic = remapped;
  } else if (!image.empty() || !camera.empty()) {
    sensor->topic = within(image.empty() ? "image_raw" : image);
  }
  if (const Element* frame = reader.Find(kFrame)) {
    const std::string name = WithoutSlash(ValueOf(*frame));
    if (!name.empty()) {
      SetChild(&sensor->element, "camera/optical_frame_id", name, frame->source);
    }
  }
  const Element* info = reader.Find("cameraInfoTopicName camera_info_topic_name");
  const std::string info_topic = reader.Topic("", "~/camera_info");
  if (!info_topic.empty()) {
    SetChild(&sensor->element, "camera/camera_info_topic", info_topic, reader.element().source);
  } else if (info != nullptr && !ValueOf(*info).empty()) {
    SetChild(&sensor->element, "camera/camera_info_topic", within(ValueOf(*info)), info->source);
  }
}

constexpr SensorRow kRows[] = {
    {"gazebo_ros_imu_sensor gazebo_ros_imu", "imu", kTopic, "~/out", kFrame, SetImuNoise},
    {"gazebo_ros_laser gazebo_ros_gpu_laser gazebo_ros_block_laser", "", kTopic, "scan", kFrame,
     RayNoise},
    {"gazebo_ros_ray_sensor", "", kTopic, "~/out", kFrame, RaySensor},
    {"gazebo_ros_velodyne_laser gazebo_ros_velodyne_gpu_laser velodyne_laser "
     "livox_laser_simulation",
     "", kTopic, "~/out", kFrame, RayNoise},
    {"gazebo_ros_camera gazebo_ros_triggered_camera gazebo_ros_prosilica gazebo_ros_multicamera "
     "gazebo_ros_depth_camera gazebo_ros_openni_kinect gazebo_ros_kinect",
     "", "", "", kFrame, CameraTopics},
    {"gazebo_ros_bumper", "", "bumperTopicName bumper_topic_name", "bumper_states", kFrame},
    {"gazebo_ros_ft_sensor", "force_torque", kTopic, "wrench", kFrame},
    {"gazebo_ros_range hector_gazebo_ros_sonar", "", kTopic, "~/out", kFrame, RaysToSonar},
    {"gazebo_ros_gps_sensor", "gps", kTopic, "~/out", kFrame},
};

}  // namespace

const SensorRow* FindSensorPlugin(const std::vector<std::string>& names) {
  for (const SensorRow& row : kRows) {
    if (IsListed(names, row.plugins)) return &row;
  }
  return nullptr;
}

void ApplySensorPlugin(const SensorRow& row, const ForeignReader& reader, Sensor* sensor) {
  if (row.type[0] != '\0') sensor->type = row.type;
  const std::string topic = reader.Topic(row.topic, row.usual_topic);
  if (!topic.empty() && (!reader.Text(row.topic).empty() || topic != row.usual_topic)) {
    sensor->topic = topic;
  }
  if (const Element* frame = reader.Find(row.frame)) {
    if (!ValueOf(*frame).empty()) {
      SetChild(&sensor->element, "frame_id", WithoutSlash(ValueOf(*frame)), frame->source);
    }
  }
  const auto rate = reader.Number("updateRate update_rate updateRateHZ", 0.0, 1e6);
  if (rate && *rate > 0.0) sensor->update_rate = *rate;
  if (row.finish != nullptr) row.finish(reader, sensor);
}

}  // namespace surefoot::plugins
