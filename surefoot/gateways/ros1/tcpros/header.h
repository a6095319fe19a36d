#pragma once

/// The beginning of TCPROS connections (http://wiki.ros.org/ROS/TCPROS): both sides send fields
/// "name=value".

#include <map>
#include <string>
#include <string_view>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/gateways/ros1/net/send_queue.h"

namespace surefoot::gateways::ros1 {

/// Fields of a connection header by their names.
using Fields = std::map<std::string, std::string>;

/// Bytes of a header. The longest real ones contain the definition of a message type.
constexpr std::size_t kMaxHeader = 256 * 1024;

/// Reads the fields of a header, without its length.
Result<Fields> ParseHeader(const Bytes& bytes);

/// The header with its length.
Chunk WriteHeader(const Fields& fields);

/// The value of a field; empty if it is absent.
std::string FieldOf(const Fields& fields, const std::string& name);

}  // namespace surefoot::gateways::ros1
