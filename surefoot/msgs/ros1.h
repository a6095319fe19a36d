#pragma once

/// The serialisation of ROS 1 for TCPROS and bags: fields in order, little-endian and without
/// padding, strings and arrays after their length (uint32), and a Header with `seq` first. Types
/// that have different fields in ROS 1 (Range, Marker, CameraInfo and a few constants) are written
/// and named as in ROS 1.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {

/// Appends the message to `out`; `seq` is written into its headers.
void AppendRos1(const TypeInfo& type, const void* message, std::uint32_t seq, Bytes* out);

/// Replaces `out` by the message.
void EncodeRos1(const TypeInfo& type, const void* message, std::uint32_t seq, Bytes* out);
template <typename T>
void EncodeRos1(const T& message, std::uint32_t seq, Bytes* out) {
  EncodeRos1(T::type(), &message, seq, out);
}

/// Decodes a message; returns false if the bytes do not fit the type exactly, and the message is
/// then unspecified. Fields that ROS 1 does not have are unchanged. Allocates memory only for items
/// that the bytes can fill.
bool DecodeRos1(const TypeInfo& type, const std::uint8_t* data, std::size_t size, void* message);
template <typename T>
bool DecodeRos1(const Bytes& bytes, T* message) {
  return DecodeRos1(T::type(), bytes.data(), bytes.size(), message);
}

/// MD5 (RFC 1321), which ROS 1 uses to compare types; not suitable for security. 32 lower-case
/// hexadecimal digits.
std::string Md5(std::string_view text);

/// A type as described to ROS 1 peers.
struct Ros1Type {
  /// "sensor_msgs/Imu"; for a request, "std_srvs/SetBoolRequest".
  std::string name;
  /// The definition, followed by those of all types it uses.
  std::string definition;
  /// For types that ROS 1 has, equal to its value there; peers refuse connections with another one.
  std::string md5;
};

Ros1Type MakeRos1Type(const TypeInfo& type);

/// A field of a type that consists of messages.
struct Ros1Part {
  const char* name;
  const TypeInfo* type;
};

/// A type that ROS 1 builds of messages, such as those of actionlib; it has no TypeInfo.
Ros1Type MakeRos1Type(const std::string& name, const std::vector<Ros1Part>& parts);

struct Ros1Service {
  /// "std_srvs/SetBool".
  std::string name;
  std::string md5;
};

Ros1Service MakeRos1Service(const ServiceInfo& service);

}  // namespace surefoot::msgs
