#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::serve {

/// Where the packed bytes of an entry are said to be: its header and its data.
struct ZipRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// The ranges of all entries, in the order of the zip file's directory, folders included. An error
/// where two of them, or one and the directory, share bytes: a small file could then be unpacked
/// into thousands of large ones. Zip64 is an error, too: nothing that large is accepted.
Result<std::vector<ZipRange>> ReadZipLayout(const std::string& zip);

}  // namespace surefoot::serve
