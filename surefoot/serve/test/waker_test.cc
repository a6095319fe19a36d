#include "surefoot/serve/waker.h"

#include <gtest/gtest.h>

#include <thread>

namespace surefoot::serve {
namespace {

using Clock = Waker::Clock;

constexpr std::chrono::seconds kLong(20);

TEST(WakerTest, RemembersACallThatCameBefore) {
  Waker waker;
  waker.Wake();
  waker.Wake();
  EXPECT_TRUE(waker.Wait(Clock::now() + kLong));
  // A wake-up counts once.
  EXPECT_FALSE(waker.Wait(Clock::now()));
}

TEST(WakerTest, NoCallIsLost) {
  Waker there;
  Waker back;
  constexpr int kRounds = 20000;
  std::thread other([&] {
    for (int i = 0; i < kRounds; ++i) {
      if (!there.Wait(Clock::now() + kLong)) return;
      back.Wake();
    }
  });
  int answered = 0;
  for (int i = 0; i < kRounds; ++i) {
    there.Wake();
    // With and without spinning.
    answered += back.Wait(Clock::now() + kLong, std::chrono::microseconds(i % 2 == 0 ? 20 : 0));
  }
  other.join();
  EXPECT_EQ(answered, kRounds);
}

}  // namespace
}  // namespace surefoot::serve
