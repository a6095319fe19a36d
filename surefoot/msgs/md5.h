#pragma once

/// MD5 (RFC 1321), which ROS 1 tells types apart by; of no use for secrets.

#include <string>
#include <string_view>

namespace surefoot::msgs {

/// 32 lower-case hexadecimal digits.
std::string Md5(std::string_view text);

}  // namespace surefoot::msgs
