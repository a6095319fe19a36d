/// Cameras in other people's files.

#include "surefoot/sensors/camera/camera.h"

namespace surefoot::sensors {
namespace {

using plugins::ForeignReader;
using plugins::FrameName;
using plugins::SetChild;
using plugins::ValueOf;

/// The topics that the sensor's pictures and their CameraInfo have.
class CameraNames {
 public:
  explicit CameraNames(const ForeignReader& reader)
      : reader_(reader), camera_(reader.Text("cameraName camera_name")) {}

  /// <cameraName> and <imageTopicName> make the topic of the picture.
  void SetTopic(world::Sensor* sensor) const {
    const std::string image = reader_.Text("imageTopicName image_topic_name");
    const std::string remapped = reader_.Topic("", "~/image_raw");
    const bool depth = sensor->type.find("depth") != std::string::npos ||
                       sensor->type.find("rgbd") != std::string::npos;
    if (depth) {
      // Its topics all begin with the camera's name.
      if (!camera_.empty()) sensor->topic = reader_.InNamespace(camera_);
    } else if (!remapped.empty()) {
      sensor->topic = remapped;
    } else if (!image.empty() || !camera_.empty()) {
      sensor->topic = Within(image.empty() ? "image_raw" : image);
    }
  }

  void SetInfoTopic(world::Element* element) const {
    const world::Element* info = reader_.Find("cameraInfoTopicName camera_info_topic_name");
    const std::string topic = reader_.Topic("", "~/camera_info");
    if (!topic.empty()) {
      SetChild(element, "camera/camera_info_topic", topic, reader_.element().source);
    } else if (info != nullptr && !ValueOf(*info).empty()) {
      SetChild(element, "camera/camera_info_topic", Within(ValueOf(*info)), info->source);
    }
  }

 private:
  std::string Within(const std::string& topic) const {
    const bool whole = topic[0] == '/' || camera_.empty();
    return reader_.InNamespace(whole ? topic : camera_ + "/" + topic);
  }

  const ForeignReader& reader_;
  std::string camera_;
};

/// The frame of the picture is the optical one.
void CameraTopics(const ForeignReader& reader, world::Sensor* sensor) {
  const CameraNames names(reader);
  names.SetTopic(sensor);
  if (const world::Element* frame = reader.Find(plugins::kSensorFrameNames)) {
    const std::string name = FrameName(*frame);
    if (!name.empty()) {
      SetChild(&sensor->element, "camera/optical_frame_id", name, frame->source);
    }
  }
  names.SetInfoTopic(&sensor->element);
}

}  // namespace

plugins::SensorSpellings CameraSpellings() {
  plugins::SensorSpellings spellings;
  spellings.in_sensor = {
      {"gazebo_ros_camera gazebo_ros_triggered_camera gazebo_ros_prosilica gazebo_ros_multicamera "
       "gazebo_ros_depth_camera gazebo_ros_openni_kinect gazebo_ros_kinect",
       "", "", "", plugins::kSensorFrameNames, CameraTopics}};
  return spellings;
}

}  // namespace surefoot::sensors
