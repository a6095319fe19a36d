#include "surefoot/serve/clients/lockstep.h"

#include <gmock/gmock.h>

#include "surefoot/msgs/std_msgs.h"

namespace surefoot::serve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using Policy = Lockstep::Policy;
using Clock = Lockstep::Clock;

const Clock::time_point kStart = Clock::time_point() + std::chrono::hours(1);

Lockstep::Entry Entry(const std::string& name, std::int64_t period = 1,
                      Policy policy = Policy::kStop, double timeout = 0.0) {
  return {name, "web:" + name, period, timeout, policy};
}

graph::Publication Message(const std::string& client, const std::string& topic) {
  graph::Publication publication;
  publication.caller.name = "web:" + client;
  publication.topic = topic;
  return publication;
}

std::vector<std::string> Topics(const std::vector<graph::Publication>& publications) {
  std::vector<std::string> topics;
  for (const graph::Publication& publication : publications) topics.push_back(publication.topic);
  return topics;
}

Clock::time_point After(double seconds) {
  return kStart +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

TEST(LockstepTest, WaitsForAllWhoAreDue) {
  Lockstep lockstep;
  EXPECT_TRUE(lockstep.Ready(0, kStart));
  ASSERT_TRUE(lockstep.Register(Entry("a"), 10).ok());
  ASSERT_TRUE(lockstep.Register(Entry("b", 3), 10).ok());
  EXPECT_THAT(lockstep.Due(10), ElementsAre("a", "b"));
  EXPECT_FALSE(lockstep.Ready(10, kStart));
  ASSERT_TRUE(lockstep.Done("a", 10, "web:a").ok());
  EXPECT_FALSE(lockstep.Ready(10, kStart));
  ASSERT_TRUE(lockstep.Done("b", 10, "web:b").ok());
  EXPECT_TRUE(lockstep.Ready(10, kStart));
  EXPECT_THAT(lockstep.Release(10), IsEmpty());
  for (std::int64_t step : {11, 12}) {
    EXPECT_THAT(lockstep.Due(step), ElementsAre("a"));
    ASSERT_TRUE(lockstep.Done("a", step, "web:a").ok());
    EXPECT_TRUE(lockstep.Ready(step, kStart));
    lockstep.Release(step);
  }
  EXPECT_THAT(lockstep.Due(13), ElementsAre("a", "b"));
}

TEST(LockstepTest, MessagesTakeEffectByNameAndOnlyThoseBeforeDone) {
  Lockstep lockstep;
  ASSERT_TRUE(lockstep.Register(Entry("b"), 0).ok());
  ASSERT_TRUE(lockstep.Register(Entry("a"), 0).ok());
  EXPECT_TRUE(lockstep.Hold(Message("b", "/b1")).ok());
  ASSERT_TRUE(lockstep.Done("b", 0, "web:b").ok());
  EXPECT_TRUE(lockstep.Hold(Message("b", "/b2")).ok());
  EXPECT_TRUE(lockstep.Hold(Message("a", "/a1")).ok());
  EXPECT_TRUE(lockstep.Hold(Message("a", "/a2")).ok());
  ASSERT_TRUE(lockstep.Done("a", 0, "web:a").ok());
  EXPECT_THAT(Topics(lockstep.Release(0)), ElementsAre("/a1", "/a2", "/b1"));
  ASSERT_TRUE(lockstep.Done("b", 1, "web:b").ok());
  EXPECT_THAT(Topics(lockstep.Release(1)), ElementsAre("/b2"));
}

TEST(LockstepTest, PoliciesOfThoseWhoAreLate) {
  Lockstep lockstep;
  ASSERT_TRUE(lockstep.Register(Entry("drop", 1, Policy::kDrop, 1.0), 0).ok());
  ASSERT_TRUE(lockstep.Register(Entry("hold", 1, Policy::kHold, 2.0), 0).ok());
  ASSERT_TRUE(lockstep.Register(Entry("stop", 1, Policy::kStop, 3.0), 0).ok());
  ASSERT_TRUE(lockstep.Register(Entry("patient", 1, Policy::kDrop, 0.0), 0).ok());
  EXPECT_FALSE(lockstep.Deadline(0));
  EXPECT_FALSE(lockstep.Ready(0, kStart));
  EXPECT_EQ(lockstep.Deadline(0), After(1.0));
  EXPECT_THAT(lockstep.TakeLate(0, After(0.9)), IsEmpty());
  EXPECT_THAT(lockstep.TakeLate(0, After(1.0)), SizeIs(1));
  EXPECT_THAT(lockstep.Due(0), ElementsAre("hold", "patient", "stop"));
  EXPECT_THAT(lockstep.TakeLate(0, After(2.5)), SizeIs(1));
  const std::vector<Lockstep::Entry> late = lockstep.TakeLate(0, After(3.5));
  ASSERT_THAT(late, SizeIs(1));
  EXPECT_EQ(late[0].name, "stop");
  // The run still waits for it; after a pause its time begins again.
  lockstep.RestartTimeouts();
  EXPECT_FALSE(lockstep.Ready(0, After(10.0)));
  EXPECT_EQ(lockstep.Deadline(0), After(13.0));
  ASSERT_TRUE(lockstep.Done("stop", 0, "web:stop").ok());
  ASSERT_TRUE(lockstep.Done("patient", 0, "web:patient").ok());
  EXPECT_TRUE(lockstep.Ready(0, After(11.0)));
  lockstep.Release(0);
  EXPECT_THAT(lockstep.Due(1), ElementsAre("hold", "patient", "stop"));
  // Too late: without effect.
  EXPECT_TRUE(lockstep.Done("hold", 0, "web:hold").ok());
  ASSERT_TRUE(lockstep.Done("stop", 1, "web:stop").ok());
  ASSERT_TRUE(lockstep.Done("patient", 1, "web:patient").ok());
  EXPECT_FALSE(lockstep.Ready(1, After(11.0)));
}

TEST(LockstepTest, Refuses) {
  Lockstep lockstep;
  EXPECT_THAT(lockstep.Register(Entry(""), 0).error().message, HasSubstr("needs a name"));
  ASSERT_TRUE(lockstep.Register(Entry("a"), 5).ok());
  EXPECT_THAT(lockstep.Register(Entry("a"), 5).error().message, HasSubstr("registered already"));
  EXPECT_THAT(lockstep.Done("b", 5, "web:b").error().message, HasSubstr("no client 'b'"));
  EXPECT_THAT(lockstep.Done("a", 5, "web:b").error().message, HasSubstr("by web:a, not by web:b"));
  EXPECT_THAT(lockstep.Done("a", 6, "web:a").error().message, HasSubstr("due at step 5"));
  EXPECT_THAT(lockstep.Unregister("a", "web:b").error().message, HasSubstr("not by web:b"));
  EXPECT_FALSE(Lockstep::ParsePolicy("maybe").ok());
  EXPECT_TRUE(lockstep.Unregister("a", "web:a").ok());
  EXPECT_TRUE(lockstep.empty());
}

TEST(LockstepTest, LeaveAndRestart) {
  Lockstep lockstep;
  ASSERT_TRUE(lockstep.Register(Entry("a"), 5).ok());
  ASSERT_TRUE(lockstep.Register(Entry("b", 7), 5).ok());
  EXPECT_TRUE(lockstep.Hold(Message("a", "/old")).ok());
  ASSERT_TRUE(lockstep.Done("a", 5, "web:a").ok());
  lockstep.Restart(0);
  EXPECT_THAT(lockstep.Due(0), ElementsAre("a", "b"));
  EXPECT_FALSE(lockstep.Ready(0, kStart));
  EXPECT_THAT(lockstep.Leave("web:b"), SizeIs(1));
  ASSERT_TRUE(lockstep.Done("a", 0, "web:a").ok());
  EXPECT_TRUE(lockstep.Ready(0, kStart));
  EXPECT_THAT(lockstep.Release(0), IsEmpty());
  EXPECT_TRUE(lockstep.Has("web:a"));
  EXPECT_FALSE(lockstep.Has("web:b"));
}

TEST(Lockstep, WhatWaitsHasABound) {
  Lockstep lockstep;
  Lockstep::Entry entry;
  entry.name = "a";
  entry.client = "web:a";
  ASSERT_TRUE(lockstep.Register(entry, 0).ok());
  int taken = 0;
  while (lockstep.Hold(Message("a", "/x")).ok() && taken < 1000000) ++taken;
  EXPECT_EQ(taken, 10000);
  ASSERT_TRUE(lockstep.Done("a", 0, "web:a").ok());
  EXPECT_TRUE(lockstep.Hold(Message("a", "/x")).ok()) << "these count for the next time";
  EXPECT_EQ(lockstep.Release(0).size(), 10000u);
}

}  // namespace
}  // namespace surefoot::serve
