#include "surefoot/evaluation/run/trial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "surefoot/evaluation/run/pool.h"
#include "surefoot/evaluation/run/seal.h"
#include "surefoot/evaluation/run/yaml.h"

namespace surefoot::experiment {
namespace {

std::string TempFile(const std::string& name) {
  return (std::filesystem::path(testing::TempDir()) / name).string();
}

Trial SomeTrial() {
  Problems problems;
  Trial trial;
  trial.key = "abc";
  trial.id = "a-ode-001";
  trial.experiment = "e";
  trial.case_name = "a";
  trial.engine = "ode";
  trial.repeat = 1;
  trial.seed = 18446744073709551615u;
  trial.world = "/somewhere/a world.sdf";
  trial.folder = "/somewhere";
  trial.search = {"/data"};
  trial.duration = 0.1 + 0.2;
  trial.settle = 1.5;
  trial.step = 0.002;
  trial.timing = Timing::kPaced;
  trial.update_rate = 50.0;
  trial.wall_limit = 12.5;
  trial.record = {"/a/*", "/b"};
  trial.csv = {"/c"};
  trial.starts = {{"husky", {1, 2, 3, 0.1, 0.2, 0.3}, {0, 0, 0, 0, 0, 1.0 / 3.0}}};
  trial.values = {{"slope", "21"}, {"soil", "drift"}};
  trial.set = {{"ground", {"link:a", "link:b"}, "mu", "friction", "0.4", {}, 0.0, 0.0, false},
               {"",
                {"ground:sand"},
                "soil.cohesion",
                "c",
                "",
                WorldChange::Spread::kNormal,
                1.0 / 3.0,
                0.1,
                true}};
  trial.pull = {3.71, 21.0};
  trial.motion = false;
  trial.manoeuvre = *ParseYaml("program: [python3, x.py]\nparameters: {a: 1}", "", &problems);
  trial.manoeuvre.name = "manoeuvre";
  trial.metrics = *ParseYaml("imu: {kind: series, topic: /a, field: x}", "", &problems);
  trial.pass = *ParseYaml("x: [{goal: {at: [1, 2]}}]", "", &problems).value().Child("x");
  return trial;
}

TEST(Trial, UnitFileReadsBackToTheSame) {
  const Trial trial = SomeTrial();
  const std::string path = TempFile("unit.json");
  ASSERT_TRUE(WriteFileAtOnce(path, Sealed(ToJson(trial))).ok());
  Problems problems;
  const std::optional<Trial> read = ReadTrial(path, &problems);
  ASSERT_TRUE(read.has_value()) << problems.ErrorText();
  EXPECT_EQ(ToJson(*read), ToJson(trial));
  EXPECT_EQ(read->seed, trial.seed);
  EXPECT_EQ(read->duration, trial.duration);
  EXPECT_EQ(read->starts[0].jitter[5], 1.0 / 3.0);
  EXPECT_EQ(read->timing, Timing::kPaced);
}

TEST(Trial, OtherFilesAreNotUnits) {
  for (const char* text :
       {"{\n}\n", "{\n \"surefoot_trial\": 2\n}\n", "{\n \"surefoot_trial\": 1, \"speed\": 3\n}\n",
        "{\n \"surefoot_trial\": 1, \"duration\": \"long\"\n}\n", "][\n}\n"}) {
    const std::string path = TempFile("wrong.json");
    ASSERT_TRUE(WriteFileAtOnce(path, Sealed(text)).ok());
    Problems problems;
    EXPECT_FALSE(ReadTrial(path, &problems).has_value()) << text;
    EXPECT_FALSE(problems.ok()) << text;
  }
  Problems problems;
  EXPECT_FALSE(ReadTrial(TempFile("not_there.json"), &problems).has_value());
}

TEST(TrialResult, ReadsBackToTheLastBit) {
  TrialResult result;
  result.id = "a";
  result.key = "k";
  result.error = "line 1\nline \"2\"";
  result.simulated = 1.0 / 3.0;
  result.steps = 123456789012;
  result.hash = "00ff";
  result.metrics = {{"b", 0.1}, {"a", -1e-300}, {"none", NAN}};
  result.verdicts = {{"goal", true, "reached"}, {"time", false, "too late"}};
  result.timing = {1.5, 0.5, 0.25, 12.0};
  const std::optional<TrialResult> read = ParseTrialResult(ToJson(result));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(ToJson(*read), ToJson(result));
  EXPECT_EQ(*read->Metric("a"), -1e-300);
  EXPECT_TRUE(std::isnan(*read->Metric("none")));
  EXPECT_EQ(read->Metric("c"), nullptr);
}

TEST(TrialResult, PassedNeedsEveryConditionAndNoError) {
  TrialResult result;
  EXPECT_TRUE(result.passed());
  result.verdicts = {{"goal", true, ""}, {"time", true, ""}};
  EXPECT_TRUE(result.passed());
  result.verdicts[1].passed = false;
  EXPECT_FALSE(result.passed());
  result.verdicts.clear();
  result.error = "x";
  EXPECT_FALSE(result.passed());
}

TEST(TrialResult, DamagedTextIsNoResult) {
  const std::string whole = ToJson(TrialResult());
  ASSERT_TRUE(ParseTrialResult(whole).has_value());
  for (std::size_t size = 0; size + 3 < whole.size(); size += 7) {
    EXPECT_FALSE(ParseTrialResult(whole.substr(0, size)).has_value()) << size;
  }
  EXPECT_FALSE(ParseTrialResult("{\"surefoot_result\": 1}").has_value());
  EXPECT_FALSE(ParseTrialResult("[]").has_value());
  EXPECT_FALSE(ParseTrialResult("{\"surefoot_result\": \"x\"}").has_value());
}

}  // namespace
}  // namespace surefoot::experiment
