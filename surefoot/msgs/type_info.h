#pragma once

/// Run-time description of message types: for the recorder, gateways and all other code that
/// handles messages without their C++ types.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/msgs/bool_item.h"

namespace surefoot::msgs {

struct TypeInfo;

constexpr std::size_t kUnbounded = SIZE_MAX;

/// Bounds of a field such as `string<=10[<=3] name`; 0 means none. Structs that have such fields
/// have them in kBounds.
struct FieldBounds {
  std::string_view name;
  std::size_t items;
  std::size_t text;
};

/// A field of a message, for code that does not know its C++ type.
struct FieldRef {
  enum class Kind : std::uint8_t {
    kBool,
    kInt8,
    kUint8,
    kInt16,
    kUint16,
    kInt32,
    kUint32,
    kInt64,
    kUint64,
    kFloat32,
    kFloat64,
    kString,
    kMessage
  };
  enum class Shape : std::uint8_t { kSingle, kFixedArray, kArray };

  const char* name;
  Kind kind;
  Shape shape;
  /// For kMessage; otherwise nullptr.
  const TypeInfo* type;
  /// The items and their number (1 for kSingle), each as its C++ type (std::string for kString).
  void* items;
  std::size_t count;
  std::size_t item_size;
  /// For kArray: the vector, and a function that resizes it and returns the items.
  void* vector;
  void* (*resize)(void* vector, std::size_t count);
  /// The largest number of items of a kArray, and the longest text of a kString (bytes). Encoding
  /// does not check them; decoding refuses what is larger.
  std::size_t max_items = kUnbounded;
  std::size_t max_text = kUnbounded;

  void* item(std::size_t i) const { return static_cast<char*>(items) + i * item_size; }
};

struct TypeInfo {
  /// ROS 2 name, e.g. "sensor_msgs/msg/Imu".
  const char* name;
  /// The hash by which ROS 2 identifies the definition (REP-2016), "RIHS01_" and 64 digits.
  const char* type_hash;
  /// The definition, followed by those of all types it uses (the "ros2msg" encoding of recordings).
  const char* definition;
  /// Replaces `out` by the message in CDR, including the encapsulation header.
  void (*encode)(const void* message, Bytes* out);
  /// Decodes such bytes; returns false if they do not fit the type, and the message is then
  /// unspecified.
  bool (*decode)(const std::uint8_t* data, std::size_t size, void* message);
  /// Creates a message with default values.
  std::shared_ptr<void> (*make)();
  /// Calls visit(context, field) for each field in order; use VisitFields instead.
  void (*fields)(void* message, void* context, void (*visit)(void* context, const FieldRef& field));
};

/// Calls visit(const FieldRef&) for each field of a message of that type. The message is passed as
/// mutable, but only visitors modify it.
template <typename Visitor>
void VisitFields(const TypeInfo& type, void* message, Visitor&& visit) {
  using Plain = std::remove_reference_t<Visitor>;
  type.fields(message, const_cast<void*>(static_cast<const void*>(&visit)),
              [](void* context, const FieldRef& field) { (*static_cast<Plain*>(context))(field); });
}

/// Calls use(T*) with one item of a field as its C++ type; a message remains a void*.
template <typename Use>
auto VisitItem(FieldRef::Kind kind, void* item, Use&& use) {
  using Kind = FieldRef::Kind;
  switch (kind) {
    case Kind::kBool:
      return use(static_cast<bool*>(item));
    case Kind::kInt8:
      return use(static_cast<std::int8_t*>(item));
    case Kind::kUint8:
      return use(static_cast<std::uint8_t*>(item));
    case Kind::kInt16:
      return use(static_cast<std::int16_t*>(item));
    case Kind::kUint16:
      return use(static_cast<std::uint16_t*>(item));
    case Kind::kInt32:
      return use(static_cast<std::int32_t*>(item));
    case Kind::kUint32:
      return use(static_cast<std::uint32_t*>(item));
    case Kind::kInt64:
      return use(static_cast<std::int64_t*>(item));
    case Kind::kUint64:
      return use(static_cast<std::uint64_t*>(item));
    case Kind::kFloat32:
      return use(static_cast<float*>(item));
    case Kind::kFloat64:
      return use(static_cast<double*>(item));
    case Kind::kString:
      return use(static_cast<std::string*>(item));
    case Kind::kMessage:
      break;
  }
  return use(item);
}

struct ServiceInfo {
  /// "std_srvs/srv/Trigger".
  const char* name;
  const TypeInfo* request;
  const TypeInfo* response;
  /// Hashes of the service, which its endpoints announce, and of its event message.
  const char* type_hash;
  const char* event_hash;
};

struct ActionInfo {
  /// "simulation_interfaces/action/SimulateSteps".
  const char* name;
  const TypeInfo* goal;
  const TypeInfo* result;
  const TypeInfo* feedback;
  /// Hashes of the action, of its services ("..._SendGoal", "..._GetResult") and of the message on
  /// its topic of feedback ("..._FeedbackMessage").
  const char* type_hash;
  const char* send_goal_hash;
  const char* get_result_hash;
  const char* feedback_message_hash;
};

/// All types, services and actions of this build, sorted by name.
const std::vector<const TypeInfo*>& AllTypes();
const std::vector<const ServiceInfo*>& AllServices();
const std::vector<const ActionInfo*>& AllActions();

/// Look up by ROS name, "sensor_msgs/msg/Imu" or "sensor_msgs/Imu"; nullptr if unknown.
const TypeInfo* FindType(const std::string& name);
const ServiceInfo* FindServiceType(const std::string& name);
const ActionInfo* FindActionType(const std::string& name);

template <typename T>
void Encode(const T& message, Bytes* out) {
  T::type().encode(&message, out);
}

template <typename T>
bool Decode(const Bytes& bytes, T* message) {
  return T::type().decode(bytes.data(), bytes.size(), message);
}

}  // namespace surefoot::msgs
