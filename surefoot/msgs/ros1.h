#pragma once

/// Messages as ROS 1 has them on the wire and in bags: the fields one after another, little-endian
/// and without gaps, strings and arrays after their length (uint32), a Header with `seq` first.
/// Types that ROS 1 has with other fields (Range, Marker, CameraInfo and a few constants) are
/// written and named its way; the rest has our definition.

#include <cstdint>
#include <string>
#include <string_view>

#include "surefoot/base/bytes.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {

/// Replaces `out` by the message; `seq` goes into its headers.
void EncodeRos1(const TypeInfo& type, const void* message, std::uint32_t seq, Bytes* out);
template <typename T>
void EncodeRos1(const T& message, std::uint32_t seq, Bytes* out) {
  EncodeRos1(T::type(), &message, seq, out);
}

/// Reads such bytes; false when they do not fit the type exactly, then the message is unspecified.
/// Fields that ROS 1 does not have keep what they hold. Takes memory for no more items than
/// the bytes can fill.
bool DecodeRos1(const TypeInfo& type, const std::uint8_t* data, std::size_t size, void* message);
template <typename T>
bool DecodeRos1(const Bytes& bytes, T* message) {
  return DecodeRos1(T::type(), bytes.data(), bytes.size(), message);
}

/// MD5 (RFC 1321), which ROS 1 tells types apart by; of no use for secrets. 32 lower-case
/// hexadecimal digits.
std::string Md5(std::string_view text);

/// A type as ROS 1 tells it to others.
struct Ros1Type {
  /// "sensor_msgs/Imu"; of a request, "std_srvs/SetBoolRequest".
  std::string name;
  /// With the definitions of all it uses after it.
  std::string definition;
  /// Of types in both ROS 1 and here, the one of ROS 1.
  std::string md5;
};

Ros1Type MakeRos1Type(const TypeInfo& type);

struct Ros1Service {
  /// "std_srvs/SetBool".
  std::string name;
  std::string md5;
};

Ros1Service MakeRos1Service(const ServiceInfo& service);

}  // namespace surefoot::msgs
