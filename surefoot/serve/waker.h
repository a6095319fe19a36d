#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace surefoot::serve {

/// Lets the server's thread wait for the threads of gateways.
class Waker {
 public:
  using Clock = std::chrono::steady_clock;

  /// From any thread. Costs two atomic operations when nobody waits.
  void Wake();

  /// Until Wake was called since the last Wait that returned true, or until that time. Looks in a
  /// loop for `spin` before it lets go of the processor: an answer that comes at once is then seen
  /// within a microsecond. True: woken.
  bool Wait(Clock::time_point until, Clock::duration spin = Clock::duration::zero());

 private:
  std::atomic<bool> woken_{false};
  std::atomic<bool> sleeping_{false};
  std::mutex mutex_;
  std::condition_variable condition_;
};

}  // namespace surefoot::serve
