#include "surefoot/evaluation/run/plan.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "surefoot/builtin/builtin.h"
#include "surefoot/evaluation/run/pool.h"
#include "surefoot/evaluation/run/run_trial.h"
#include "surefoot/session/parts.h"

namespace surefoot::experiment {
namespace {

namespace fs = std::filesystem;

constexpr const char* kText = R"(
worlds: {flat: flat, yard: {file: flat, needs: [mesh.obj], fallback: empty}}
manoeuvres: {go: {publish: [{topic: /husky/cmd_vel, fields: {linear.x: 0.5}}]}}
cases:
  a: {world: flat, manoeuvre: go, trials: 3, duration: 1}
  b: {world: yard, trials: 2, duration: 1, engines: [ode, bullet]}
engines: all
)";

class PlanTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / "plan";
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }

  std::optional<Plan> Make(const PlanOptions& options, const std::string& text = kText) {
    Problems problems;
    const auto experiment =
        ParseExperiment(text, (folder_ / "e.yaml").string(), StudyRegistry(), &problems);
    EXPECT_TRUE(experiment.has_value()) << problems.ErrorText();
    if (!experiment) return std::nullopt;
    std::optional<Plan> plan = MakePlan(BuiltinParts(), *experiment, options, &problems);
    errors_ = problems.ErrorText();
    return plan;
  }

  fs::path folder_;
  std::string errors_;
};

TEST_F(PlanTest, HasEveryCaseOnEveryEngine) {
  const std::optional<Plan> plan = Make({});
  ASSERT_TRUE(plan.has_value()) << errors_;
  const std::size_t engines = DynamicEngines(BuiltinParts()).size();
  EXPECT_EQ(plan->trials.size(), 3 * engines + 2 * 2);
  std::set<std::string> ids, keys;
  for (const Trial& trial : plan->trials) {
    ids.insert(trial.id);
    keys.insert(trial.key);
  }
  EXPECT_EQ(ids.size(), plan->trials.size());
  EXPECT_EQ(keys.size(), plan->trials.size());
  ASSERT_EQ(plan->notes.size(), 1u);
  EXPECT_NE(plan->notes[0].find("mesh.obj"), std::string::npos);
}

TEST_F(PlanTest, EnginesMeetTheSameSeeds) {
  PlanOptions options;
  options.engines = {"mujoco", "ode"};
  options.cases = {"a"};
  const std::optional<Plan> plan = Make(options);
  ASSERT_TRUE(plan.has_value()) << errors_;
  ASSERT_EQ(plan->trials.size(), 6u);
  std::set<std::uint64_t> seeds;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(plan->trials[static_cast<std::size_t>(i)].seed,
              plan->trials[static_cast<std::size_t>(i + 3)].seed);
    seeds.insert(plan->trials[static_cast<std::size_t>(i)].seed);
  }
  EXPECT_EQ(seeds.size(), 3u);
  options.seed = 99;
  EXPECT_NE(Make(options)->trials[0].seed, plan->trials[0].seed);
}

TEST_F(PlanTest, KeysFollowWhatTheResultHangsOn) {
  PlanOptions options;
  options.engines = {"mujoco"};
  options.cases = {"a"};
  options.trials = 1;
  const std::string before = Make(options)->trials[0].key;
  EXPECT_EQ(Make(options)->trials[0].key, before);
  // Neither other engines nor other cases change it.
  PlanOptions wider;
  wider.engines = {"mujoco", "ode"};
  wider.trials = 1;
  EXPECT_EQ(Make(wider)->trials[0].key, before);
  std::string text = kText;
  text.replace(text.find("linear.x: 0.5"), 13, "linear.x: 0.6");
  EXPECT_NE(Make(options, text)->trials[0].key, before);
}

