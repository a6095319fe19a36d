#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "surefoot/autonomy/estimate/discrete_bayes.h"
#include "surefoot/base/test/temp_folder.h"
#include "surefoot/evaluation/studies/avoidance/avoidance_controller.h"
#include "surefoot/evaluation/studies/avoidance/avoidance_judge.h"

namespace surefoot::studies {
namespace {

constexpr double kDegree = M_PI / 180.0;

/// A robot that drives and turns exactly, tracked by a tag `lever` behind the axle.
struct Driver {
  double x = 0.36, y = 0.51, heading = 0.05, t = 0.0, lever = 0.0245;
  AvoidanceTrace trace;

  void Move(double seconds, double speed, double turn) {
    constexpr double kStep = 1e-4;
    for (double s = 0.0; s < seconds; s += kStep) {
      if (trace.t.empty() || t >= trace.t.back() + 1.0 / 11.6) {
        trace.t.push_back(t);
        trace.x.push_back(x - lever * std::cos(heading));
        trace.y.push_back(y - lever * std::sin(heading));
      }
      x += kStep * speed * std::cos(heading);
      y += kStep * speed * std::sin(heading);
      heading += kStep * turn;
      t += kStep;
    }
  }
};

AvoidanceTrace MakeUTurn() {
  Driver driver;
  const double drift = -8.0 * kDegree;
  const double turn = -87.0 * kDegree / 0.4;
  driver.Move(1.9, 0.2, drift);
  driver.Move(0.4, 0.0, turn);
  driver.Move(0.7, 0.2, drift);
  driver.Move(0.4, 0.0, turn);
  driver.Move(1.0, 0.2, drift);
  driver.Move(0.3, 0.0, 0.0);
  return driver.trace;
}

TEST(AvoidanceFeatures, FindsWhatTheRunWasMadeOf) {
  const AvoidanceTrace trace = MakeUTurn();
  const auto features = FeaturesOf(trace);
  ASSERT_TRUE(features.has_value());
  EXPECT_NEAR(features->speed, 0.2, 0.004);
  EXPECT_NEAR(features->drift, -8.0 * kDegree, 0.5 * kDegree);
  // Legs end where the tag slows down, so some drift counts as part of the turn.
  EXPECT_NEAR(features->turn, 87.0 * kDegree, 4.0 * kDegree);
  EXPECT_NEAR(features->last_leg, 0.2 - 0.0245, 0.006);
  EXPECT_NEAR(features->lever, 0.0245, 0.003);
  EXPECT_EQ(features->end_x, trace.x.back());
}

TEST(AvoidanceFeatures, HasNoneForOtherPaths) {
  Driver straight;
  straight.Move(4.0, 0.2, 0.0);
  EXPECT_FALSE(FeaturesOf(straight.trace).has_value());
  EXPECT_FALSE(FeaturesOf(AvoidanceTrace()).has_value());
  Driver left;
  for (int i = 0; i < 3; ++i) {
    left.Move(1.0, 0.2, 0.0);
    left.Move(0.4, 0.0, 87.0 * kDegree / 0.4);
  }
  EXPECT_FALSE(FeaturesOf(left.trace).has_value());
}

TEST(AvoidanceTraces, AreReadAsTheyWereWritten) {
  const TempFolder folder;
  const AvoidanceTrace trace = MakeUTurn();
  folder.Write("set_03.csv", ToCsv(trace, 0.91));
  folder.Write("set_x.csv", "nothing");
  folder.Write("settled_01.csv", "nothing");
  const auto read = ReadRecordings(folder.path(), "set", 0.91);
  ASSERT_TRUE(read.ok()) << read.error().message;
  ASSERT_EQ(read->size(), 1u);
  ASSERT_EQ(read->front().size(), trace.size());
  for (std::size_t i = 0; i < trace.size(); ++i) {
    EXPECT_NEAR(read->front().x[i], trace.x[i], 1e-6);
    EXPECT_NEAR(read->front().y[i], trace.y[i], 1e-6);
  }
  folder.Write("set_04.csv", "t_s,x_cm,y_cm\n0,1,1\n0,1,1\n");
  const auto wrong = ReadRecordings(folder.path(), "set", 0.91);
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.error().message.find("set_04.csv:3: the time does not increase"),
            std::string::npos);
}

TEST(AvoidanceTraces, AreInterpolated) {
  AvoidanceTrace trace;
  trace.t = {1.0, 2.0, 4.0};
  trace.x = {0.0, 1.0, 5.0};
  EXPECT_TRUE(std::isnan(At(trace, trace.x, 0.5)));
  EXPECT_EQ(At(trace, trace.x, 1.0), 0.0);
  EXPECT_EQ(At(trace, trace.x, 3.0), 3.0);
  EXPECT_EQ(At(trace, trace.x, 9.0), 5.0);
}

/// Against the product of the four likelihoods, cell by cell.
TEST(DistanceReader, BelievesTheMostProbableCell) {
  const double readings[] = {0.095, 0.103, 0.098, 0.101};
  DistanceReader reader(true, false, 4);
  std::optional<double> belief;
  for (const double reading : readings) {
    EXPECT_FALSE(belief.has_value());
    belief = reader.Take(reading);
  }
  ASSERT_TRUE(belief.has_value());
  double best = 0.0;
  double best_log = -1e300;
  for (int cell = 0; cell < 591; ++cell) {
    const double d = 1.0 + 0.1 * cell;
    double log = 0.0;
    for (const double reading : readings) {
      const double deviation = 0.4878 + 0.0093 * d;
      const double off = (100.0 * reading - 0.7626 - 0.9582 * d) / deviation;
      log += -0.5 * off * off - std::log(deviation);
    }
    if (log <= best_log) continue;
    best_log = log;
    best = 0.01 * d;
  }
  EXPECT_NEAR(*belief, best, 1e-12);
}

TEST(AvoidanceController, TurnsTwiceAndLeaves) {
  AvoidanceSettings settings;
  AvoidanceVariant variant;
  variant.model.reaction = {0.1, 0.0};
  variant.model.phase = {0.0, 0.0};
  variant.model.pause = {0.1, 0.0};
  RandomStream random(1, "test");
  AvoidanceController controller(settings, variant, 0.5, &random);
  std::vector<std::pair<double, std::string>> received;
  for (int i = 0; i <= 600; ++i) {
    const double time = 0.01 * i;
    const bool near = (time > 2.0 && time < 2.3) || (time > 4.0 && time < 4.3);
    controller.AddReading(near ? 0.08 : 3.0);
    controller.Update(time,
                      [&](const std::string& command) { received.emplace_back(time, command); });
  }
  ASSERT_EQ(received.size(), 5u);
  EXPECT_NEAR(received[0].first, 1.0, 1e-9);
  EXPECT_EQ(received[0].second, "forward");
  // Detected at 2.1 s at the latest, turning 0.1 s later, driving on after 0.298 + 0.1 s.
  EXPECT_NEAR(received[1].first, 2.2, 0.1001);
  EXPECT_EQ(received[1].second.rfind("right", 0), 0u);
  EXPECT_NEAR(received[2].first - received[1].first, 0.398, 0.0101);
  EXPECT_EQ(received[2].second, "forward");
  EXPECT_EQ(received[4].second.rfind("forward 0.5", 0), 0u);
  EXPECT_NEAR(controller.stops(), received[4].first + 0.5, 1e-9);
}

TEST(AvoidanceJudge, IsSureOfEqualRuns) {
  std::vector<AvoidanceTrace> runs;
  for (int i = 0; i < 20; ++i) {
    runs.push_back(MakeUTurn());
    for (double& x : runs.back().x) x += 0.001 * i;
  }
  const AvoidanceJudgement same = Judge(runs, runs);
  EXPECT_NEAR(same.end_error, 0.0, 1e-12);
  EXPECT_NEAR(same.end_spread_ratio, 1.0, 1e-12);
  // Of 20 runs the outermost are outside of the 5 and 95 % quantiles in x, none in y.
  EXPECT_NEAR(same.coverage, 0.95, 1e-9);
  std::vector<AvoidanceTrace> moved = runs;
  for (AvoidanceTrace& run : moved) {
    for (double& x : run.x) x += 0.1;
    for (double& y : run.y) y += 0.1;
  }
  EXPECT_NEAR(Judge(moved, runs).end_error, 0.1 * std::sqrt(2.0), 1e-9);
  EXPECT_EQ(Judge(moved, runs).coverage, 0.0);
}

}  // namespace
}  // namespace surefoot::studies
