#include "surefoot/sim/latch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>

namespace surefoot::sim {
namespace {

Input Numbered(const std::string& poster, int number) {
  JointCommand command;
  command.joint = poster;
  command.axis = number;
  return command;
}

TEST(Latch, GivesWhatWasPostedInOrderOnce) {
  Latch latch;
  std::vector<Input> out;
  latch.Drain(&out);
  EXPECT_TRUE(out.empty());
  for (int i = 0; i < 5; ++i) latch.Post(Numbered("a", i));
  latch.Post(Remove{"box"});
  latch.Drain(&out);
  ASSERT_EQ(out.size(), 6u);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(std::get<JointCommand>(out[static_cast<std::size_t>(i)]).axis, i);
  }
  EXPECT_EQ(std::get<Remove>(out[5]).model, "box");
  latch.Drain(&out);
  EXPECT_EQ(out.size(), 6u);
}

TEST(Latch, AppendsToWhatIsThere) {
  Latch latch;
  std::vector<Input> out = {Numbered("old", 0)};
  latch.Post(Numbered("new", 1));
  latch.Drain(&out);
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(std::get<JointCommand>(out[0]).joint, "old");
}

TEST(Latch, LosesNothingFromManyThreads) {
  constexpr int kThreads = 4;
  constexpr int kEach = 20000;
  Latch latch;
  std::atomic<int> running{kThreads};
  std::vector<std::thread> posters;
  for (int t = 0; t < kThreads; ++t) {
    posters.emplace_back([&latch, &running, t] {
      const std::string name = "poster" + std::to_string(t);
      for (int i = 0; i < kEach; ++i) latch.Post(Numbered(name, i));
      --running;
    });
  }
  std::map<std::string, int> next;
  std::vector<Input> out;
  int drained = 0;
  const auto take = [&] {
    out.clear();
    latch.Drain(&out);
    for (const Input& input : out) {
      const auto& command = std::get<JointCommand>(input);
      // Each poster's own order is kept.
      ASSERT_EQ(command.axis, next[command.joint]++);
      ++drained;
    }
  };
  while (running > 0) take();
  for (std::thread& poster : posters) poster.join();
  take();
  EXPECT_EQ(drained, kThreads * kEach);
}

}  // namespace
}  // namespace surefoot::sim
