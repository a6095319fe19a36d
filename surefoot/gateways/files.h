#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "surefoot/base/bytes.h"

namespace surefoot::gateways {

/// Files that gateways serve besides messages: meshes, pictures, recordings. The server's threads
/// add and remove files, gateway threads look them up; a mutex guards the table. Contents are
/// immutable and shared, so a file may be removed while it is being sent.
class Files {
 public:
  struct File {
    /// MIME type, "image/png".
    std::string content_type;
    /// The content, or nullptr for a file on disk.
    std::shared_ptr<const Bytes> bytes;
    std::string path;
    /// The content under this name never changes, because the name is a hash of it; browsers may
    /// cache it for good.
    bool immutable = false;
    /// File name for a download; empty to show the content in the browser.
    std::string save_as;
  };

  /// Adds or replaces a file. Names look like "assets/3f2a": letters, digits and "._-/".
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
