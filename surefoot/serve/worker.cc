#include "surefoot/serve/worker.h"

#include <sys/resource.h>
#include <unistd.h>

#include <utility>

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
  // Of this thread alone, as Linux has it. Without it the work is merely less polite.
  static_cast<void>(setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 5));
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    condition_.wait(lock, [this] { return stop_ || !work_.empty(); });
    if (stop_) return;
    Work work = std::move(work_.front());
    work_.pop_front();
    lock.unlock();
    Done done = work(stop_);
    work = nullptr;
    lock.lock();
    done_.push_back(std::move(done));
    any_done_ = true;
    lock.unlock();
    wake_();
    lock.lock();
  }
}

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