TEST_F(PlanTest, KeysFollowTheFilesOfTheWorldAndOfPrograms) {
  const std::string text =
      "worlds: {w: w.sdf}\nmanoeuvres: {p: {program: [python3, p.py]}}\n"
      "cases: {a: {world: w, manoeuvre: p, duration: 1}}\n";
  const std::string world =
      "<sdf version='1.9'><world name='w'><include><uri>model://m</uri></include></world></sdf>";
  const std::string model = "<sdf version='1.9'><model name='m'><link name='l'/></model></sdf>";
  fs::create_directories(folder_ / "m");
  ASSERT_TRUE(WriteFileAtOnce((folder_ / "w.sdf").string(), world).ok());
  ASSERT_TRUE(WriteFileAtOnce((folder_ / "m/model.sdf").string(), model).ok());
  ASSERT_TRUE(WriteFileAtOnce((folder_ / "p.py").string(), "1").ok());
  const std::optional<Plan> first = Make({}, text);
  ASSERT_TRUE(first.has_value()) << errors_;
  std::set<std::string> names;
  for (const InputFile& input : first->inputs) names.insert(fs::path(input.path).filename());
  EXPECT_EQ(names, (std::set<std::string>{"e.yaml", "w.sdf", "model.sdf", "p.py"}));
  ASSERT_TRUE(WriteFileAtOnce((folder_ / "p.py").string(), "2").ok());
  const std::optional<Plan> second = Make({}, text);
  EXPECT_NE(second->trials[0].key, first->trials[0].key);
  ASSERT_TRUE(WriteFileAtOnce((folder_ / "m/model.sdf").string(), model + " ").ok());
  EXPECT_NE(Make({}, text)->trials[0].key, second->trials[0].key);
}

TEST_F(PlanTest, AFolderOfRealDataDoesNotHideAWorldOfItsName) {
  fs::create_directories(folder_ / "data" / "flat");
  PlanOptions options;
  options.real_data = (folder_ / "data").string();
  options.engines = {"mujoco"};
  EXPECT_TRUE(Make(options).has_value()) << errors_;
}

TEST_F(PlanTest, WhatIsNotThereIsNamed) {
  PlanOptions options;
  options.engines = {"muyoco"};
  EXPECT_FALSE(Make(options).has_value());
  EXPECT_NE(errors_.find("muyoco"), std::string::npos) << errors_;
  options.engines = {"mujoco"};
  options.cases = {"c"};
  EXPECT_FALSE(Make(options).has_value());
  EXPECT_NE(errors_.find("no such case"), std::string::npos) << errors_;
  EXPECT_FALSE(
      Make({}, "worlds: {w: nowhere.sdf}\ncases: {a: {world: w, duration: 1}}\n").has_value());
  EXPECT_NE(errors_.find("e.yaml:1"), std::string::npos) << errors_;
}

/// A trial is the same wherever and whenever it runs.
TEST_F(PlanTest, TrialsRepeatToTheBit) {
  const std::string text =
      "worlds: {w: flat}\n"
      "manoeuvres: {go: {publish: [{topic: /husky/cmd_vel, fields: {angular.z: 0.5}}]}}\n"
      "metrics: {imu: {kind: series, topic: /husky/imu/data, field: angular_velocity.z}}\n"
      "cases: {a: {world: w, manoeuvre: go, duration: 1, settle: 0.2, trials: 2, start:\n"
      "  {model: husky, pose: [0, 0, 0.14, 0, 0, 0], jitter: [0.5, 0.5, 0, 0, 0, 3]}}}\n";
  const std::optional<Plan> plan = Make({}, text);
  ASSERT_TRUE(plan.has_value()) << errors_;
  std::vector<TrialResult> results;
  for (const std::size_t index : {0u, 0u, 1u}) {
    Trial trial = plan->trials[index];
    trial.run_folder = folder_.string();
    results.push_back(RunTrial(BuiltinParts(), trial));
    ASSERT_EQ(results.back().error, "");
    EXPECT_EQ(results.back().steps, 1000);
    results.back().timing = {};
  }
  EXPECT_EQ(ToJson(results[0]), ToJson(results[1]));
  // Another repeat starts elsewhere, with other noise.
  EXPECT_NE(results[0].hash, results[2].hash);
  ASSERT_NE(results[0].Metric("imu.mean"), nullptr);
  EXPECT_GT(*results[0].Metric("imu.mean"), 0.05);
  EXPECT_EQ(*results[0].Metric("imu.count"), 100.0);
}

}  // namespace
}  // namespace surefoot::experiment
