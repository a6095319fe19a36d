#include "surefoot/plugins/sensor_rows.h"

#include <algorithm>
#include <cmath>

#include "surefoot/plugins/sensor_spellings.h"

namespace surefoot::plugins {
namespace {

using world::Element;
using world::Sensor;

/// Linear in the rows: a model has few plugins, and this runs once.
const SensorRow* Find(const AllSpellings& spellings, std::vector<SensorRow> SensorSpellings::*rows,
                      const std::vector<std::string>& names) {
  for (const SensorSpellings* kind : spellings) {
    for (const SensorRow& row : kind->*rows) {
      if (IsListed(names, row.plugins)) return &row;
    }
  }
  return nullptr;
}

/// Sets the link (and joint) to which the plugin refers. Returns false after a warning.
bool FindPlace(const SensorRow& row, const ForeignReader& reader, int link, PlacedSensor* placed) {
  const world::Model& model = reader.model();
  placed->link = std::max(link, 0);
  if (row.on_joint && reader.Find("jointName joint_name") != nullptr) {
    const std::vector<int> joints = reader.Joints("jointName joint_name");
    if (joints.empty()) return false;
    placed->joint = joints.front();
    placed->link = model.joints[static_cast<std::size_t>(placed->joint)].child;
    return true;
  }
  const Element* named = reader.Find("bodyName body_name robot_base_frame linkName link_name");
  if (named != nullptr) {
    const bool optional = reader.Find("bodyName body_name linkName link_name") == nullptr;
    const int found = optional ? FindLink(model, ValueOf(*named))
                               : reader.Link("bodyName body_name linkName link_name");
    if (found < 0 && !optional) return false;
    if (found >= 0) placed->link = found;
  }
  if (!row.on_joint) return true;
  placed->joint = JointAbove(model, placed->link);
  if (placed->joint < 0) reader.Warn(named, "no joint leads to this link; it does not run");
  return placed->joint >= 0;
}

/// The sensor's pose in the link (m, rad), in all spellings.
RigidTransform OffsetOf(const ForeignReader& reader) {
  const Vector3d xyz =
      reader.Vector("xyzOffset xyzOffsets xyz_offset xyz_offsets").value_or(Vector3d::Zero());
  const Vector3d rpy =
      reader.Vector("rpyOffset rpyOffsets rpy_offset rpy_offsets").value_or(Vector3d::Zero());
  return RigidTransform(QuaternionFromRpy(rpy.x(), rpy.y(), rpy.z()), xyz);
}

}  // namespace

const SensorRow* FindSensorPlugin(const AllSpellings& spellings,
                                  const std::vector<std::string>& names) {
  return Find(spellings, &SensorSpellings::in_sensor, names);
}

const SensorRow* FindModelSensor(const AllSpellings& spellings,
                                 const std::vector<std::string>& names) {
  return Find(spellings, &SensorSpellings::on_model, names);
}

// Plugins that only enable sensors, which Surefoot does always.
bool IsSensorSwitch(const AllSpellings& spellings, const std::vector<std::string>& names) {
  return std::any_of(spellings.begin(), spellings.end(),
                     [&](const SensorSpellings* kind) { return IsListed(names, kind->switches); });
}

/// A topic from the plugin's code alone does not replace the sensor's own topic.
void ApplySensorPlugin(const SensorRow& row, const ForeignReader& reader, Sensor* sensor) {
  if (!row.type.empty()) sensor->type = row.type;
  const std::string topic = reader.Topic(row.topic, row.usual_topic);
  if (!topic.empty() && (!reader.Text(row.topic).empty() || topic != row.usual_topic)) {
    sensor->topic = topic;
  }
  if (const Element* frame = reader.Find(row.frame)) {
    const std::string name = FrameName(*frame);
    if (!ValueOf(*frame).empty()) SetChild(&sensor->element, "frame_id", name, frame->source);
  }
  const auto rate = reader.Number("updateRate update_rate updateRateHZ", 0.0, 1e6);
  if (rate && *rate > 0.0) sensor->update_rate = *rate;
  if (row.finish != nullptr) row.finish(reader, sensor);
}

/// Such sensors are always on: nothing in the file could switch them on.
PlacedSensor MakeSensor(const std::string& name, const std::string& type, const Source& source) {
  PlacedSensor placed;
  placed.sensor.name = name;
  placed.sensor.type = type;
  placed.sensor.always_on = true;
  placed.sensor.source = source;
  placed.sensor.element.name = "sensor";
  placed.sensor.element.source = source;
  placed.sensor.element.attributes = {{"name", name}, {"type", type}};
  return placed;
}

// A sensor at the link or joint that the plugin names.
std::vector<PlacedSensor> MakeModelSensor(const SensorRow& row, const ForeignReader& reader,
                                          const world::Plugin& plugin, int link) {
  const bool is_class = plugin.name.find("::") != std::string::npos;
  PlacedSensor placed =
      MakeSensor(plugin.name.empty() || is_class ? row.type : plugin.name, row.type, plugin.source);
  if (!FindPlace(row, reader, link, &placed)) return {};
  placed.sensor.X_LS = OffsetOf(reader);
  ApplySensorPlugin(row, reader, &placed.sensor);
  if (placed.sensor.topic.empty()) placed.sensor.topic = row.usual_topic;
  return {placed};
}

/// The first joint with this child; a link in a loop may have several.
int JointAbove(const world::Model& model, int link) {
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    if (model.joints[i].child == link) return static_cast<int>(i);
  }
  return -1;
}

/// SDF's <noise> has the correlation time of the drift, plugins have its inverse.
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

// The three axes may differ.
void SetAxisNoise(world::Element* element, const std::string& path, const ForeignNoise (&noises)[3],
                  const Source& source) {
  SetNoise(element, path + "/x", noises[0], source);
  SetNoise(element, path + "/y", noises[1], source);
  SetNoise(element, path + "/z", noises[2], source);
}

}  // namespace surefoot::plugins
