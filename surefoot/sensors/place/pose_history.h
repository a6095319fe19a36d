#pragma once

#include <cstddef>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/time.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::sensors {

/// Recent poses of a frame, for sensors whose measurements are older than the step that publishes
/// them, or take time.
///   PoseHistory history(0.1);
///   history.Add(truth.time_ns, X_WS);              // in every step
///   X = history.At(truth.time_ns - delay_ns);      // interpolated
/// Add is O(1) amortized, At is O(log n). Memory is kept, so steps do not allocate.
class PoseHistory {
 public:
  /// Poses older than `span` seconds before the newest are forgotten.
  explicit PoseHistory(double span);

  /// Times must increase; a time that does not clears the history.
  void Add(SimTimeNs time_ns, const RigidTransform& X_WS);
  /// The pose at a time, interpolated; the nearest known pose for a time outside of the history,
  /// which must not be empty.
  RigidTransform At(SimTimeNs time_ns) const;
  const RigidTransform& newest() const { return entries_[first_ + count_ - 1].X_WS; }
  bool empty() const { return count_ == 0; }
  /// Whether all poses since a time are bit-identical.
  bool IsUnchangedSince(SimTimeNs time_ns) const;

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
