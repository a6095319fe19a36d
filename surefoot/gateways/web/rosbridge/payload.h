#pragma once

/// Converts between the JSON of clients and the CDR of the graph.

#include <string>
#include <string_view>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/base/time.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::gateways::web {

/// Reads the arguments of a request: an object, an array of the fields in their order, or nothing,
/// which leaves the defaults.
Status ReadArgs(const msgs::TypeInfo& type, std::string_view json, void* message);
Result<Bytes> ArgsToCdr(const msgs::TypeInfo& type, std::string_view json);

/// A message to be published. A header without a stamp gets `now_ns`, simulated time.
Result<Bytes> MessageToCdr(const msgs::TypeInfo& type, std::string_view json, SimTimeNs now_ns);

/// An error if the bytes cannot be decoded as this type.
Result<std::string> CdrToJson(const msgs::TypeInfo& type, const Bytes& cdr);

/// Velocity commands may be sent as Twist or as TwistStamped, whichever the topic has. CanConvert
/// is true if messages of type `from` can be published on a topic of type `to`.
bool CanConvert(const msgs::TypeInfo& from, const msgs::TypeInfo& to);
Result<Bytes> Convert(const msgs::TypeInfo& from, const msgs::TypeInfo& to, const Bytes& cdr);

/// The type name of ROS 1: "geometry_msgs/Twist" from "geometry_msgs/msg/Twist".
std::string ShortTypeName(std::string_view name);

/// A text as the pixels of a PNG image, in base64: compression "png" (rosbridge protocol, section
/// 3.1.2).
std::string PngOfText(std::string_view text);

/// The frame {"op":"png","data":...} of a text.
std::string PngMessage(std::string_view text);

}  // namespace surefoot::gateways::web
