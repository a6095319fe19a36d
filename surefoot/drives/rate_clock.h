#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "surefoot/base/archive.h"
#include "surefoot/base/time.h"

namespace surefoot::drives {

/// Schedules events at `rate` (Hz) in simulated time: at the first step at or after k / rate for
/// every whole k. The tick number is counted, not the time, so errors do not accumulate. Rate 0:
/// every step.
///   if (clock_.Tick(view.time_ns, view.time_ns)) Publish();
class RateClock {
 public:
  explicit RateClock(double rate) : rate_(rate) {}

  /// Call once per step; whether a tick is due. At the first call ticks count from `after_ns`.
  bool Tick(SimTimeNs time_ns, SimTimeNs after_ns) {
    if (rate_ <= 0.0) return true;
    if (next_ < 0) SkipTo(after_ns - 1);
    if (DueTime() > time_ns) return false;
    SkipTo(time_ns);
    return true;
  }

  double rate() const { return rate_; }
  void Archive(StateArchive* archive) {
    archive->Items(&next_);
    archive->Require(next_ >= -1 && next_ <= kMaxTicks);
    // The next tick is at most one period ahead.
    if (archive->now_ns() < 0 || rate_ <= 0.0) return;
    archive->Require(static_cast<double>(next_) <= ToSeconds(archive->now_ns()) * rate_ + 2.0);
  }

 private:
  static constexpr std::int64_t kMaxTicks = 1000000000000000;

  /// Advances to the first tick after this time.
  void SkipTo(SimTimeNs time_ns) {
    next_ = std::max<std::int64_t>(static_cast<std::int64_t>(ToSeconds(time_ns) * rate_) - 1, 0);
    while (DueTime() <= time_ns) ++next_;
  }
  /// Time of the tick, rounded down, so that a step that ends there by decimal numbers is not
  /// missed.
  SimTimeNs DueTime() const {
    return static_cast<SimTimeNs>(std::floor(static_cast<double>(next_) / rate_ * 1e9 + 1e-3));
  }

  double rate_;
  /// Number of the next tick; negative before the first call.
  std::int64_t next_ = -1;
};

}  // namespace surefoot::drives
