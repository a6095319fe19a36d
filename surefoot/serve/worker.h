#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace surefoot::serve {

/// A thread for work that would delay the server's loop: pictures, files, building worlds. It runs
/// at lower priority. Work must not touch anything that the server thread changes; it returns a
/// function that the server thread calls with the result.
///
///   worker.Post([file](const std::atomic<bool>& stop) -> Worker::Done {
///     auto world = Read(file, stop);                          // on the worker's thread
///     return [world] { Use(world); };                         // on the server thread
///   });
class Worker {
 public:
  /// Called on the server thread with the result; may be empty.
  using Done = std::function<void()>;
  /// Called on the worker's thread. `stop` becomes true when the server ends; long work polls it.
  using Work = std::function<Done(const std::atomic<bool>& stop)>;

  /// `wake` is called on the worker's thread when a result is ready.
  explicit Worker(std::function<void()> wake) : wake_(std::move(wake)) {}
  /// Drops work that has not begun and waits for work that has. Results that were not pumped are
  /// dropped.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Adds work; executed in order. The thread is started with the first one.
  void Post(Work work);
  /// Server thread: calls the functions that finished work returned.
  void Pump();
  /// Number of works posted but not pumped yet. Server thread.
  std::size_t waiting() const { return waiting_; }

 private:
  void Run();

  std::function<void()> wake_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> any_done_{false};
  std::size_t waiting_ = 0;
  /// Guards work_ and done_.
  std::mutex mutex_;
  std::condition_variable condition_;
  std::deque<Work> work_;
  std::vector<Done> done_;
  std::thread thread_;
};

}  // namespace surefoot::serve
