#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::serve {

/// Limits on unpacking, against decompression bombs.
struct ZipLimits {
  /// Unpacked bytes of all files together, and of each.
  std::int64_t max_bytes = 0;
  std::int64_t max_file = 0;
  std::size_t max_files = 0;
  /// Wall time, because a slow disk holds the worker up as well.
  std::chrono::milliseconds max_time{20'000};
};

/// Unpacked bytes accepted for a zip file of this size: at least 32 MiB, else 200 times its size.
/// Descriptions and meshes compress to a twentieth at best, a bomb to a thousandth.
std::int64_t MaxUnpacked(std::int64_t zip_bytes);

/// Unpacks a zip file into a folder; returns paths and sizes. All entries are checked before
/// anything is written. Errors: paths that lead out of the folder, links, encrypted files,
/// compression methods other than stored and deflated, entries that share compressed bytes
/// (zip_layout.h), and more than the limits, whatever sizes the file states. Either everything or
/// nothing is unpacked. Any thread; checks `stop` every 64 KiB.
Result<std::vector<std::pair<std::string, std::int64_t>>> UnpackZip(const std::string& zip,
                                                                    const std::string& folder,
                                                                    const ZipLimits& limits,
                                                                    const std::atomic<bool>& stop);

}  // namespace surefoot::serve
