#pragma once

/// Private to this folder.

#include <cstddef>
#include <string>

#include "surefoot/base/result.h"

namespace surefoot::gap {

/// What a recording may be as text, after unpacking.
constexpr std::size_t kMostText = std::size_t{512} << 20;

/// The whole of a regular file; what is packed by gzip is unpacked. Known by content, not by name.
Result<std::string> ReadFileText(const std::string& path, std::size_t most = kMostText);

/// The first bytes as they stand in the file, fewer when it is shorter.
Result<std::string> ReadFileStart(const std::string& path, std::size_t count);

}  // namespace surefoot::gap
