#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::serve {

struct ZipLimits {
  /// Of all files together, unpacked, and of each.
  std::int64_t max_bytes = 0;
  std::int64_t max_file = 0;
  std::size_t max_files = 0;
  /// Wall time for the unpacking.
  std::chrono::milliseconds max_time{20'000};
};

/// The most that a zip file of this size may become: a description with its meshes is packed to a
/// twentieth at best, a bomb to a thousandth.
std::int64_t MaxUnpacked(std::int64_t zip_bytes);

/// Unpacks a zip file into a folder: paths within it and sizes. All names are checked before
/// anything is written; paths that lead out of the folder, links, encrypted files, other methods
/// than stored and deflated, files that share packed bytes (zip_layout.h), and more than the
/// limits, whatever sizes the file claims, are errors. On any thread; looks at `stop` for every 64
/// KiB. All of it or nothing is unpacked.
Result<std::vector<std::pair<std::string, std::int64_t>>> UnpackZip(const std::string& zip,
                                                                    const std::string& folder,
                                                                    const ZipLimits& limits,
                                                                    const std::atomic<bool>& stop);

}  // namespace surefoot::serve
