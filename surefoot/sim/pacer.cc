#include "surefoot/sim/pacer.h"

#include <cmath>
#include <thread>

namespace surefoot::sim {

bool Pacer::unlimited() const { return !(speed_ > 0.0) || std::isinf(speed_); }

void Pacer::Start(SimTimeNs now_ns) {
  start_ns_ = now_ns;
  start_ = Clock::now();
}

void Pacer::Wait(SimTimeNs now_ns) {
  if (unlimited()) return;
  const std::chrono::duration<double> due(ToSeconds(now_ns - start_ns_) / speed_);
  const Clock::time_point target = start_ + std::chrono::duration_cast<Clock::duration>(due);
  const Clock::time_point now = Clock::now();
  if (target > now) {
    std::this_thread::sleep_until(target);
  } else if (now - target > std::chrono::milliseconds(250)) {
    Start(now_ns);
  }
}

}  // namespace surefoot::sim
