#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace surefoot::serve {

/// Lets the server thread wait until another thread has something for it. One thread waits, any
/// number wake.
class Waker {
 public:
  using Clock = std::chrono::steady_clock;

  /// Any thread. Costs two atomic operations if nobody waits, so bridges call it for every message.
  void Wake();

  /// Waits until Wake is called, or was called since the last Wait that returned true, or until
  /// `until`. Spins for `spin` before sleeping: an answer that arrives at once is then seen within
  /// a microsecond. True if woken.
  bool Wait(Clock::time_point until, Clock::duration spin = Clock::duration::zero());

 private:
  std::atomic<bool> woken_{false};
  std::atomic<bool> sleeping_{false};
  std::mutex mutex_;
  std::condition_variable condition_;
};

}  // namespace surefoot::serve
