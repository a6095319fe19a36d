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

/// Whether the file begins as MCAP files do.
Result<bool> IsMcap(const std::string& path);

}  // namespace surefoot::gap
