#include "surefoot/gateways/ros/event_loop.h"

#include <algorithm>
#include <utility>

namespace surefoot::gateways::ros {

EventLoop::~EventLoop() { Stop(); }

EventLoop::Timer::~Timer() { loop_.Cancel(id_); }

void EventLoop::Start() {
  thread_ = std::thread([this] { Run(); });
}

void EventLoop::Post(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    tasks_.push_back(std::move(task));
  }
  wake_.notify_one();
}

std::unique_ptr<EventLoop::Timer> EventLoop::After(std::chrono::milliseconds time, Task task) {
  const std::uint64_t id = next_id_++;
  delayed_[id] = {Clock::now() + time, std::move(task)};
  return std::make_unique<Timer>(this, id);
}

void EventLoop::Stop(Task last) {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    if (last) tasks_.push_back(std::move(last));
    stopping_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void EventLoop::Run() {
  std::vector<Task> tasks;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      const auto ready = [this] { return stopping_ || !tasks_.empty(); };
      if (delayed_.empty()) {
        wake_.wait(lock, ready);
      } else {
        const auto earlier = [](const auto& a, const auto& b) {
          return a.second.time < b.second.time;
        };
        const auto first = std::min_element(delayed_.begin(), delayed_.end(), earlier);
        wake_.wait_until(lock, first->second.time, ready);
      }
      tasks.swap(tasks_);
      if (tasks.empty() && stopping_) return;
    }
    for (Task& task : tasks) task();
    tasks.clear();
    RunTimers();
  }
}

void EventLoop::RunTimers() {
  const Clock::time_point now = Clock::now();
  std::vector<std::uint64_t> due;
  for (const auto& [id, delayed] : delayed_) {
    if (delayed.time <= now) due.push_back(id);
  }
  for (const std::uint64_t id : due) {
    // A task may cancel another one.
    const auto found = delayed_.find(id);
    if (found == delayed_.end()) continue;
    const Task task = std::move(found->second.task);
    delayed_.erase(found);
    task();
  }
}

}  // namespace surefoot::gateways::ros
