#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace surefoot::serve {

/// A thread for what would hold up the server: pictures, files. It lets others have the processor
/// first. Its work sees nothing that the server's thread changes, and hands back what the server is
/// to do with the result.
class Worker {
 public:
  using Done = std::function<void()>;
  /// In the thread. `stop` becomes true when the server ends: long work looks at it.
  using Work = std::function<Done(const std::atomic<bool>& stop)>;

  /// `wake` is called from the thread when something is done.
  explicit Worker(std::function<void()> wake) : wake_(std::move(wake)) {}
  /// Drops what has not begun and waits for what has.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// One after the other. The thread begins with the first.
  void Post(Work work);
  /// On the server's thread: does what results ask for.
  void Pump();
  /// Posted and not pumped yet.
  std::size_t waiting() const { return waiting_; }

 private:
  void Run();

  std::function<void()> wake_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> any_done_{false};
  std::size_t waiting_ = 0;
  std::mutex mutex_;
  std::condition_variable condition_;
  std::deque<Work> work_;
  std::vector<Done> done_;
  std::thread thread_;
};

}  // namespace surefoot::serve
