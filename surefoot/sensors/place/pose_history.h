#pragma once

#include <cstddef>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/time.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::sensors {

/// Where a frame was in the last moments, for sensors that take their time.
class PoseHistory {
 public:
  /// Poses older than `span` seconds before the newest are forgotten.
  explicit PoseHistory(double span);

  /// Times must grow; another order begins anew.
  void Add(SimTimeNs time_ns, const RigidTransform& X_WS);
  /// The pose at a time; the nearest one for a time outside of what is remembered.
  RigidTransform At(SimTimeNs time_ns) const;
  const RigidTransform& newest() const { return entries_[first_ + count_ - 1].X_WS; }
  bool empty() const { return count_ == 0; }
  /// Whether the frame has rested since a time: every pose bit for bit the same.
  bool RestedSince(SimTimeNs time_ns) const;

  void Archive(StateArchive* archive);

 private:
  struct Entry {
    SimTimeNs time_ns = 0;
    RigidTransform X_WS;
  };

  SimTimeNs span_ns_;
  /// The entries in use are [first_, first_ + count_); the others keep their memory.
  std::vector<Entry> entries_;
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

}  // namespace surefoot::sensors
