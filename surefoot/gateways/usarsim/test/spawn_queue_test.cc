#include "surefoot/gateways/usarsim/spawn_queue.h"

#include <gmock/gmock.h>

namespace surefoot::gateways::usarsim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class SpawnQueueTest : public testing::Test {
 protected:
  Status Add(const std::string& client, const std::string& what) {
    return queue_.Add(client, [this, what] { started_.push_back(what); });
  }
  SpawnQueue queue_;
  std::vector<std::string> started_;
};

TEST_F(SpawnQueueTest, OneAtATimeAndClientsInTurn) {
  for (const char* what : {"a1", "a2", "a3"}) ASSERT_TRUE(Add("a", what).ok());
  ASSERT_TRUE(Add("b", "b1").ok());
  ASSERT_TRUE(Add("c", "c1").ok());
  EXPECT_THAT(started_, ElementsAre("a1"));
  EXPECT_EQ(queue_.waiting(), 4u);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(started_.size(), static_cast<std::size_t>(i + 1));
    queue_.Done();
  }
  // Clients with many requests wait for clients with few.
  EXPECT_THAT(started_, ElementsAre("a1", "a2", "b1", "c1", "a3"));
  queue_.Done();
  ASSERT_TRUE(Add("a", "a4").ok());
  EXPECT_EQ(started_.back(), "a4");
}

TEST_F(SpawnQueueTest, WhoLeavesGetsNothing) {
  ASSERT_TRUE(Add("a", "a1").ok());
  ASSERT_TRUE(Add("b", "b1").ok());
  ASSERT_TRUE(Add("c", "c1").ok());
  queue_.Leave("b");
  queue_.Done();
  EXPECT_THAT(started_, ElementsAre("a1", "c1"));
}

TEST_F(SpawnQueueTest, HasLimits) {
  for (std::size_t i = 0; i <= SpawnQueue::kMaxWaitingOfClient; ++i) {
    EXPECT_TRUE(queue_.CanAdd("a"));
    ASSERT_TRUE(Add("a", "a").ok());
  }
  EXPECT_FALSE(queue_.CanAdd("a"));
  EXPECT_TRUE(queue_.CanAdd("b"));
  const Status more = Add("a", "too many");
  ASSERT_FALSE(more.ok());
  EXPECT_THAT(more.error().message, HasSubstr("too many models wait"));
  for (int i = 0; queue_.waiting() < SpawnQueue::kMaxWaiting; ++i) {
    ASSERT_TRUE(Add("client" + std::to_string(i), "x").ok());
  }
  EXPECT_FALSE(Add("b", "too many").ok());
  EXPECT_EQ(started_.size(), 1u);
}

}  // namespace
}  // namespace surefoot::gateways::usarsim
