#include "surefoot/gateways/usarsim/net/send_queue.h"

#include <gtest/gtest.h>

namespace surefoot::gateways::usarsim {
namespace {

TEST(SendQueue, LosesOldSamplesAndNoAnswers) {
  SendQueue queue(10);
  queue.AddAnswer("answer 1;");
  for (int i = 0; i < 8; ++i) queue.AddSample("s" + std::to_string(i) + ";");
  queue.AddAnswer("answer 2;");
  EXPECT_EQ(queue.lost(), 5U);
  EXPECT_EQ(queue.answer_bytes(), 18U);
  EXPECT_EQ(queue.Take(1), "answer 1;");
  EXPECT_EQ(queue.Take(6), "s5;s6;");
  EXPECT_EQ(queue.Take(1000), "s7;answer 2;");
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.Take(1000), "");
}

TEST(SendQueue, LosesASampleThatIsBiggerThanAllMayBe) {
  SendQueue queue(10);
  queue.AddSample("eleven bytes");
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.lost(), 1U);
}

}  // namespace
}  // namespace surefoot::gateways::usarsim
