#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "surefoot/base/bytes.h"

namespace surefoot {

/// Things that take long to make, kept in files between runs. Several processes may use one folder
/// at once: a file appears whole or not at all. A damaged, foreign or missing file is no find; what
/// cannot be written is not kept. Nothing here is ever an error.
class DiskCache {
 public:
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;

  /// An empty folder switches the cache off. Beyond `max_bytes` the oldest files are removed.
  explicit DiskCache(std::string folder, std::uint64_t max_bytes = kMaxBytes);

  /// In $SUREFOOT_CACHE, else $XDG_CACHE_HOME/surefoot, else ~/.cache/surefoot; off without any of
  /// them. SUREFOOT_CACHE set to nothing or to "off" switches it off too.
  static DiskCache Default();

  bool enabled() const { return !folder_.empty(); }
  const std::string& folder() const { return folder_; }

  /// What was written under this name; its key must be the same too.
  std::optional<Bytes> Read(const std::string& name, const std::string& key) const;
  void Write(const std::string& name, const std::string& key, const Bytes& content) const;

  /// Keeps the bytes as they are in a file named by their content, and returns its path; empty when
  /// that is not possible.
  std::string KeepFile(const std::string& bytes, const std::string& ending) const;

 private:
  bool WriteWhole(const std::string& path, const void* data, std::size_t size) const;
  void RemoveOldest() const;

  std::string folder_;
  std::uint64_t max_bytes_;
};

}  // namespace surefoot
