#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "surefoot/base/bytes.h"

namespace surefoot::msgs {

/// Appends base64 (RFC 4648) with the standard alphabet and padding.
void AppendBase64(const std::uint8_t* data, std::size_t size, std::string* out);

/// Replaces `out`. Padding is optional; returns false for any other character, including white
/// space.
bool DecodeBase64(std::string_view text, Bytes* out);

}  // namespace surefoot::msgs
