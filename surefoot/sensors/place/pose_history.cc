#include "surefoot/sensors/place/pose_history.h"

#include <algorithm>
#include <cmath>

namespace surefoot::sensors {
namespace {

/// Entries per span. With steps shorter than span / kMaxEntries, poses in between are dropped.
constexpr SimTimeNs kMaxEntries = 2000;

bool Same(const RigidTransform& a, const RigidTransform& b) {
  return a.q.coeffs() == b.q.coeffs() && a.p == b.p;
}

/// Linear interpolation of the position, and of the rotation along the shorter arc.
RigidTransform Between(const RigidTransform& a, const RigidTransform& b, double share) {
  const double cosine = a.q.dot(b.q);
  const Vector3d p = a.p + share * (b.p - a.p);
  // Below 0.1 rad, normalized linear interpolation differs from slerp by about 1e-5 rad, and it is
  // much cheaper.
  if (std::abs(cosine) < 0.9987) return RigidTransform(a.q.slerp(share, b.q), p);
  Quaterniond q;
  q.coeffs() = (1.0 - share) * a.q.coeffs() + (cosine < 0.0 ? -share : share) * b.q.coeffs();
  q.normalize();
  return RigidTransform(q, p);
}

}  // namespace

PoseHistory::PoseHistory(double span) : span_ns_(ToNanoseconds(span)) {}

void PoseHistory::Add(SimTimeNs time_ns, const RigidTransform& X_WS) {
  if (count_ > 0) {
    const SimTimeNs last_ns = entries_[first_ + count_ - 1].time_ns;
    if (time_ns <= last_ns) count_ = 0;
    // The newest is always kept; the one before it only if it is far enough from its predecessor.
    if (count_ > 1 && time_ns - entries_[first_ + count_ - 2].time_ns < span_ns_ / kMaxEntries) {
      --count_;
    }
  }
  // One entry older than the span stays, so that the whole span can be interpolated.
  while (count_ > 1 && entries_[first_ + 1].time_ns <= time_ns - span_ns_) {
    ++first_;
    --count_;
  }
  if (first_ > 0 && first_ + count_ == entries_.size()) {
    std::move(entries_.begin() + static_cast<std::ptrdiff_t>(first_), entries_.end(),
              entries_.begin());
    first_ = 0;
  }
  if (first_ + count_ == entries_.size()) entries_.resize(2 * entries_.size() + 8);
  entries_[first_ + count_++] = Entry{time_ns, X_WS};
}

RigidTransform PoseHistory::At(SimTimeNs time_ns) const {
  const auto begin = entries_.begin() + static_cast<std::ptrdiff_t>(first_);
  const auto end = begin + static_cast<std::ptrdiff_t>(count_);
  const auto after = std::lower_bound(
      begin, end, time_ns, [](const Entry& entry, SimTimeNs time) { return entry.time_ns < time; });
  if (after == end) return std::prev(end)->X_WS;
  if (after == begin || after->time_ns == time_ns) return after->X_WS;
  const Entry& before = *std::prev(after);
  const double share = static_cast<double>(time_ns - before.time_ns) /
                       static_cast<double>(after->time_ns - before.time_ns);
  return Between(before.X_WS, after->X_WS, share);
}

bool PoseHistory::IsUnchangedSince(SimTimeNs time_ns) const {
  for (std::size_t i = first_ + count_; i-- > first_;) {
    if (!Same(entries_[i].X_WS, newest())) return false;
    if (entries_[i].time_ns <= time_ns) return true;
  }
  return true;
}

void PoseHistory::Archive(StateArchive* archive) {
  std::uint64_t count = count_;
  archive->Items(&count);
  if (archive->restores()) {
    archive->Require(count <= archive->left() / (8 * sizeof(double)));
    if (!archive->ok()) return;
    first_ = 0;
    count_ = count;
    if (entries_.size() < count) entries_.resize(count);
  }
  for (std::size_t i = first_; i < first_ + count_; ++i) {
    Entry& entry = entries_[i];
    archive->Items(&entry.time_ns, &entry.X_WS.q.coeffs(), &entry.X_WS.p);
  }
}

}  // namespace surefoot::sensors
