#include "surefoot/sim/pacer.h"

#include <cmath>
#include <thread>

namespace surefoot::sim {
namespace {

// Delays that are given up, and that drop pictures.
constexpr std::chrono::milliseconds kMaxDelay(250);
constexpr std::chrono::milliseconds kLate(50);

}  // namespace

bool Pacer::unlimited() const { return !(speed_ > 0.0) || std::isinf(speed_); }

void Pacer::Start(SimTimeNs now_ns) {
  start_ns_ = now_ns;
  start_ = Clock::now();
}

/// From the start, not from the last step, so that rounding does not accumulate.
Pacer::Clock::time_point Pacer::TargetOf(SimTimeNs now_ns) const {
  const std::chrono::duration<double> due(ToSeconds(now_ns - start_ns_) / speed_);
  return start_ + std::chrono::duration_cast<Clock::duration>(due);
}

Pacer::Clock::time_point Pacer::Due(SimTimeNs now_ns) {
  if (unlimited()) return Clock::time_point::min();
  const Clock::time_point target = TargetOf(now_ns);
  if (Clock::now() - target <= kMaxDelay) return target;
  Start(now_ns);
  return start_;
}

sensors::ImagePolicy Pacer::PicturesAt(SimTimeNs now_ns) const {
  if (unlimited()) return sensors::ImagePolicy::kWithinStep;
  const bool late = Clock::now() - TargetOf(now_ns) > kLate;
  return late ? sensors::ImagePolicy::kDropLate : sensors::ImagePolicy::kParallel;
}

void Pacer::Wait(SimTimeNs now_ns) {
  if (!unlimited()) std::this_thread::sleep_until(Due(now_ns));
}

}  // namespace surefoot::sim
