#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "surefoot/base/bytes.h"

namespace surefoot {

/// Results of slow computations, stored in files between runs. Several processes may share a
/// folder: files appear atomically. A damaged, foreign or missing file is a cache miss; what cannot
/// be written is not stored. Nothing here is ever an error.
class DiskCache {
 public:
  /// Default limit of all files together: 1 GiB.
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;

  /// An empty folder disables the cache. Beyond `max_bytes`, the oldest files are removed.
  explicit DiskCache(std::string folder, std::uint64_t max_bytes = kMaxBytes);

  /// In $SUREFOOT_CACHE, else $XDG_CACHE_HOME/surefoot, else ~/.cache/surefoot; disabled if none is
  /// set, or if SUREFOOT_CACHE is empty or "off".
  static DiskCache Default();

  bool enabled() const { return !folder_.empty(); }
  const std::string& folder() const { return folder_; }

  /// The content written under this name, if its key is the same.
  std::optional<Bytes> Read(const std::string& name, const std::string& key) const;
  void Write(const std::string& name, const std::string& key, const Bytes& content) const;

  /// Stores the bytes in a file named by the hash of their content, and returns its path; empty on
  /// failure.
  std::string KeepFile(const std::string& bytes, const std::string& ending) const;

 private:
  bool WriteWhole(const std::string& path, const void* data, std::size_t size) const;
  void RemoveOldest() const;

  std::string folder_;
  std::uint64_t max_bytes_;
};

}  // namespace surefoot
