#pragma once

/// Between the JSON of clients and the CDR of the graph.

#include <string>
#include <string_view>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/base/time.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::gateways::web {

/// Reads an object, a list of the fields in their order, or nothing: defaults.
Status ReadArgs(const msgs::TypeInfo& type, std::string_view json, void* message);
Result<Bytes> ArgsToCdr(const msgs::TypeInfo& type, std::string_view json);

/// A message to be published; a header without a stamp gets `now_ns`.
Result<Bytes> MessageToCdr(const msgs::TypeInfo& type, std::string_view json, SimTimeNs now_ns);

/// An error when the bytes do not fit the type.
Result<std::string> CdrToJson(const msgs::TypeInfo& type, const Bytes& cdr);

/// Commands to drive come as Twist and as TwistStamped, whatever the topic has. True when messages
/// of one type can be given to a topic of the other.
bool CanConvert(const msgs::TypeInfo& from, const msgs::TypeInfo& to);
Result<Bytes> Convert(const msgs::TypeInfo& from, const msgs::TypeInfo& to, const Bytes& cdr);

/// "geometry_msgs/Twist" of "geometry_msgs/msg/Twist".
std::string ShortTypeName(std::string_view name);

/// A text as the pixels of a PNG picture, in base64: the compression "png" of rosbridge.
std::string PngOfText(std::string_view text);

/// {"op":"png","data":...} around it.
std::string PngMessage(std::string_view text);

}  // namespace surefoot::gateways::web
