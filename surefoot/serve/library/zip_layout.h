#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::serve {

/// The bytes of an entry according to the directory: its header and its compressed data.
struct ZipRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// The ranges of all entries, folders included, in the order of the zip file's directory. An error
/// if two of them, or one and the directory, overlap: in such a file (a non-recursive zip bomb, D.
/// Fifield, "A better zip bomb", WOOT 2019) a few kilobytes of compressed data are unpacked into
/// thousands of large files. Zip64 is an error as well; no file that large is accepted. Any thread.
Result<std::vector<ZipRange>> ReadZipLayout(const std::string& zip);

}  // namespace surefoot::serve
