#include "surefoot/gateways/ros/event_loop.h"

#include <gmock/gmock.h>

#include <future>
#include <string>

namespace surefoot::gateways::ros {
namespace {

using std::chrono::milliseconds;

TEST(EventLoop, RunsTasksInOrderAlsoThoseFromBeforeItsStart) {
  EventLoop loop;
  std::string order;
  loop.Post([&] { order += "a"; });
  loop.Post([&] { order += "b"; });
  loop.Start();
  loop.Post([&] { order += "c"; });
  loop.Stop([&] { order += "d"; });
  EXPECT_EQ(order, "abcd");
}

TEST(EventLoop, DropsTasksAfterItsEnd) {
  EventLoop loop;
  loop.Start();
  loop.Stop();
  bool ran = false;
  loop.Post([&] { ran = true; });
  loop.Stop();
  EXPECT_FALSE(ran);
}

TEST(EventLoop, RunsDelayedTasksByTheirTimes) {
  EventLoop loop;
  std::string order;
  std::promise<void> done;
  std::unique_ptr<EventLoop::Timer> late;
  std::unique_ptr<EventLoop::Timer> early;
  loop.Post([&] {
    late = loop.After(milliseconds(30), [&] {
      order += "late";
      done.set_value();
    });
    early = loop.After(milliseconds(1), [&] { order += "early "; });
  });
  loop.Start();
  done.get_future().wait();
  loop.Stop();
  EXPECT_EQ(order, "early late");
}

TEST(EventLoop, ATimerThatEndsCancelsItsTask) {
  EventLoop loop;
  bool ran = false;
  std::promise<void> done;
  std::unique_ptr<EventLoop::Timer> other;
  loop.Post([&] {
    auto timer = loop.After(milliseconds(1), [&] { ran = true; });
    timer = nullptr;
    other = loop.After(milliseconds(20), [&] { done.set_value(); });
  });
  loop.Start();
  done.get_future().wait();
  loop.Stop();
  EXPECT_FALSE(ran);
}

TEST(EventLoop, ATaskMayPostAnotherOneAndCancelATimer) {
  EventLoop loop;
  bool other_ran = false;
  std::promise<void> done;
  std::unique_ptr<EventLoop::Timer> other;
  std::unique_ptr<EventLoop::Timer> timer;
  loop.Post([&] {
    other = loop.After(std::chrono::hours(1), [&] { other_ran = true; });
    timer = loop.After(milliseconds(1), [&] {
      other = nullptr;
      loop.Post([&] { done.set_value(); });
    });
  });
  loop.Start();
  done.get_future().wait();
  loop.Stop();
  EXPECT_FALSE(other_ran);
}

}  // namespace
}  // namespace surefoot::gateways::ros
