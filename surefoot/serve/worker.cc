#include "surefoot/serve/worker.h"

#include <sys/resource.h>
#include <unistd.h>

#include <utility>

// One thread for slow work, with results delivered to the server's thread in order.

namespace surefoot::serve {

Worker::~Worker() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
    work_.clear();
  }
  condition_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Worker::Post(Work work) {
  ++waiting_;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    work_.push_back(std::move(work));
  }
  if (!thread_.joinable()) thread_ = std::thread([this] { Run(); });
  condition_.notify_one();
}

void Worker::Run() {
  // Lower priority (nice 5) for this thread only: on Linux the value belongs to the thread. If it
  // fails, the work merely competes with the steps.
  static_cast<void>(setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 5));
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    condition_.wait(lock, [this] { return stop_ || !work_.empty(); });
    if (stop_) return;
    Work work = std::move(work_.front());
    work_.pop_front();
    lock.unlock();
    Done done = work(stop_);
    // Destroyed without the lock: it may own much, and its destructors may take long.
    work = nullptr;
    lock.lock();
    done_.push_back(std::move(done));
    any_done_ = true;
    lock.unlock();
    wake_();
    lock.lock();
  }
}

/// Results run without the lock, because they may post further work.
void Worker::Pump() {
  if (!any_done_.load()) return;
  any_done_ = false;
  std::vector<Done> done;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    done.swap(done_);
  }
  waiting_ -= done.size();
  for (const Done& result : done) {
    if (result) result();
  }
}

}  // namespace surefoot::serve
