#include "surefoot/sim/pacer.h"

#include <cmath>
#include <thread>

namespace surefoot::sim {

bool Pacer::unlimited() const { return !(speed_ > 0.0) || std::isinf(speed_); }

void Pacer::Start(SimTimeNs now_ns) {
  start_ns_ = now_ns;
  start_ = Clock::now();
}

Pacer::Clock::time_point Pacer::Due(SimTimeNs now_ns) {
  if (unlimited()) return Clock::time_point::min();
  const std::chrono::duration<double> due(ToSeconds(now_ns - start_ns_) / speed_);
  const Clock::time_point target = start_ + std::chrono::duration_cast<Clock::duration>(due);
  if (Clock::now() - target <= std::chrono::milliseconds(250)) return target;
  Start(now_ns);
  return start_;
}

void Pacer::Wait(SimTimeNs now_ns) {
  if (!unlimited()) std::this_thread::sleep_until(Due(now_ns));
}

}  // namespace surefoot::sim
