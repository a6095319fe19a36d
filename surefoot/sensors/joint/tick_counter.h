#pragma once

/// What an incremental encoder counts.

#include <cstdint>

#include "surefoot/base/archive.h"
#include "surefoot/base/random.h"

namespace surefoot::sensors {

struct TickCounterSpec {
  /// Ticks for each rad (or m) of the joint; negative when it counts backwards.
  double ticks_per_unit = 1.0;
  /// Share of the ticks that are not seen, and that are counted twice.
  double missed = 0.0;
  double extra = 0.0;
};

/// Counts edges of a joint's coordinate, from zero at its first reading. The edges are fixed on the
/// joint, so that going to and fro counts back to where it was.
class TickCounter {
 public:
  explicit TickCounter(const TickCounterSpec& spec) : spec_(spec) {}

  bool started() const { return started_; }
  void Update(double q, RandomStream* stream);
  std::int64_t ticks() const { return ticks_; }
  /// The coordinate's change since the start, as the ticks tell it.
  double position() const { return static_cast<double>(ticks_) / spec_.ticks_per_unit; }

  void Archive(StateArchive* archive);

 private:
  TickCounterSpec spec_;
  bool started_ = false;
  /// Edge below the last reading.
  std::int64_t edge_ = 0;
  std::int64_t ticks_ = 0;
};

}  // namespace surefoot::sensors
