#include "surefoot/msgs/ros1.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <sstream>
#include <vector>

#include "surefoot/base/check.h"
#include "surefoot/msgs/control_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/msgs/visualization_msgs.h"

// ROS 1 has the same fields for most types; exceptions are listed by line. MD5 sums are of the
// definition without comments, as genpy computes them.

namespace surefoot::msgs {
namespace {

using Kind = FieldRef::Kind;
using Shape = FieldRef::Shape;

/// A line of the ROS 2 definition and its ROS 1 equivalent; empty if ROS 1 has none.
struct Difference {
  std::string_view type;
  std::string_view ours;
  std::string_view ros1;
};

constexpr std::string_view kMarker = "visualization_msgs/Marker";
constexpr std::string_view kTrajectoryGoal = "control_msgs/FollowJointTrajectoryGoal";
constexpr std::string_view kTrajectoryFeedback = "control_msgs/FollowJointTrajectoryFeedback";
constexpr std::string_view kTrajectoryState = "control_msgs/JointTrajectoryControllerState";

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
    {kTrajectoryGoal, "trajectory_msgs/MultiDOFJointTrajectory multi_dof_trajectory", ""},
    {kTrajectoryGoal, "JointComponentTolerance[] component_path_tolerance", ""},
    {kTrajectoryGoal, "JointComponentTolerance[] component_goal_tolerance", ""},
    {kTrajectoryFeedback, "string[] multi_dof_joint_names", ""},
    {kTrajectoryFeedback, "trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_desired", ""},
    {kTrajectoryFeedback, "trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_actual", ""},
    {kTrajectoryFeedback, "trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_error", ""},
    {kTrajectoryState, "trajectory_msgs/JointTrajectoryPoint reference",
     "trajectory_msgs/JointTrajectoryPoint desired"},
    {kTrajectoryState, "trajectory_msgs/JointTrajectoryPoint feedback",
     "trajectory_msgs/JointTrajectoryPoint actual"},
    {kTrajectoryState, "trajectory_msgs/JointTrajectoryPoint output", ""},
    {kTrajectoryState, "string[] multi_dof_joint_names", ""},
    {kTrajectoryState, "trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_reference", ""},
    {kTrajectoryState, "trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_feedback", ""},
    {kTrajectoryState, "trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_error", ""},
    {kTrajectoryState, "trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_output", ""},
    {kTrajectoryState, "float64 speed_scaling_factor", ""},
};

/// Removes a default value as in "int8 status -2", which ROS 1 does not support.
std::string WithoutDefault(const std::string& line) {
  if (line.find('=') != std::string::npos) return line;
  const std::size_t name = line.find(' ');
  return name == std::string::npos ? line : line.substr(0, line.find(' ', name + 1));
}

/// Converts "sensor_msgs/msg/Imu" or "sensor_msgs/Imu" to "sensor_msgs/Imu", and
/// "std_srvs/srv/SetBool_Request" to "std_srvs/SetBoolRequest".
std::string Ros1Name(std::string_view name) {
  std::string result(name);
  const std::size_t first = result.find('/');
  const std::size_t last = result.rfind('/');
  if (first != last) result.erase(first, last - first);
  if (result.rfind("rosapi_msgs/", 0) == 0) result.erase(6, 5);
  // Only parts of services and actions have an underscore in their names.
  const std::size_t part = result.find('_', result.find('/'));
  if (part != std::string::npos) result.erase(part, 1);
  return result;
}

/// Removes the bounds of "string<=10[<=3] names", which ROS 1 does not support.
std::string WithoutBounds(std::string line) {
  for (;;) {
    const std::size_t bound = line.find("<=");
    if (bound >= line.find(' ')) return line;
    line.erase(bound, line.find_first_not_of("0123456789", bound + 2) - bound);
  }
}

/// A line of the definition of `type` (a ROS 1 name) in the form of ROS 1; empty if it has none.
std::string Ros1Line(std::string_view type, const std::string& line) {
  for (const Difference& difference : kDifferences) {
    if (difference.type == type && difference.ours == line) return std::string(difference.ros1);
  }
  std::string result = WithoutDefault(WithoutBounds(line));
  if (type == kMarker && result.rfind("int32 ", 0) == 0 && result.find('=') != std::string::npos) {
    result.replace(0, 5, "uint8");
  }
  for (const auto& [ours, ros1] : {std::pair{"builtin_interfaces/Time", "time"},
                                   std::pair{"builtin_interfaces/Duration", "duration"}}) {
    if (result.rfind(ours, 0) == 0) result.replace(0, std::string_view(ours).size(), ros1);
  }
  return result;
}

/// Whether the type lacks the field in ROS 1.
bool Ros1Lacks(const TypeInfo& type, std::string_view field) {
  // The types are few, and messages are written often.
  using control_msgs::FollowJointTrajectory;
  static const TypeInfo* const kShorter[] = {
      &sensor_msgs::Range::type(), &visualization_msgs::Marker::type(),
      &FollowJointTrajectory::Goal::type(), &FollowJointTrajectory::Feedback::type(),
      &control_msgs::JointTrajectoryControllerState::type()};
  if (std::find(std::begin(kShorter), std::end(kShorter), &type) == std::end(kShorter)) {
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

bool HasSeq(const TypeInfo& type) { return &type == &std_msgs::Header::type(); }

/// Writes one message; `seq` is the same in all its headers.
class Writer {
 public:
  Writer(std::uint32_t seq, Bytes* out) : seq_(seq), out_(out) {}

  void Write(const TypeInfo& type, void* message) {
    if (HasSeq(type)) out_.Put(seq_);
    VisitFields(type, message, [&](const FieldRef& field) {
      if (!Ros1Lacks(type, field.name)) WriteField(field);
    });
  }

 private:
  void WriteField(const FieldRef& field) {
    if (field.shape == Shape::kArray) out_.Put(static_cast<std::uint32_t>(field.count));
    if (field.kind == Kind::kMessage) {
      for (std::size_t i = 0; i < field.count; ++i) Write(*field.type, field.item(i));
    } else if (field.kind == Kind::kString) {
      for (std::size_t i = 0; i < field.count; ++i) {
        out_.PutString(*static_cast<const std::string*>(field.item(i)));
      }
    } else {
      out_.PutRaw(field.items, field.count * field.item_size);
    }
  }

  std::uint32_t seq_;
  ByteWriter out_;
};

class Reader {
 public:
  Reader(const std::uint8_t* data, std::size_t size) : in_(data, size) {}

  bool ok() const { return fits_ && in_.ok(); }
  std::size_t left() const { return in_.left(); }

  void Read(const TypeInfo& type, void* message) {
    if (HasSeq(type)) in_.Get<std::uint32_t>();
    VisitFields(type, message, [&](const FieldRef& field) {
      if (ok() && !Ros1Lacks(type, field.name)) ReadField(field);
    });
  }

 private:
  void ReadField(FieldRef field) {
    if (field.shape == Shape::kArray) {
      const std::size_t count = in_.Get<std::uint32_t>();
      fits_ = in_.ok() && count <= field.max_items && count <= in_.left() / SmallestSize(field);
      if (!fits_) return;
      field.items = field.resize(field.vector, count);
      field.count = count;
    }
    if (field.kind == Kind::kMessage) {
      for (std::size_t i = 0; i < field.count && ok(); ++i) Read(*field.type, field.item(i));
    } else if (field.kind == Kind::kString) {
      for (std::size_t i = 0; i < field.count && ok(); ++i) {
        auto* text = static_cast<std::string*>(field.item(i));
        *text = in_.GetString();
        fits_ = text->size() <= field.max_text;
      }
    } else if (field.kind == Kind::kBool) {
      for (std::size_t i = 0; i < field.count && ok(); ++i) {
        *static_cast<bool*>(field.item(i)) = in_.Get<std::uint8_t>() != 0;
      }
    } else {
      in_.GetRaw(field.items, field.count * field.item_size);
    }
  }
  /// Smallest encoded size of one item of an array (bytes); empty messages count as one.
  static std::size_t SmallestSize(const FieldRef& field) {
    if (field.kind == Kind::kString) return 4;
    if (field.kind != Kind::kMessage) return field.item_size;
    std::size_t size = HasSeq(*field.type) ? 4 : 0;
    const std::shared_ptr<void> item = field.type->make();
    VisitFields(*field.type, item.get(), [&](const FieldRef& part) {
      if (Ros1Lacks(*field.type, part.name)) return;
      size += part.shape == Shape::kArray ? 4 : part.count * SmallestSize(part);
    });
    return size == 0 ? 1 : size;
  }

  ByteReader in_;
  bool fits_ = true;
};

/// Lines of definitions by ROS 1 name.
using Definitions = std::map<std::string, std::vector<std::string>>;

void AddLine(const std::string& type, const std::string& line, Definitions* all) {
  std::istringstream lines(Ros1Line(type, line));
  for (std::string part; std::getline(lines, part);) (*all)[type].push_back(part);
}

/// Splits the definition of `type` into those of all types it uses.
Definitions Parts(const TypeInfo& type) {
  Definitions all;
  std::string name = Ros1Name(type.name);
  all[name];
  std::istringstream text(type.definition);
  for (std::string line; std::getline(text, line);) {
    if (line.rfind("====", 0) == 0) continue;
    if (line.rfind("MSG: ", 0) == 0) {
      name = Ros1Name(line.substr(5));
      all[name];
    } else {
      AddLine(name, line, &all);
    }
  }
  return all;
}

bool IsConstant(const std::string& line) { return line.find('=') != std::string::npos; }

/// The message type of a field of `owner`, as a key of `all`; empty for numbers, texts and times.
std::string UsedType(const std::string& owner, const std::string& line, const Definitions& all) {
  if (IsConstant(line)) return {};
  const std::string type = line.substr(0, line.find_first_of("[ "));
  const std::string name =
      type.find('/') == std::string::npos ? owner.substr(0, owner.find('/') + 1) + type : type;
  return all.count(name) > 0 ? name : std::string();
}

/// The text whose MD5 identifies a type: constants first, then fields; message types are replaced
/// by their own MD5 (genmsg's compute_md5_text).
std::string SumText(const std::string& name, const Definitions& all) {
  std::string constants;
  std::string fields;
  for (const std::string& line : all.at(name)) {
    if (IsConstant(line)) {
      constants += line + "\n";
      continue;
    }
    const std::string used = UsedType(name, line, all);
    const std::string field_name = line.substr(line.find(' ') + 1);
    fields += (used.empty() ? line : Md5(SumText(used, all)) + " " + field_name) + "\n";
  }
  std::string text = constants + fields;
  if (!text.empty()) text.pop_back();
  return text;
}

/// Appends the types that `name` uses to `order`, each once, depth first.
void FindUsed(const std::string& name, const Definitions& all, std::vector<std::string>* order) {
  for (const std::string& line : all.at(name)) {
    const std::string used = UsedType(name, line, all);
    if (used.empty()) continue;
    bool known = false;
    for (const std::string& other : *order) known = known || other == used;
    if (known) continue;
    order->push_back(used);
    FindUsed(used, all, order);
  }
}

std::string Joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// The type of this name, with the definitions of all types it uses.
Ros1Type Described(const std::string& name, const Definitions& all) {
  Ros1Type result;
  result.name = name;
  result.md5 = Md5(SumText(name, all));
  result.definition = Joined(all.at(name));
  std::vector<std::string> used;
  FindUsed(name, all, &used);
  for (const std::string& other : used) {
    result.definition += std::string(80, '=') + "\nMSG: " + other + "\n" + Joined(all.at(other));
  }
  return result;
}

}  // namespace

void AppendRos1(const TypeInfo& type, const void* message, std::uint32_t seq, Bytes* out) {
  // Visiting does not modify the message.
  Writer(seq, out).Write(type, const_cast<void*>(message));
}

void EncodeRos1(const TypeInfo& type, const void* message, std::uint32_t seq, Bytes* out) {
  out->clear();
  AppendRos1(type, message, seq, out);
}

bool DecodeRos1(const TypeInfo& type, const std::uint8_t* data, std::size_t size, void* message) {
  Reader reader(data, size);
  reader.Read(type, message);
  return reader.ok() && reader.left() == 0;
}

std::string Md5(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> sum{};
  unsigned int size = 0;
  const int ok = EVP_Digest(text.data(), text.size(), sum.data(), &size, EVP_md5(), nullptr);
  SUREFOOT_CHECK(ok == 1, "OpenSSL has no MD5");
  std::string digits;
  for (unsigned int i = 0; i < size; ++i) {
    digits += "0123456789abcdef"[sum[i] >> 4];
    digits += "0123456789abcdef"[sum[i] & 15];
  }
  return digits;
}

Ros1Type MakeRos1Type(const TypeInfo& type) { return Described(Ros1Name(type.name), Parts(type)); }

Ros1Type MakeRos1Type(const std::string& name, const std::vector<Ros1Part>& parts) {
  Definitions all;
  for (const Ros1Part& part : parts) {
    all[name].push_back(Ros1Name(part.type->name) + " " + part.name);
    all.merge(Parts(*part.type));
  }
  return Described(name, all);
}

/// The MD5 of a service is that of both texts in sequence (genmsg's compute_md5 for services).
Ros1Service MakeRos1Service(const ServiceInfo& service) {
  std::string text;
  for (const TypeInfo* part : {service.request, service.response}) {
    text += SumText(Ros1Name(part->name), Parts(*part));
  }
  return {Ros1Name(service.name), Md5(text)};
}

}  // namespace surefoot::msgs
