#include "surefoot/serve/feeds/robot_frames.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "surefoot/base/index.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::serve {
namespace {

/// Text of a child element, with or without the prefix "surefoot:"; `otherwise` if it is absent or
/// empty.
std::string TextOf(const world::Element& element, const char* name, const std::string& otherwise) {
  Problems ignored;
  const std::string text = world::ElementReader(element, &ignored).Text(name);
  return text.empty() ? otherwise : text;
}

/// Rotation from camera axes (x forward, y left, z up) to the optical frame of REP 103 (z forward,
/// x right, y down).
RigidTransform Optical() {
  return RigidTransform(QuaternionFromRpy(-M_PI_2, 0.0, -M_PI_2), Vector3d::Zero());
}

/// Whether a sensor of this type publishes pictures in an optical frame. Other names of the same
/// kind count, too: "segmentation" is "segmentation_camera".
bool IsCamera(const std::string& type, const sensors::SensorRegistry& kinds) {
  for (const auto& [name, kind] : kinds.entries()) {
    const auto& types = kind.types;
    if (std::find(types.begin(), types.end(), type) == types.end()) continue;
    return std::any_of(types.begin(), types.end(), [](const std::string& one) {
      return one.find("camera") != std::string::npos;
    });
  }
  return false;
}

/// Frames by name; a name that exists already is skipped.
class FrameList {
 public:
  explicit FrameList(const world::Model& model) {
    for (const world::Link& link : model.links) names_.insert(link.name);
  }
  void Add(int link, const std::string& name, const RigidTransform& X_LF) {
    if (names_.insert(name).second) frames_.push_back({name, link, X_LF});
  }
  std::vector<world::Frame> Take() { return std::move(frames_); }

 private:
  std::set<std::string> names_;
  std::vector<world::Frame> frames_;
};

/// The name of a sensor's frame, as sensors/sensor_set.cc writes it into messages.
std::string FrameOf(const world::Sensor& sensor, const std::string& link) {
  std::string name = sensor.X_LS.IsIdentity() ? link : link + "/" + sensor.name;
  for (const char* given : {"ignition_frame_id", "gz_frame_id", "frame_id"}) {
    const std::string text = TextOf(sensor.element, given, "");
    if (!text.empty()) name = text;
  }
  return name;
}

}  // namespace

bool IsRobot(const world::Model& model, const sensors::SensorRegistry& kinds) {
  Problems ignored;
  if (model.links.empty()) return false;
  return !plugins::DrivesOf(model, &ignored).empty() ||
         !sensors::PlacedIn(model, kinds, &ignored).empty();
}

std::vector<world::Frame> FixedFrames(const world::Model& model,
                                      const sensors::SensorRegistry& kinds) {
  FrameList list(model);
  for (const world::Frame& frame : model.frames) list.Add(frame.link, frame.name, frame.X_LF);
  Problems ignored;
  for (const plugins::PlacedSensor& placed : sensors::PlacedIn(model, kinds, &ignored)) {
    const world::Sensor& sensor = placed.sensor;
    const std::string name = FrameOf(sensor, model.links[At(placed.link)].name);
    list.Add(placed.link, name, sensor.X_LS);
    if (!IsCamera(sensor.type, kinds)) continue;
    const std::string optical = TextOf(sensor.element, "camera/optical_frame_id", "");
    list.Add(placed.link, optical.empty() ? name + "_optical" : optical, sensor.X_LS * Optical());
  }
  return list.Take();
}

std::string OdometryBase(const world::Model& model) {
  Problems ignored;
  for (const world::Element& drive : plugins::DrivesOf(model, &ignored)) {
    const std::string* type = drive.Attribute("type");
    const std::string wanted = TextOf(drive, "enable_odom_tf", "true");
    if (type == nullptr || type->compare(0, 6, "joint_") == 0) continue;
    if (wanted == "false" || wanted == "0") continue;
    return TextOf(drive, "base_frame", model.links[0].name);
  }
  return "";
}

}  // namespace surefoot::serve
