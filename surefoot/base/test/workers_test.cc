#include "surefoot/base/workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace surefoot {
namespace {

TEST(Workers, DoEveryPieceOnce) {
  for (const int threads : {1, 2, 8}) {
    Workers workers(threads);
    EXPECT_EQ(workers.threads(), threads);
    std::vector<int> done(1000, 0);
    for (int round = 0; round < 20; ++round) {
      workers.For(1000, [&](int i) { ++done[static_cast<std::size_t>(i)]; });
    }
    EXPECT_EQ(done, std::vector<int>(1000, 20)) << threads;
    workers.For(0, [&](int) { FAIL(); });
  }
}

TEST(Workers, ShareTheWork) {
  Workers workers(8);
  std::mutex mutex;
  std::set<std::thread::id> seen;
  std::atomic<bool> other{false};
  // The first piece waits up to a second for another thread to start one.
  workers.For(2, [&](int) {
    {
      const std::lock_guard<std::mutex> lock(mutex);
      seen.insert(std::this_thread::get_id());
      if (seen.size() > 1) other = true;
    }
    for (int i = 0; i < 1000 && !other; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  EXPECT_EQ(seen.size(), 2u);
}

TEST(Workers, ComeAndGoAtAnyMoment) {
  for (int round = 0; round < 300; ++round) {
    Workers workers(4);
    std::atomic<int> sum{0};
    // None, some that are asleep, or many in sequence.
    for (int k = 0; k < round % 7; ++k) workers.For(5, [&](int i) { sum += i; });
    if (round % 50 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    workers.For(5, [&](int i) { sum += i; });
    EXPECT_EQ(sum, 10 * (round % 7 + 1));
  }
}

TEST(Workers, PiecesMayShareWorkThemselves) {
  Workers workers(4);
  std::atomic<int> sum{0};
  workers.For(20, [&](int) { workers.For(10, [&](int i) { sum += i; }); });
  EXPECT_EQ(sum, 20 * 45);
}

TEST(Workers, PassExceptionsOn) {
  for (const int threads : {1, 4}) {
    Workers workers(threads);
    const auto fail = [](int i) {
      if (i == 7) throw std::runtime_error("seven");
    };
    EXPECT_THROW(workers.For(10, fail), std::runtime_error);
  }
}

TEST(Workers, MayBeMissing) {
  int sum = 0;
  ForEach(nullptr, 5, [&](int i) { sum += i; });
  EXPECT_EQ(sum, 10);
}

TEST(Workers, AreOnePerCoreByDefault) {
  EXPECT_EQ(Workers(0).threads(), static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace
}  // namespace surefoot
