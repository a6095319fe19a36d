#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::serve {

struct ZipLimits {
  std::int64_t most_bytes = 0;
  std::int64_t most_file = 0;
  std::size_t most_files = 0;
};

/// Unpacks a zip file into a folder: paths within it and sizes. All names are checked before
/// anything is written; paths that lead out of the folder, links, encrypted files, other methods
/// than stored and deflated, and more than the limits, whatever sizes the file claims, are errors.
Result<std::vector<std::pair<std::string, std::int64_t>>> UnpackZip(const std::string& zip,
                                                                    const std::string& folder,
                                                                    const ZipLimits& limits);

}  // namespace surefoot::serve
