#pragma once

#include <algorithm>
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
  /// Those of the participant of this endpoint.
  int OfParticipant(const Guid& endpoint) const {
    const std::lock_guard lock(mutex_);
    const auto same = [&](const Guid& other) {
      return std::equal(other.begin(), other.begin() + kPrefix, endpoint.begin());
    };
    return static_cast<int>(std::count_if(others_.begin(), others_.end(), same));
  }
  bool Contains(const Guid& other) const {
    const std::lock_guard lock(mutex_);
    return others_.contains(other);
  }

 private:
  /// Octets of a GUID that name its participant.
  static constexpr int kPrefix = 12;

  mutable std::mutex mutex_;
  std::set<Guid> others_;
};

}  // namespace surefoot::gateways::dds::fastdds
