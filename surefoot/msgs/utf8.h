#pragma once

/// Private to this folder.

#include <cstddef>
#include <string>
#include <string_view>

namespace surefoot::msgs {

/// Bytes of the character at `at`; 0 when they are no UTF-8.
std::size_t Utf8Length(std::string_view text, std::size_t at);

/// Appends a code point up to 0x10ffff.
void AppendUtf8(unsigned code, std::string* out);

}  // namespace surefoot::msgs
