/// Plugins of models and links that are sensors by themselves. One row each.

#include <algorithm>
#include <cctype>

#include "surefoot/plugins/sensor_rows.h"

namespace surefoot::plugins {
namespace {

using world::Element;
using world::Sensor;

constexpr const char* kTopic = "topicName topic_name topic";
constexpr const char* kFrame = "frameId frame_id frameName frame_name";

/// Axis by axis: <accelGaussianNoise>, <accelDrift>, <accelDriftFrequency>, <accelOffset>.
void HectorAxes(const ForeignReader& reader, const std::string& prefix, const std::string& path,
                Sensor* sensor) {
  const Vector3d zero = Vector3d::Zero();
  const Vector3d stddev = reader.Vector(prefix + "GaussianNoise").value_or(zero);
  const Vector3d offset = reader.Vector(prefix + "Offset").value_or(zero);
  const Vector3d drift = reader.Vector(prefix + "Drift").value_or(zero);
  const Vector3d frequency =
      reader.Vector(prefix + "DriftFrequency").value_or(Vector3d::Constant(1.0 / 3600.0));
  if (stddev == zero && offset == zero && drift == zero) return;
  const char* axes[] = {"x", "y", "z"};
  for (int i = 0; i < 3; ++i) {
    SetNoise(&sensor->element, path + "/" + axes[i], {stddev[i], offset[i], drift[i], frequency[i]},
             reader.element().source);
  }
}

void HectorImu(const ForeignReader& reader, Sensor* sensor) {
  HectorAxes(reader, "accel", "imu/linear_acceleration", sensor);
  HectorAxes(reader, "rate", "imu/angular_velocity", sensor);
}

void HectorGps(const ForeignReader& reader, Sensor* sensor) {
  const Vector3d zero = Vector3d::Zero();
  const auto noise = [&](const std::string& prefix, const std::string& path) {
    const auto spelt = [&](const std::string& name) {
      return prefix.empty()
                 ? std::string(1, static_cast<char>(std::tolower(name[0]))) + name.substr(1)
                 : prefix + name;
    };
    const Vector3d stddev = reader.Vector(spelt("GaussianNoise")).value_or(zero);
    const Vector3d drift = reader.Vector(spelt("Drift")).value_or(zero);
    const Vector3d frequency =
        reader.Vector(spelt("DriftFrequency")).value_or(Vector3d::Constant(1.0 / 3600.0));
    if (stddev == zero && drift == zero) return;
    SetNoise(&sensor->element, "gps/" + path + "/horizontal",
             {stddev.head<2>().maxCoeff(), 0.0, drift.head<2>().maxCoeff(), frequency.x()},
             reader.element().source);
    SetNoise(&sensor->element, "gps/" + path + "/vertical",
             {stddev.z(), 0.0, drift.z(), frequency.z()}, reader.element().source);
  };
  noise("", "position_sensing");
  noise("velocity", "velocity_sensing");
  if (reader.Find("referenceLatitude") != nullptr) {
    reader.Note(reader.Find("referenceLatitude"),
                "the reference is that of the world, not this one",
                reader.Text("referenceLatitude"), "write <spherical_coordinates> in the world");
  }
}

void HectorMagnetic(const ForeignReader& reader, Sensor* sensor) {
  const Vector3d stddev = reader.Vector("gaussianNoise").value_or(Vector3d::Zero());
  if (stddev == Vector3d::Zero()) return;
  const char* axes[] = {"x", "y", "z"};
  for (int i = 0; i < 3; ++i) {
    SetNoise(&sensor->element, std::string("magnetometer/") + axes[i], {stddev[i]},
             reader.element().source);
  }
}

/// Where the pose is told: <frameName> is the frame that it is told in.
void Pose3d(const ForeignReader& reader, Sensor* sensor) {
  const Element* frame = reader.Find("frameName frame_name odom_frame");
  if (frame != nullptr && !ValueOf(*frame).empty()) {
    const std::string name = ValueOf(*frame);
    SetChild(&sensor->element, "reference_frame", name[0] == '/' ? name.substr(1) : name,
             frame->source);
  }
  const auto rate = reader.Number("odom_publish_frequency", 0.0, 1e6);
  if (rate && *rate > 0.0) sensor->update_rate = *rate;
}

/// The joints that it tells; all when none is named.
void JointStates(const ForeignReader& reader, Sensor* sensor) {
  for (int joint : reader.Joints("jointName joint_name")) {
    AddChild(&sensor->element, "joint", reader.model().joints[static_cast<std::size_t>(joint)].name,
             reader.element().source);
  }
}

/// Voltage e0 + e1 (1 - charge); charges in Ah.
void Battery(const ForeignReader& reader, Sensor* sensor) {
  const Source& source = reader.element().source;
  const auto set = [&](const char* ours, double value) {
    SetChild(&sensor->element, ours, NumberText(value), source);
  };
  const auto full = reader.Number("open_circuit_voltage_constant_coef voltage", 1e-3, 1e5);
  if (full) {
    const double empty = *full + reader.Number("open_circuit_voltage_linear_coef").value_or(0.0);
    SetChild(&sensor->element, "open_circuit_voltage",
             empty > 0.0 && empty != *full ? "0 " + NumberText(empty) + " 1 " + NumberText(*full)
                                           : NumberText(*full),
             source);
  }
  const auto capacity = reader.Number("capacity", 1e-6, 1e9);
  const auto charge = reader.Number("initial_charge", 0.0, 1e9);
  if (capacity) set("capacity", *capacity);
  if (capacity && charge) set("initial_charge", std::min(1.0, *charge / *capacity));
  const auto resistance = reader.Number("resistance", 0.0, 1e6);
  if (resistance) set("resistance", *resistance);
  const auto load = reader.Number("power_load", 0.0, 1e9);
  if (load) set("idle_power", *load);
}

constexpr SensorRow kRows[] = {
    {"gz:linearbatteryplugin linearbatteryplugin", "battery", "", "battery_state", "", Battery},
    {"gazebo_ros_imu gazebo_ros_imu_sensor", "imu", kTopic, "imu", kFrame, SetImuNoise},
    {"hector_gazebo_ros_imu", "imu", kTopic, "imu", kFrame, HectorImu},
    {"hector_gazebo_ros_gps", "gps", kTopic, "fix", kFrame, HectorGps},
    {"hector_gazebo_ros_magnetic", "magnetometer", kTopic, "magnetic", kFrame, HectorMagnetic},
    {"hector_gazebo_ros_baro", "air_pressure", kTopic, "pressure", kFrame},
    {"gazebo_ros_p3d", "ground_truth", kTopic, "odom", "", Pose3d},
    {"gz:odometrypublisher", "ground_truth", "odom_topic", "odometry", "", Pose3d},
    {"gazebo_ros_ft_sensor gazebo_ros_f3d", "force_torque", kTopic, "wrench", kFrame},
    {"gazebo_ros_joint_state_publisher", "joint_state", kTopic, "joint_states", "", JointStates},
    {"gz:jointstatepublisher", "joint_state", kTopic, "joint_states", "", JointStates},
};

bool IsJointSensor(const SensorRow& row) { return std::string(row.type) == "force_torque"; }

/// Index of the joint whose child the link is; -1 for a root.
int JointAbove(const world::Model& model, int link) {
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    if (model.joints[i].child == link) return static_cast<int>(i);
  }
  return -1;
}

/// The link (and joint) that the plugin is about. False after a warning.
bool FindPlace(const SensorRow& row, const ForeignReader& reader, int link, PlacedSensor* placed) {
  const world::Model& model = reader.model();
  placed->link = std::max(link, 0);
  if (IsJointSensor(row) && reader.Find("jointName joint_name") != nullptr) {
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
  if (!IsJointSensor(row)) return true;
  placed->joint = JointAbove(model, placed->link);
  if (placed->joint < 0) reader.Warn(named, "no joint holds this link; it does not run");
  return placed->joint >= 0;
}

RigidTransform OffsetOf(const ForeignReader& reader) {
  const Vector3d xyz =
      reader.Vector("xyzOffset xyzOffsets xyz_offset xyz_offsets").value_or(Vector3d::Zero());
  const Vector3d rpy =
      reader.Vector("rpyOffset rpyOffsets rpy_offset rpy_offsets").value_or(Vector3d::Zero());
  return RigidTransform(QuaternionFromRpy(rpy.x(), rpy.y(), rpy.z()), xyz);
}

}  // namespace

const SensorRow* FindModelSensor(const std::vector<std::string>& names) {
  for (const SensorRow& row : kRows) {
    if (IsListed(names, row.plugins)) return &row;
  }
  return nullptr;
}

std::vector<PlacedSensor> MakeModelSensor(const SensorRow& row, const ForeignReader& reader,
                                          const world::Plugin& plugin, int link) {
  PlacedSensor placed;
  if (!FindPlace(row, reader, link, &placed)) return {};
  Sensor& sensor = placed.sensor;
  sensor.name =
      plugin.name.empty() || plugin.name.find("::") != std::string::npos ? row.type : plugin.name;
  sensor.source = plugin.source;
  sensor.element.name = "sensor";
  sensor.element.source = plugin.source;
  sensor.element.attributes = {{"name", sensor.name}, {"type", row.type}};
  sensor.always_on = true;
  sensor.X_LS = OffsetOf(reader);
  ApplySensorPlugin(row, reader, &sensor);
  if (sensor.topic.empty()) sensor.topic = row.usual_topic;
  return {placed};
}

}  // namespace surefoot::plugins
