#include "surefoot/gateways/metrics.h"

#include <gmock/gmock.h>

#include <thread>
#include <vector>

namespace surefoot::gateways {
namespace {

TEST(Metrics, ReportsFamiliesOnceWithAllTheirValues) {
  Metrics metrics;
  metrics.Find("b_total", Metrics::Kind::kCounter, "Bees.", "kind=\"x\"")->Add(2);
  metrics.Find("b_total", Metrics::Kind::kCounter, "Bees.", "kind=\"y\"")->Add();
  metrics.Find("a", Metrics::Kind::kGauge, "Ants.")->Set(0.5);
  EXPECT_EQ(metrics.Text(),
            "# HELP a Ants.\n# TYPE a gauge\na 0.5\n"
            "# HELP b_total Bees.\n# TYPE b_total counter\n"
            "b_total{kind=\"x\"} 2\nb_total{kind=\"y\"} 1\n");
}

TEST(Metrics, GivesRenamedValuesByBothNames) {
  Metrics metrics;
  metrics.Find("surefoot_web_throttled_total", Metrics::Kind::kCounter, "Throttled.")->Add(3);
  EXPECT_THAT(metrics.Text(), testing::HasSubstr("\nsurefoot_web_throttled_total 3\n"));
  EXPECT_THAT(metrics.Text(), testing::HasSubstr("\nsurefoot_web_slowed_total 3\n"));
  EXPECT_THAT(metrics.Text(),
              testing::HasSubstr("\"surefoot_web_slowed_total\" is now called "
                                 "\"surefoot_web_throttled_total\", until version 0.4."));
}

TEST(Metrics, LosesNothingBetweenThreads) {
  Metrics metrics;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      Metrics::Value* value = metrics.Find("n", Metrics::Kind::kCounter, "Numbers.");
      for (int j = 0; j < 10000; ++j) value->Add();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(metrics.Find("n", Metrics::Kind::kCounter, "")->value(), 40000.0);
}

}  // namespace
}  // namespace surefoot::gateways
