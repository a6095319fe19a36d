#include "surefoot/cli/commands/run_summary.h"

#include <gtest/gtest.h>

#include <sstream>

namespace surefoot::cli {
namespace {

RunResult MakeResult() {
  RunResult result;
  result.world_file = "worlds/flat.sdf";
  result.world = "flat";
  result.engine = "mujoco";
  result.engine_version = "2.2.2";
  result.step = 0.001;
  result.hash = 0xabcULL;
  result.sim_time = 10.0;
  result.steps = 10000;
  result.wall = 0.5;
  result.stages[static_cast<std::size_t>(sim::Stage::kEvents)] = 0.01;
  result.stages[static_cast<std::size_t>(sim::Stage::kPhysics)] = 0.4;
  result.stages[static_cast<std::size_t>(sim::Stage::kHash)] = 0.04;
  ModelMotion husky;
  husky.name = "husky";
  husky.X_WL = RigidTransform(QuaternionFromRpy(0.0, 0.0, 3.14159265358979 / 2.0),
                              Vector3d(1.0, -1e-9, 0.13));
  husky.distance = 5.0;
  result.models = {husky};
  return result;
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(SummaryText, ShowsSpeedStagesAndModels) {
  const std::string text = SummaryText(MakeResult(), {});
  EXPECT_TRUE(Has(text, "20.0 x real time")) << text;
  EXPECT_TRUE(Has(text, "10000 of 1 ms, 45.0 us each")) << text;
  EXPECT_TRUE(Has(text, "events 2.0 %, physics 80.0 %, hash 8.0 %, rest 10.0 %")) << text;
  EXPECT_TRUE(Has(text, "90.0")) << text;
  EXPECT_FALSE(Has(text, "-0.000")) << text;
  EXPECT_FALSE(Has(text, "0000000000000abc")) << text;
  EXPECT_TRUE(Has(SummaryText(MakeResult(), {.hash = true}), "Hash       0000000000000abc"));
}

TEST(SummaryText, ShowsIslandsAndTimesOfStages) {
  RunResult result = MakeResult();
  result.islands = {.islands = 4, .largest = 2, .joined = 3, .parted = 1};
  result.threads = 2;
  result.models.assign(5, result.models.front());
  const std::string text = SummaryText(result, {.profile = true});
  EXPECT_TRUE(Has(text, "4, 2 models in the largest; on 2 threads; joined 3 times")) << text;
  // 40 of 45 us per step are physics; 8 us for each of the five.
  EXPECT_TRUE(Has(text, "40.00")) << text;
  EXPECT_TRUE(Has(text, "8.000")) << text;
  EXPECT_TRUE(Has(text, "88.9 %")) << text;
  EXPECT_FALSE(Has(SummaryText(result, {}), "us per model"));
}

TEST(SummaryText, LinesFitIntoATerminal) {
  std::istringstream lines(SummaryText(MakeResult(), {.hash = true}));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

TEST(SummaryText, ListsThirtyModelsAtMost) {
  RunResult result = MakeResult();
  result.models.assign(33, result.models.front());
  EXPECT_TRUE(Has(SummaryText(result, {}), "... and 3 more models (--json lists all)"));
}

TEST(SummaryText, RunWithoutStepsDividesByNothing) {
  RunResult result = MakeResult();
  result.steps = 0;
  result.sim_time = result.wall = 0.0;
  result.stages = {};
  const std::string text = SummaryText(result, {});
  EXPECT_FALSE(Has(text, "nan")) << text;
  EXPECT_FALSE(Has(text, "inf")) << text;
}

TEST(StepText, Milliseconds) {
  EXPECT_EQ(StepText(0.001), "1 ms");
  EXPECT_EQ(StepText(0.0005), "0.5 ms");
}

}  // namespace
}  // namespace surefoot::cli
