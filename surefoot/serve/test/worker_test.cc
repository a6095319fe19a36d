#include "surefoot/serve/worker.h"

#include <gmock/gmock.h>

#include <memory>
#include <vector>

namespace surefoot::serve {
namespace {

using Stop = std::atomic<bool>;

TEST(Worker, DoesTheWorkElsewhereAndTheRestHere) {
  std::atomic<int> woken{0};
  Worker worker([&] { ++woken; });
  std::vector<int> order;
  for (int i = 0; i < 3; ++i) {
    worker.Post([&, i](const Stop&) -> Worker::Done {
      const std::thread::id there = std::this_thread::get_id();
      return [&, i, there] {
        order.push_back(i);
        EXPECT_NE(there, std::this_thread::get_id());
      };
    });
  }
  while (order.size() < 3) worker.Pump();
  EXPECT_THAT(order, testing::ElementsAre(0, 1, 2));
  EXPECT_EQ(worker.waiting(), 0u);
}

TEST(Worker, WhatIsNotPumpedIsDropped) {
  std::atomic<bool> begun{false};
  int done = 0;
  auto kept = std::make_shared<int>(1);
  {
    Worker worker([] {});
    worker.Post([&, kept](const Stop& stop) -> Worker::Done {
      begun = true;
      while (!stop) std::this_thread::yield();
      return [&done, kept] { ++done; };
    });
    worker.Post([&, kept](const Stop&) -> Worker::Done { return [&done] { ++done; }; });
    while (!begun) std::this_thread::yield();
  }
  EXPECT_EQ(done, 0);
  EXPECT_EQ(kept.use_count(), 1);
}

}  // namespace
}  // namespace surefoot::serve
