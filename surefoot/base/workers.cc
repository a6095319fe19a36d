#include "surefoot/base/workers.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace surefoot {

struct Workers::Pool {
  explicit Pool(int threads)
      // More threads than cores are of no use but in tests, which want them.
      : most(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)),
        arena(threads) {}

  tbb::global_control most;
  tbb::task_arena arena;
  /// Tell the order of things to the thread sanitizer, which cannot look into the library.
  std::atomic<unsigned> begun{0};
  std::atomic<unsigned> done{0};
};

Workers::Workers(int threads)
    : threads_(threads > 0 ? threads
                           : std::max(1, static_cast<int>(std::thread::hardware_concurrency()))) {
  if (threads_ > 1) pool_ = std::make_unique<Pool>(threads_);
}

Workers::~Workers() = default;

void Workers::Share(int count, Call call, const void* work) {
  Pool& pool = *pool_;
  pool.begun.fetch_add(1, std::memory_order_release);
  pool.arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<int>(0, count), [&](const tbb::blocked_range<int>& part) {
      pool.begun.load(std::memory_order_acquire);
      for (int i = part.begin(); i != part.end(); ++i) call(work, i);
      pool.done.fetch_add(1, std::memory_order_release);
    });
  });
  pool.done.load(std::memory_order_acquire);
}

}  // namespace surefoot
