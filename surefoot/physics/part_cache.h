#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace surefoot::physics {

/// A cache of constant parts that engine instances share (compiled models, hulls, bounding volume
/// trees), keyed by the object they were made from. It makes further instances of the same models
/// cheap. Thread-safe.
class PartCache {
 public:
  /// The part of kind `kind` made from the object `source`; nullptr when there is none yet. Other
  /// parameters the part depends on belong into `kind`: "bullet hull 1 1 2".
  template <typename Part>
  std::shared_ptr<const Part> Find(const std::string& kind, const void* source) const {
    return std::static_pointer_cast<const Part>(FindAny(kind, source));
  }
  /// Stores a part. The source is kept alive as long, so that its address stays a unique key.
  void Put(const std::string& kind, std::shared_ptr<const void> source,
           std::shared_ptr<const void> part);
  /// The cached part, or the one returned by make() as a shared_ptr. A nullptr is not cached. Two
  /// threads that miss at the same time both call make(); the later result replaces the earlier.
  template <typename Part, typename Make>
  std::shared_ptr<const Part> Get(const std::string& kind,
                                  const std::shared_ptr<const void>& source, const Make& make) {
    std::shared_ptr<const Part> part = Find<Part>(kind, source.get());
    if (part != nullptr) return part;
    part = make();
    if (part != nullptr) Put(kind, source, part);
    return part;
  }

  /// Drops unused parts, least recently requested first, until at most `max_kept` of them are
  /// left.
  void DropUnused(std::size_t max_kept);
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
