#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace surefoot::physics {

/// Const parts that engine instances have in common (compiled models, hulls, trees of boxes), found
/// by what they were made from. Many instances of one world then cost little more than one. May be
/// used by several threads.
class PartCache {
 public:
  /// The part of that kind that was made from that object; nullptr: there is none yet. Whatever
  /// else it depends on belongs into the kind: "bullet hull 1 1 2".
  template <typename Part>
  std::shared_ptr<const Part> Find(const std::string& kind, const void* source) const {
    return std::static_pointer_cast<const Part>(FindAny(kind, source));
  }
  /// Keeps a part, and its source as long.
  void Put(const std::string& kind, std::shared_ptr<const void> source,
           std::shared_ptr<const void> part);
  /// Found, or made by make(), which gives a shared_ptr; nullptr is not kept.
  template <typename Part, typename Make>
  std::shared_ptr<const Part> Get(const std::string& kind,
                                  const std::shared_ptr<const void>& source, const Make& make) {
    std::shared_ptr<const Part> part = Find<Part>(kind, source.get());
    if (part != nullptr) return part;
    part = make();
    if (part != nullptr) Put(kind, source, part);
    return part;
  }

  /// Drops parts that nobody uses any more, those not asked for the longest first, until at most
  /// so many of them are left.
  void DropUnused(std::size_t most_kept);
  std::size_t size() const;

 private:
  struct Entry {
    std::shared_ptr<const void> source;
    std::shared_ptr<const void> part;
    mutable std::uint64_t asked = 0;
  };
  std::shared_ptr<const void> FindAny(const std::string& kind, const void* source) const;

  mutable std::mutex mutex_;
  mutable std::uint64_t clock_ = 0;
  std::map<std::pair<std::string, const void*>, Entry> entries_;
};

}  // namespace surefoot::physics
