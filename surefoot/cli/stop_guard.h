#pragma once

/// The time limit of a server's end.

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "surefoot/cli/stop_signal.h"

namespace surefoot::cli {

/// Ends the program if it does not end by itself after a stop signal, whatever blocks it. The
/// limits are 0.7 s for the main loop, then 5 s for saving, then 0.2 s for destructors. A separate
/// thread watches them and calls _exit(). A recording then keeps what is on disk: all but its last
/// half second (docs/guides/recordings.md).
///
///   const StopGuard guard(stop);
///   server.Run();             guard.Reached(StopGuard::kLoopLeft);
///   run.StopRecording(...);   guard.Reached(StopGuard::kSaved);
class StopGuard {
 public:
  enum Stage { kRunning, kLoopLeft, kSaved };

  /// `stop` must outlive the guard.
  explicit StopGuard(const StopSignal& stop);
  ~StopGuard();
  StopGuard(const StopGuard&) = delete;
  StopGuard& operator=(const StopGuard&) = delete;

  /// From the main thread. The time limit of the next stage begins.
  void Reached(Stage stage);

 private:
  void Watch();

  const StopSignal& stop_;
  std::atomic<Stage> stage_{kRunning};
  std::mutex mutex_;
  std::condition_variable condition_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace surefoot::cli
