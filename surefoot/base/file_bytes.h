#pragma once

#include <cstdint>
#include <string>

#include "surefoot/base/result.h"

namespace surefoot {

/// The content of a regular file, or whether it could be read. Folders, pipes and devices are
/// errors and never block; so are empty files and files of more than `max_bytes`. The error names
/// the file.
Status CheckRegularFile(const std::string& path, std::uint64_t max_bytes);
Result<std::string> ReadRegularFile(const std::string& path, std::uint64_t max_bytes);

/// The same of the first bytes, fewer when the file is shorter.
Result<std::string> ReadRegularFileHead(const std::string& path, std::size_t count);

}  // namespace surefoot
