#include "surefoot/serve/loop_watch.h"

#include <gmock/gmock.h>

namespace surefoot::serve {
namespace {

using testing::HasSubstr;

TEST(LoopWatch, NoticesALoopThatDoesNotTurn) {
  gateways::Metrics metrics;
  std::mutex mutex;
  std::condition_variable said;
  std::vector<std::string> log;
  LoopWatch::Options options;
  options.limit = std::chrono::milliseconds(0);
  options.log = [&](const std::string& text) {
    const std::lock_guard<std::mutex> lock(mutex);
    log.push_back(text);
    said.notify_all();
  };
  LoopWatch watch(&metrics, options);
  EXPECT_EQ(watch.Trouble(), "") << "it has not begun";
  watch.Busy();
  EXPECT_THAT(watch.Trouble(), HasSubstr("the simulation loop has been stuck for"));
  std::unique_lock<std::mutex> lock(mutex);
  said.wait(lock, [&] { return !log.empty(); });
  EXPECT_THAT(log.front(), HasSubstr("503"));
  lock.unlock();
  watch.Rest();
  EXPECT_EQ(watch.Trouble(), "") << "it has ended";
}

TEST(LoopWatch, IsContentWithALoopThatTurns) {
  gateways::Metrics metrics;
  LoopWatch::Options options;
  options.limit = std::chrono::minutes(10);
  LoopWatch watch(&metrics, options);
  watch.Busy();
  watch.Idle();
  EXPECT_EQ(watch.Trouble(), "");
}

TEST(LoopWatch, MeasuresTheLongestBlock) {
  gateways::Metrics metrics;
  LoopWatch::Options options;
  options.cpu = true;
  LoopWatch watch(&metrics, options);
  const auto spin = [](std::chrono::milliseconds time) {
    const auto end = LoopWatch::Clock::now() + time;
    while (LoopWatch::Clock::now() < end) {
    }
  };
  watch.Busy();
  spin(std::chrono::milliseconds(3));
  watch.Idle();
  spin(std::chrono::milliseconds(20));
  watch.Busy();
  watch.Idle();
  EXPECT_GE(watch.max_block(), 0.003);
  EXPECT_GT(watch.max_cpu_block(), 0.0);
  EXPECT_LE(watch.max_cpu_block(), watch.max_block() + 0.001);
  EXPECT_THAT(metrics.Text(), HasSubstr("surefoot_loop_block_seconds_max 0.0"));
  watch.ResetMax();
  EXPECT_EQ(watch.max_block(), 0.0);
}

}  // namespace
}  // namespace surefoot::serve
