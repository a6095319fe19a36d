#include "surefoot/evaluation/run/in_parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

// Threads take the next index from a shared counter: tasks take between milliseconds and minutes,
// so a fixed partition would leave cores idle.

namespace surefoot::experiment {

bool InParallel(std::size_t count, int jobs, const std::function<bool(std::size_t)>& work) {
  if (jobs <= 0) jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> going = true;
  const auto run = [&] {
    for (std::size_t i = next++; going && i < count; i = next++) {
      if (!work(i)) going = false;
    }
  };
  std::vector<std::thread> threads;
  for (int i = 1; i < std::min(jobs, static_cast<int>(count)); ++i) threads.emplace_back(run);
  run();
  for (std::thread& thread : threads) thread.join();
  return going;
}

}  // namespace surefoot::experiment
