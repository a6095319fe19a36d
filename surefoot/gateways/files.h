#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "surefoot/base/bytes.h"

namespace surefoot::gateways {

/// What gateways hand out beside messages: meshes, pictures, recordings. The server puts files in,
/// gateways look for them; any thread.
class Files {
 public:
  struct File {
    /// "image/png".
    std::string content_type;
    /// The content, or nullptr for a file on disk.
    std::shared_ptr<const Bytes> bytes;
    std::string path;
    /// What has this name never changes: its name is a hash.
    bool immutable = false;
    /// The name under which a browser saves it; empty: it shows it.
    std::string save_as;
  };

  /// Replaces what has the name, "assets/3f2a", letters, digits and "._-/".
  void Put(const std::string& name, File file) {
    const std::lock_guard<std::mutex> lock(mutex_);
    files_[name] = std::move(file);
  }
  void Remove(const std::string& name) {
    const std::lock_guard<std::mutex> lock(mutex_);
    files_.erase(name);
  }
  std::optional<File> Find(const std::string& name) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = files_.find(name);
    if (found == files_.end()) return std::nullopt;
    return found->second;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, File> files_;
};

}  // namespace surefoot::gateways
