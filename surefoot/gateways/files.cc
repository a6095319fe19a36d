#include "surefoot/gateways/files.h"

#include <utility>

namespace surefoot::gateways {

void Files::Put(const std::string& name, File file) {
  const std::lock_guard<std::mutex> lock(mutex_);
  files_[name] = std::move(file);
}

void Files::Remove(const std::string& name) {
  const std::lock_guard<std::mutex> lock(mutex_);
  files_.erase(name);
}

std::optional<Files::File> Files::Find(const std::string& name) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = files_.find(name);
  if (found == files_.end()) return std::nullopt;
  return found->second;
}

}  // namespace surefoot::gateways
