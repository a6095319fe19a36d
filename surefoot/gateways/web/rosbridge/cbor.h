#pragma once

/// Messages as CBOR (RFC 8949) as rosbridge defines it (protocol, compression "cbor"): uint8[] as
/// byte strings, arrays of numbers as typed arrays (RFC 8746), little-endian.

#include <cstdint>
#include <string>
#include <string_view>

#include "surefoot/base/bytes.h"
#include "surefoot/base/time.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::gateways::web {

// Building blocks; each appends one data item to `out`.
void AppendCborText(std::string_view text, std::string* out);
void AppendCborBytes(const std::uint8_t* data, std::size_t size, std::string* out);
void AppendCborInteger(std::int64_t value, std::string* out);
void AppendCborMessage(const msgs::TypeInfo& type, const void* message, std::string* out);

/// Complete frames of the op "publish": the message field by field ("cbor"), or its CDR bytes with
/// the time of publication ("cbor-raw").
std::string CborPublish(const std::string& topic, const msgs::TypeInfo& type, const Bytes& cdr);
std::string CborRawPublish(const std::string& topic, SimTimeNs time_ns, const Bytes& cdr);

}  // namespace surefoot::gateways::web
