#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "surefoot/gateways/metrics.h"

namespace surefoot::serve {

/// Watches the server's loop from a thread of its own, because a loop that hangs cannot report it.
/// Reports through /healthz and the metrics.
///
///   watch.Busy();  // at the start of a turn, and after each wait
///   watch.Idle();  // before each wait
class LoopWatch {
 public:
  using Clock = std::chrono::steady_clock;

  struct Options {
    /// The loop counts as hung after this time without a call of Busy or Idle.
    std::chrono::milliseconds limit{2000};
    /// Called once per hang, on the watch's thread. May be absent.
    std::function<void(const std::string&)> log;
    /// Measure the processor time of blocks as well; costs a system call per turn.
    bool cpu = false;
  };

  LoopWatch(gateways::Metrics* metrics, Options options);
  ~LoopWatch();
  LoopWatch(const LoopWatch&) = delete;
  LoopWatch& operator=(const LoopWatch&) = delete;

  // On the loop's thread.
  void Busy() {
    EndBlock();
    Begin();
  }
  void Idle() { EndBlock(); }
  /// The loop is deliberately not run until the next Busy; this is not a hang.
  void Rest() {
    EndBlock();
    beat_ns_.store(kResting, std::memory_order_relaxed);
  }

  /// Empty while the loop makes progress; otherwise a message with the time since when it does not.
  std::string Trouble() const;
  /// Longest block since ResetMax: time in which the loop processed no requests, in seconds of wall
  /// time and of its thread's processor time (0 unless measured).
  double max_block() const { return 1e-9 * static_cast<double>(max_ns_.load()); }
  double max_cpu_block() const { return 1e-9 * static_cast<double>(max_cpu_ns_.load()); }
  void ResetMax();

 private:
  /// Value of beat_ns_ while the loop does not run.
  static constexpr std::int64_t kResting = INT64_MAX;

  static std::int64_t NowNs() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch())
        .count();
  }
  void Begin();
  void EndBlock();
  void Watch();

  Options options_;
  /// Time of the last sign of life; written by the loop, read by any thread.
  std::atomic<std::int64_t> beat_ns_{kResting};
  /// Start of the present block; 0 while the loop waits. Loop's thread only.
  std::int64_t busy_ns_ = 0;
  std::int64_t busy_cpu_ns_ = 0;
  std::atomic<std::int64_t> max_ns_{0};
  std::atomic<std::int64_t> max_cpu_ns_{0};
  gateways::Metrics::Value* max_block_;
  gateways::Metrics::Value* long_blocks_;
  /// Guards ends_, for the condition variable.
  std::mutex mutex_;
  std::condition_variable condition_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace surefoot::serve
