#pragma once

#include <cstdint>
#include <string>

#include "surefoot/base/result.h"

namespace surefoot {

/// The content of a regular file, or why it cannot be read. Folders, pipes and devices are errors
/// and never block; so are empty files and files larger than `max_bytes`. The error includes the
/// file's name.
Status CheckRegularFile(const std::string& path, std::uint64_t max_bytes);
Result<std::string> ReadRegularFile(const std::string& path, std::uint64_t max_bytes);

/// The same for the first bytes; fewer if the file is shorter.
Result<std::string> ReadRegularFileHead(const std::string& path, std::size_t count);

}  // namespace surefoot
