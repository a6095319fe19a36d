#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "surefoot/base/bytes.h"

namespace surefoot::msgs {

/// Standard alphabet, padded.
void AppendBase64(const std::uint8_t* data, std::size_t size, std::string* out);

/// Replaces `out`. Padding may be missing; false for any other character, blanks included.
bool DecodeBase64(std::string_view text, Bytes* out);

}  // namespace surefoot::msgs
