#pragma once

/// What is known of a message type at run time: for recorder, gateways and everything else that
/// handles messages without knowing their C++ types.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/bytes.h"

namespace surefoot::msgs {

struct TypeInfo {
  /// "sensor_msgs/msg/Imu".
  const char* name;
  /// The definition, with those of all types it uses after it (the "ros2msg" of recordings).
  const char* definition;
  /// Replaces `out` by the message in CDR, encapsulation header included.
  void (*encode)(const void* message, Bytes* out);
  /// Reads such bytes; false when they do not fit the type, then the message is unspecified.
  bool (*decode)(const std::uint8_t* data, std::size_t size, void* message);
  /// A new message with default values.
  std::shared_ptr<void> (*make)();
  /// Sets the field "linear.x" from text; tells what is wrong, or nothing.
  std::string (*set_field)(const std::string& path, const std::string& text, void* message);
};

struct ServiceInfo {
  /// "std_srvs/srv/Trigger".
  const char* name;
  const TypeInfo* request;
  const TypeInfo* response;
};

/// Every type and service that the build knows, sorted by name.
const std::vector<const TypeInfo*>& AllTypes();
const std::vector<const ServiceInfo*>& AllServices();

/// By ROS name, "sensor_msgs/msg/Imu" or "sensor_msgs/Imu"; nullptr when there is none.
const TypeInfo* FindType(const std::string& name);

template <typename T>
void Encode(const T& message, Bytes* out) {
  T::type().encode(&message, out);
}

template <typename T>
bool Decode(const Bytes& bytes, T* message) {
  return T::type().decode(bytes.data(), bytes.size(), message);
}

}  // namespace surefoot::msgs
