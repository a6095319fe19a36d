#include "surefoot/evaluation/gap/verdict/run_comparison.h"

#include <gmock/gmock.h>

#include <cmath>

#include "surefoot/evaluation/gap/test/u_turn.h"

namespace surefoot::gap {
namespace {

using testing::Contains;
using testing::HasSubstr;

/// Runs as a table: the robot first stands for `idle` seconds.
std::vector<TaskRun> RunsOf(const UTurn& model, int count, std::uint64_t seed, double idle = 0.3) {
  std::vector<TaskRun> runs;
  for (const Trace& trace : MakeUTurns(model, count, seed)) {
    TaskRun run{"run_" + std::to_string(runs.size()) + ".csv",
                {{PositionQuantity(), {}, {{}, {}}}}};
    RunSignal& position = run.signals.front();
    RandomStream random(seed, "idle", runs.size());
    for (double t = 0.0; t < idle; t += kUTurnStep) {
      position.t.push_back(t);
      position.values[0].push_back(0.36 + model.tracker_deviation * random.Normal());
      position.values[1].push_back(0.51 + model.tracker_deviation * random.Normal());
    }
    for (std::size_t k = 0; k < trace.size(); ++k) {
      position.t.push_back(idle + kUTurnStep * static_cast<double>(k));
      position.values[0].push_back(trace.values[0][k]);
      position.values[1].push_back(trace.values[1][k]);
    }
    runs.push_back(std::move(run));
  }
  return runs;
}

UTurn WithTracker(double deviation) {
  UTurn model;
  model.tracker_deviation = deviation;
  return model;
}

TEST(SensorModel, FindsTheJitterOfARecording) {
  for (const double deviation : {0.002, 0.005}) {
    const SensorModel sensor = EstimateSensor(RunsOf(WithTracker(deviation), 20, 1));
    EXPECT_NEAR(sensor.deviation.at("position"), deviation, 0.15 * deviation);
    EXPECT_EQ(sensor.quantum.at("position"), 0.0);
  }
}

TEST(SensorModel, FindsTheStepsOfARecording) {
  std::vector<TaskRun> runs = RunsOf(WithTracker(0.001), 10, 1);
  for (TaskRun& run : runs) {
    for (auto& component : run.signals[0].values) {
      for (double& value : component) value = 0.005 * std::round(value / 0.005);
    }
  }
  EXPECT_NEAR(EstimateSensor(runs).quantum.at("position"), 0.005, 1e-9);
}

/// Runs simulated without a tracker get the recording's jitter, rate and delay.
TEST(SensorModel, SimulatedRunsAreSeenAsRecorded) {
  const std::vector<TaskRun> recorded = RunsOf(WithTracker(0.004), 20, 1);
  // Smooth and five times as fast.
  TaskRun smooth{"simulated", {{PositionQuantity(), {}, {{}, {}}}}};
  for (int k = 0; k < 250; ++k) {
    smooth.signals[0].t.push_back(0.0172 * k);
    smooth.signals[0].values[0].push_back(0.2 * 0.0172 * k);
    smooth.signals[0].values[1].push_back(0.0);
  }
  SensorModel sensor = EstimateSensor(recorded);
  sensor.latency = 0.1;
  const std::vector<TaskRun> seen = SeenAll(std::vector<TaskRun>(20, smooth), recorded, sensor);
  EXPECT_NEAR(EstimateSensor(seen).deviation.at("position"), 0.004, 0.0006);
  const RunSignal& position = seen.front().position();
  EXPECT_NEAR(position.t[10] - position.t[9], kUTurnStep, 1e-9);
  double late = 0.0;
  for (std::size_t i = 20; i < 40; ++i) late += position.t[i] - position.values[0][i] / 0.2;
  EXPECT_NEAR(late / 20.0, 0.1, 0.02);
}

TEST(RunAlignment, StartsWhereItHasMoved) {
  TaskRun run{"a",
              {{PositionQuantity(), {0.0, 1.0, 2.0, 3.0}, {{0.0, 0.0, 0.1, 0.2}, {0, 0, 0, 0}}}}};
  EXPECT_NEAR(*StartOfMotion(run, 0.02), 1.2, 1e-12);
  EXPECT_EQ(*StartOfMotion(run, 0.0), 0.0);
  EXPECT_FALSE(StartOfMotion(run, 0.5).has_value());
  std::vector<TaskRun> runs = {run, run};
  std::fill(runs[1].signals[0].values[0].begin(), runs[1].signals[0].values[0].end(), 0.0);
  std::vector<std::string> notes;
  EXPECT_NEAR(AlignStarts({}, "real", &runs, &notes), 1.2, 1e-12);
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_NEAR(runs[0].position().At(0.0)[0], 0.02, 1e-12);
  EXPECT_NEAR(runs[0].end(), 1.8, 1e-12);
  EXPECT_THAT(notes, Contains(HasSubstr("never goes 2 cm from its start; left out")));
}

TEST(RunComparison, EqualRunsAreTrustedAndAlike) {
  RunComparisonOptions options;
  options.tolerances = {{"position", 0.3}};
  const Result<RunComparison> result =
      CompareRuns(RunsOf(UTurn(), 25, 1), RunsOf(UTurn(), 25, 2, 1.0), options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  const GapVerdict& verdict = result->verdict;
  ASSERT_EQ(verdict.quantities.size(), 3u);
  EXPECT_EQ(verdict.quantities[0].kind, VerdictKind::kWhole) << verdict.quantities[0].sentence;
  EXPECT_NEAR(result->time_offset, -0.7, 0.05);
  EXPECT_LT(result->residual, 0.005);
  ASSERT_TRUE(verdict.indistinguishability.has_value());
  for (const auto& point : verdict.indistinguishability->points) {
    EXPECT_GT(point.high, 0.85) << point.t << " " << point.d << " " << point.classifier;
  }
  ASSERT_FALSE(verdict.state_changes.empty());
  EXPECT_EQ(verdict.state_changes[0].what, "turn right");
  EXPECT_LT(std::abs(verdict.state_changes[0].difference), 0.1);
}

/// A simulator is distinguished by its motion, not by the lack of a tracker.
TEST(RunComparison, TheSensorOfTheRecordingDoesNotCount) {
  const auto last_d = [](const UTurn& simulated, bool without_sensor) {
    RunComparisonOptions options;
    options.without_sensor = without_sensor;
    const auto result =
        CompareRuns(RunsOf(WithTracker(0.004), 25, 1), RunsOf(simulated, 25, 2), options);
    return result->verdict.indistinguishability->points.back().d;
  };
  EXPECT_LT(last_d(WithTracker(0.0), true), 0.1);
  EXPECT_GT(last_d(WithTracker(0.0), false), 0.6);
  UTurn slow = WithTracker(0.0);
  slow.speed = 0.18;
  EXPECT_LT(last_d(slow, false), 0.1);
}

TEST(RunComparison, FramesAreBroughtTogether) {
  std::vector<TaskRun> real = RunsOf(UTurn(), 15, 1);
  const PlanarPose X_RW{2.0, -1.0, 1.1};
  for (TaskRun& run : real) MoveRun(X_RW, &run);
  RunComparisonOptions options;
  const auto apart = CompareRuns(real, RunsOf(UTurn(), 15, 2), options);
  EXPECT_GT(apart->residual, 1.0);
  options.alignment.from_first_pose = true;
  const auto first = CompareRuns(real, RunsOf(UTurn(), 15, 2), options);
  EXPECT_LT(first->residual, 1e-6);
  EXPECT_LT(first->verdict.quantities[0].error.median.back(), 0.12);
  options.alignment.from_first_pose = false;
  // The inverse of X_RW.
  const double c = std::cos(1.1), s = std::sin(1.1);
  options.alignment.X_WR = PlanarPose{-c * 2.0 + s * 1.0, s * 2.0 + c * 1.0, -1.1};
  const auto given = CompareRuns(real, RunsOf(UTurn(), 15, 2), options);
  EXPECT_LT(given->residual, 0.01);
}

TEST(RunComparison, OutliersAndShortRunsAreReported) {
  std::vector<TaskRun> real = RunsOf(UTurn(), 15, 1);
  UTurn lost;
  lost.detection = 2.0;
  real[3] = RunsOf(lost, 1, 9).front();
  real[3].name = "lost.csv";
  for (auto* list :
       {&real[5].signals[0].t, &real[5].signals[0].values[0], &real[5].signals[0].values[1]}) {
    list->resize(20);
  }
  const auto kept = CompareRuns(real, RunsOf(UTurn(), 15, 2), {});
  EXPECT_THAT(kept->verdict.notes, Contains(HasSubstr("real run lost.csv is an outlier")));
  EXPECT_THAT(kept->verdict.notes, Contains(HasSubstr("run_5.csv ends after")));
  EXPECT_EQ(kept->real_runs, 15);
  RunComparisonOptions options;
  options.drop_outliers = true;
  const auto dropped = CompareRuns(real, RunsOf(UTurn(), 15, 2), options);
  EXPECT_EQ(dropped->real_runs, 14);
  EXPECT_THAT(dropped->verdict.notes, Contains(HasSubstr("1 real outliers were left out")));
}

/// A range that falls below 10 cm before the turn is a detection before it.
TEST(RunComparison, DetectionsTakeTheirPlaceAmongChanges) {
  const auto with_range = [](std::vector<TaskRun> runs) {
    for (TaskRun& run : runs) {
      RunSignal range{{"range", "m", 1, false, 0.0, 0.0}, run.position().t, {{}}};
      for (const double x : run.position().values[0]) range.values[0].push_back(0.84 - x);
      run.signals.push_back(range);
    }
    return runs;
  };
  RunComparisonOptions options;
  options.detections = {{"range", 0.1}};
  const auto result =
      CompareRuns(with_range(RunsOf(UTurn(), 15, 1)), with_range(RunsOf(UTurn(), 15, 2)), options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  ASSERT_GE(result->verdict.state_changes.size(), 2u);
  EXPECT_EQ(result->verdict.state_changes[0].what, "detection");
  EXPECT_EQ(result->verdict.state_changes[1].what, "turn right");
  EXPECT_THAT(result->verdict.notes, Contains(HasSubstr("range: no tolerance was given")));
  options.detections = {{"sonar", 0.1}};
  const auto refused = CompareRuns(RunsOf(UTurn(), 3, 1), RunsOf(UTurn(), 3, 2), options);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message,
              HasSubstr("--detect: unknown quantity 'sonar'; accepted: position, heading, speed"));
  options.detections.clear();
  options.sensor = SensorModel();
  options.sensor->deviation["positon"] = 0.01;
  EXPECT_THAT(CompareRuns(RunsOf(UTurn(), 3, 1), RunsOf(UTurn(), 3, 2), options).error().message,
              HasSubstr("--sensor: unknown quantity 'positon'; did you mean \"position\"?"));
}

TEST(RunComparison, NothingToCompareIsAnError) {
  std::vector<TaskRun> still = RunsOf(UTurn(), 3, 1);
  for (TaskRun& run : still) {
    for (auto& component : run.signals[0].values)
      std::fill(component.begin(), component.end(), 0.0);
  }
  const auto result = CompareRuns(still, RunsOf(UTurn(), 3, 2), {});
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error().message, HasSubstr("no real run remains"));
}

}  // namespace
}  // namespace surefoot::gap
