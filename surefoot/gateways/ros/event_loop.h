#pragma once

/// A thread that runs tasks one after another: for gateways whose libraries call back on threads of
/// their own, so that everything else needs no locks.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace surefoot::gateways::ros {

class EventLoop {
 public:
  using Task = std::function<void()>;
  using Clock = std::chrono::steady_clock;

  EventLoop() = default;
  /// Stops.
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  /// A pending task; its destruction cancels the task. Loop's thread only.
  class Timer {
   public:
    Timer(EventLoop* loop, std::uint64_t id) : loop_(*loop), id_(id) {}
    ~Timer();
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

   private:
    EventLoop& loop_;
    std::uint64_t id_;
  };

  void Start();
  /// Runs a task soon. Any thread, also before Start; after Stop tasks are dropped.
  void Post(Task task);
  /// Runs a task once after some time. Loop's thread only.
  [[nodiscard]] std::unique_ptr<Timer> After(std::chrono::milliseconds time, Task task);
  /// Runs the tasks posted so far and then `last`, and ends the thread. Not on the loop's thread.
  void Stop(Task last = nullptr);

 private:
  struct Delayed {
    Clock::time_point time;
    Task task;
  };
  void Run();
  /// Runs timers that are due.
  void RunTimers();
  void Cancel(std::uint64_t id) { delayed_.erase(id); }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Task> tasks_;
  bool stopping_ = false;
  // Loop's thread only.
  std::map<std::uint64_t, Delayed> delayed_;
  std::uint64_t next_id_ = 0;
  std::thread thread_;
};

}  // namespace surefoot::gateways::ros
