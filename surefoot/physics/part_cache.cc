#include "surefoot/physics/part_cache.h"

#include <algorithm>
#include <vector>

// Engines share meshes and compiled models between instances; the key is the address of the source,
// which the cache keeps alive.

namespace surefoot::physics {

std::shared_ptr<const void> PartCache::FindAny(const std::string& kind, const void* source) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = entries_.find({kind, source});
  if (found == entries_.end()) return nullptr;
  found->second.asked = ++clock_;
  return found->second.part;
}

void PartCache::Put(const std::string& kind, std::shared_ptr<const void> source,
                    std::shared_ptr<const void> part) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::pair<std::string, const void*> key{kind, source.get()};
  entries_[key] = Entry{std::move(source), std::move(part), ++clock_};
}

void PartCache::DropUnused(std::size_t max_kept) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<std::pair<std::uint64_t, std::pair<std::string, const void*>>> unused;
  for (const auto& [key, entry] : entries_) {
    if (entry.part.use_count() == 1) unused.emplace_back(entry.asked, key);
  }
  if (unused.size() <= max_kept) return;
  std::sort(unused.begin(), unused.end());
  unused.resize(unused.size() - max_kept);
  for (const auto& [asked, key] : unused) entries_.erase(key);
}

std::size_t PartCache::size() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return entries_.size();
}

}  // namespace surefoot::physics
