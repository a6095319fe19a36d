#include "surefoot/serve/waker.h"

#include <algorithm>

// A waiting thread first polls for some microseconds: a client in lock-step answers sooner than a
// sleeping thread wakes.

namespace surefoot::serve {

void Waker::Wake() {
  woken_ = true;
  // Both flags are sequentially consistent: either this thread sees that the other sleeps, or the
  // other sees woken_ before it does (Dekker's pattern).
  if (!sleeping_) return;
  // The other thread is between its test and the wait, or waiting; the mutex excludes the former.
  { const std::lock_guard<std::mutex> lock(mutex_); }
  condition_.notify_one();
}

bool Waker::Wait(Clock::time_point until, Clock::duration spin) {
  const Clock::time_point spin_until = std::min(until, Clock::now() + spin);
  do {
    if (woken_.exchange(false)) return true;
  } while (spin > Clock::duration::zero() && Clock::now() < spin_until);
  std::unique_lock<std::mutex> lock(mutex_);
  sleeping_ = true;
  const bool woken = condition_.wait_until(lock, until, [this] { return woken_.exchange(false); });
  sleeping_ = false;
  return woken;
}

}  // namespace surefoot::serve
