#include "surefoot/base/workers.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

// Threads claim pieces by an atomic counter, beginning with the share that they had in the step
// before, whose data are still in their caches.

namespace surefoot {
namespace {

/// How often an idle thread polls for work before it sleeps: some tens of microseconds, because the
/// stages of a step follow each other closely, and waking takes as long.
constexpr int kLooks = 1000;

/// Size of a cache line (bytes).
constexpr std::size_t kLine = 64;

void Pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

}  // namespace

/// Own threads, not those of a library that other code in the process uses: Embree, configured to
/// build its trees with one thread, limits all of oneTBB to one.
struct Workers::Pool {
  explicit Pool(int threads) : shares(static_cast<std::size_t>(threads)) {
    for (std::size_t i = 1; i < shares.size(); ++i) helpers.emplace_back([this, i] { Help(i); });
  }

  ~Pool() {
    stop = true;
    gate.fetch_add(kRound);
    gate.notify_all();
    for (std::thread& helper : helpers) helper.join();
  }

  /// The low bit says whether the gate is open, i.e. there is work; then come the number of threads
  /// inside, and a counter of openings. Late helpers find the gate closed and are not waited for.
  static constexpr std::uint32_t kOpen = 1;
  static constexpr std::uint32_t kOneInside = 2;
  static constexpr std::uint32_t kInside = 0xFFE;
  static constexpr std::uint32_t kRound = 0x1000;

  void Run(int pieces, Call what, const void* with) {
    if (busy.test_and_set(std::memory_order_acquire)) {
      // Nested sharing, or another thread: executed sequentially here.
      for (int i = 0; i < pieces; ++i) what(with, i);
      return;
    }
    call = what;
    work = with;
    const auto all = static_cast<std::int64_t>(shares.size());
    for (std::int64_t i = 0; i < all; ++i) {
      Share& share = shares[static_cast<std::size_t>(i)];
      share.next.store(static_cast<int>(pieces * i / all), std::memory_order_relaxed);
      share.end = static_cast<int>(pieces * (i + 1) / all);
    }
    gate.fetch_add(kRound | kOpen, std::memory_order_release);
    gate.notify_all();
    DoPieces(0);
    std::uint32_t now = gate.fetch_and(~kOpen) & ~kOpen;
    for (int looks = 0; (now & kInside) != 0; now = gate.load(std::memory_order_acquire)) {
      if (++looks > kLooks) {
        gate.wait(now, std::memory_order_acquire);
      } else {
        Pause();
      }
    }
    const std::exception_ptr thrown = std::exchange(error, nullptr);
    busy.clear(std::memory_order_release);
    if (thrown) std::rethrow_exception(thrown);
  }

  /// First its own share: mostly the same pieces in each step, which its caches still contain.
  /// Then what the others have left.
  void DoPieces(std::size_t self) {
    for (std::size_t i = 0; i < shares.size(); ++i) {
      Share& share = shares[(self + i) % shares.size()];
      // Reading first avoids taking over the cache lines of threads that are done.
      while (share.next.load(std::memory_order_relaxed) < share.end) {
        const int piece = share.next.fetch_add(1, std::memory_order_relaxed);
        if (piece < share.end) DoPiece(piece);
      }
    }
  }

  void DoPiece(int piece) {
    try {
      call(work, piece);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(error_mutex);
      if (!error) error = std::current_exception();
    }
  }

  void Help(std::size_t self) {
    int looks = 0;
    // The last opening that it took part in, so that it does not enter twice.
    std::uint32_t last = 0;
    while (true) {
      // In this order: a gate that was read after the end was announced shows it.
      std::uint32_t seen = gate.load(std::memory_order_acquire);
      if (stop) return;
      const bool open = (seen & kOpen) != 0 && (seen & ~(kInside | kOpen)) != last;
      if (open && gate.compare_exchange_weak(seen, seen + kOneInside, std::memory_order_acquire)) {
        last = seen & ~(kInside | kOpen);
        DoPieces(self);
        gate.fetch_sub(kOneInside, std::memory_order_release);
        gate.notify_all();
        looks = 0;
      } else if (!open && ++looks > kLooks) {
        gate.wait(seen, std::memory_order_relaxed);
        looks = 0;
      } else {
        Pause();
      }
    }
  }

  /// A thread's pieces: the next one, and the end.
  struct alignas(kLine) Share {
    std::atomic<int> next{0};
    int end = 0;
  };

  // Waiting threads read the gate, working threads a share: on separate cache lines.
  alignas(kLine) std::atomic<std::uint32_t> gate{0};
  alignas(kLine) std::vector<Share> shares;
  Call call = nullptr;
  const void* work = nullptr;
  std::atomic_flag busy;
  std::mutex error_mutex;
  std::exception_ptr error;
  std::atomic<bool> stop{false};
  std::vector<std::thread> helpers;
};

Workers::Workers(int threads)
    : threads_(threads > 0 ? threads
                           : std::max(1, static_cast<int>(std::thread::hardware_concurrency()))) {
  if (threads_ > 1) pool_ = std::make_unique<Pool>(threads_);
}

Workers::~Workers() = default;

void Workers::Share(int count, Call call, const void* work) { pool_->Run(count, call, work); }

}  // namespace surefoot
