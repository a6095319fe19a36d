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

/// Watches the server's loop from another thread: a loop that hangs can answer nobody itself.
///
///   watch.Busy();  // at the start of a turn, and after each wait
///   watch.Idle();  // before each wait
class LoopWatch {
 public:
  using Clock = std::chrono::steady_clock;

  struct Options {
    /// A loop that does nothing new for longer hangs.
    std::chrono::milliseconds limit{2000};
    /// Called once for each time that it hangs, from the watch's thread. May be absent.
    std::function<void(const std::string&)> log;
    /// Processor time of blocks is measured, too; it costs a system call for each turn.
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
  /// The loop is not run for a while, which is no hang: until the next Busy.
  void Rest() {
    EndBlock();
    beat_ns_.store(kResting, std::memory_order_relaxed);
  }

  // On any thread.
  /// Empty while the loop goes on; else since when it does not.
  std::string Trouble() const;
  /// The longest that the loop was busy without looking at clients, in seconds of wall time and of
  /// its thread's processor time (0 unless it is measured), since ResetMax.
  double max_block() const { return 1e-9 * static_cast<double>(max_ns_.load()); }
  double max_cpu_block() const { return 1e-9 * static_cast<double>(max_cpu_ns_.load()); }
  void ResetMax();

 private:
  static constexpr std::int64_t kResting = INT64_MAX;

  static std::int64_t NowNs() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch())
        .count();
  }
  void Begin();
  void EndBlock();
  void Watch();

  Options options_;
  std::atomic<std::int64_t> beat_ns_{kResting};
  /// 0: the loop waits.
  std::int64_t busy_ns_ = 0;
  std::int64_t busy_cpu_ns_ = 0;
  std::atomic<std::int64_t> max_ns_{0};
  std::atomic<std::int64_t> max_cpu_ns_{0};
  gateways::Metrics::Value* max_block_;
  gateways::Metrics::Value* long_blocks_;
  std::mutex mutex_;
  std::condition_variable condition_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace surefoot::serve
