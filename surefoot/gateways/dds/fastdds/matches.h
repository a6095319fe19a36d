#pragma once

#include <mutex>
#include <set>

#include "surefoot/gateways/dds/participant.h"

namespace surefoot::gateways::dds::fastdds {

/// The endpoints of other participants that an endpoint is matched with.
class Matches {
 public:
  /// The number after the change; -1 if nothing changed.
  int Change(const Guid& other, bool matched) {
    const std::lock_guard lock(mutex_);
    const bool changed = matched ? others_.insert(other).second : others_.erase(other) > 0;
    return changed ? static_cast<int>(others_.size()) : -1;
  }
  int count() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(others_.size());
  }
  bool Contains(const Guid& other) const {
    const std::lock_guard lock(mutex_);
    return others_.contains(other);
  }

 private:
  mutable std::mutex mutex_;
  std::set<Guid> others_;
};

}  // namespace surefoot::gateways::dds::fastdds
