#pragma once

#include <cstdint>
#include <string>

#include "surefoot/base/result.h"

namespace surefoot {

/// The content of a regular file. Folders, pipes and devices are errors and never block; so are
/// empty files and files of more than `max_bytes`. The error names the file.
Result<std::string> ReadRegularFile(const std::string& path, std::uint64_t max_bytes);

}  // namespace surefoot
