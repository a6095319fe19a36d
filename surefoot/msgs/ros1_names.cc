#include "surefoot/msgs/ros1_names.h"

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/visualization_msgs.h"

namespace surefoot::msgs {
namespace {

/// A line of our definition and the line of ROS 1; empty: there is none.
struct Difference {
  std::string_view type;
  std::string_view ours;
  std::string_view ros1;
};

constexpr std::string_view kMarker = "visualization_msgs/Marker";

constexpr Difference kDifferences[] = {
    {"std_msgs/Header", "builtin_interfaces/Time stamp", "uint32 seq\ntime stamp"},
    {"sensor_msgs/Range", "float32 variance", ""},
    {"sensor_msgs/CameraInfo", "float64[] d", "float64[] D"},
    {"sensor_msgs/CameraInfo", "float64[9] k", "float64[9] K"},
    {"sensor_msgs/CameraInfo", "float64[9] r", "float64[9] R"},
    {"sensor_msgs/CameraInfo", "float64[12] p", "float64[12] P"},
    {"sensor_msgs/BatteryState", "uint8 POWER_SUPPLY_TECHNOLOGY_TERNARY=7", ""},
    {"sensor_msgs/BatteryState", "uint8 POWER_SUPPLY_TECHNOLOGY_VRLA=8", ""},
    {"sensor_msgs/NavSatStatus", "int8 STATUS_UNKNOWN=-2", ""},
    {"sensor_msgs/NavSatStatus", "uint16 SERVICE_UNKNOWN=0", ""},
    {kMarker, "int32 ARROW_STRIP=12", ""},
    {kMarker, "string texture_resource", ""},
    {kMarker, "sensor_msgs/CompressedImage texture", ""},
    {kMarker, "UVCoordinate[] uv_coordinates", ""},
    {kMarker, "MeshFile mesh_file", ""},
};

/// "int8 status -2" without the default, which ROS 1 does not know.
std::string WithoutDefault(const std::string& line) {
  if (line.find('=') != std::string::npos) return line;
  const std::size_t name = line.find(' ');
  return name == std::string::npos ? line : line.substr(0, line.find(' ', name + 1));
}

}  // namespace

std::string Ros1Name(std::string_view name) {
  std::string result(name);
  const std::size_t first = result.find('/');
  const std::size_t last = result.rfind('/');
  if (first != last) result.erase(first, last - first);
  if (result.rfind("rosapi_msgs/", 0) == 0) result.erase(6, 5);
  // Message names have no underscores; those of parts of services and actions have one.
  const std::size_t part = result.find('_', result.find('/'));
  if (part != std::string::npos) result.erase(part, 1);
  return result;
}

std::string Ros1Line(std::string_view type, const std::string& line) {
  for (const Difference& difference : kDifferences) {
    if (difference.type == type && difference.ours == line) return std::string(difference.ros1);
  }
  std::string result = WithoutDefault(line);
  if (type == kMarker && result.rfind("int32 ", 0) == 0 && result.find('=') != std::string::npos) {
    result.replace(0, 5, "uint8");
  }
  for (const auto& [ours, ros1] : {std::pair{"builtin_interfaces/Time", "time"},
                                   std::pair{"builtin_interfaces/Duration", "duration"}}) {
    if (result.rfind(ours, 0) == 0) result.replace(0, std::string_view(ours).size(), ros1);
  }
  return result;
}

bool Ros1Lacks(const TypeInfo& type, std::string_view field) {
  if (&type != &sensor_msgs::Range::type() && &type != &visualization_msgs::Marker::type()) {
    return false;
  }
  const std::string name = Ros1Name(type.name);
  for (const Difference& difference : kDifferences) {
    const std::string_view line = difference.ours;
    if (difference.type == name && difference.ros1.empty() &&
        line.substr(line.rfind(' ') + 1) == field) {
      return true;
    }
  }
  return false;
}

}  // namespace surefoot::msgs
