#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "surefoot/cli/stop_signal.h"

namespace surefoot::cli {

/// Sees to it that a program which was asked to end does so, whatever holds it up: its main loop
/// within 0.7 s; what is then being saved has 5 s; the rest 0.2 s. After that it ends the program
/// from a thread of its own. What a recording has on disk by then stays: all but its last half
/// second (docs/guides/recordings.md).
///
///   const StopGuard guard(stop);
///   server.Run();             guard.Reached(StopGuard::kLoopLeft);
///   run.StopRecording(...);   guard.Reached(StopGuard::kSaved);
class StopGuard {
 public:
  enum Stage { kRunning, kLoopLeft, kSaved };

  /// `stop` outlives it.
  explicit StopGuard(const StopSignal& stop);
  ~StopGuard();
  StopGuard(const StopGuard&) = delete;
  StopGuard& operator=(const StopGuard&) = delete;

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
