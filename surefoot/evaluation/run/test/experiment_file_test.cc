#include "surefoot/evaluation/run/experiment_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/run/pool.h"

namespace surefoot::experiment {
namespace {

constexpr const char* kGood = R"(surefoot: 1
title: A test
seed: 7
trials: 2
duration: 5
worlds:
  flat: flat.sdf
  yard: {file: a.sdf, needs: [x/y.obj], fallback: b.sdf}
manoeuvres:
  go:
    publish: [{topic: /husky/cmd_vel, fields: {linear.x: 0.5}}]
  stay: {}
metrics:
  imu: {kind: series, topic: /husky/imu/data, field: angular_velocity.x}
  drive: {kind: path, model: husky}
variants:
  fast: {timing: unpaced, metrics: []}
cases:
  one:
    world: flat
    manoeuvre: go
    start: {model: husky, pose: [0, 0, 0.2, 0, 0, 0], jitter: [0.1, 0, 0, 0, 0, 0]}
    metrics: [imu]
    also: [fast]
  many:
    world: [flat, yard]
    manoeuvre: [go, stay]
    duration: 2
    trials: 9
    engines: [ode]
tables:
  - {kind: metrics, title: T, metrics: ["imu.*"]}
figures:
  - {kind: path, model: husky, cases: ["many_*"]}
)";

std::optional<Experiment> Parse(const std::string& text, Problems* problems) {
  return ParseExperiment(text, "/x/test.yaml", StudyRegistry(), problems);
}

TEST(ExperimentFile, IsReadInFull) {
  Problems problems;
  const std::optional<Experiment> read = Parse(kGood, &problems);
  ASSERT_TRUE(read.has_value()) << problems.ErrorText(20);
  EXPECT_EQ(read->name, "test");
  EXPECT_EQ(read->folder, "/x");
  EXPECT_EQ(read->seed, 7u);
  ASSERT_EQ(read->cases.size(), 6u);
  std::vector<std::string> names;
  for (const Case& one : read->cases) names.push_back(one.name);
  EXPECT_EQ(names, (std::vector<std::string>{"one", "one_fast", "many_flat_go", "many_flat_stay",
                                             "many_yard_go", "many_yard_stay"}));
  const Case& one = read->cases[0];
  EXPECT_EQ(one.trials, 2);
  EXPECT_EQ(one.common.duration, 5.0);
  EXPECT_EQ(one.common.record, std::vector<std::string>{"*"});
  ASSERT_EQ(one.common.metrics.children.size(), 1u);
  EXPECT_EQ(one.common.metrics.children[0].name, "imu");
  EXPECT_EQ(one.common.starts[0].jitter[0], 0.1);
  const Case& fast = read->cases[1];
  EXPECT_EQ(fast.common.timing, Timing::kUnpaced);
  EXPECT_TRUE(fast.common.metrics.children.empty());
  EXPECT_EQ(fast.common.starts.size(), 1u);
  const Case& many = read->cases[2];
  EXPECT_EQ(many.trials, 9);
  EXPECT_EQ(many.common.metrics.children.size(), 2u);
  EXPECT_EQ(many.engines, std::vector<std::string>{"ode"});
  EXPECT_EQ(read->worlds[1].fallback, "b.sdf");
}

struct Change {
  /// The text in kGood that is replaced, and its replacement.
  const char* from;
  const char* to;
  int line;
  /// A part of the reported problem.
  const char* says;
};

class WrongFile : public testing::TestWithParam<Change> {};

TEST_P(WrongFile, IsReportedWithItsLine) {
  const Change& change = GetParam();
  std::string text = kGood;
  const std::size_t at = text.find(change.from);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, std::string(change.from).size(), change.to);
  Problems problems;
  EXPECT_FALSE(Parse(text, &problems).has_value());
  ASSERT_FALSE(problems.ok());
  bool found = false;
  for (const Problem& problem : problems.all()) {
    found = found || (problem.source.line == change.line && problem.source.file == "/x/test.yaml" &&
                      ToString(problem).find(change.says) != std::string::npos);
  }
  EXPECT_TRUE(found) << problems.ErrorText(20);
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongFile,
    testing::Values(Change{"surefoot: 1", "surefoot: 2", 1, "2"},
                    Change{"title: A", "titel: A", 2, "did you mean \"title\""},
                    Change{"seed: 7", "seed: -7", 3, "-7"},
                    Change{"trials: 2", "trials: 0", 4, "0"},
                    Change{"duration: 5", "duration: long", 5, "long"},
                    Change{"fallback: b.sdf", "file2: b.sdf", 8, "file2"},
                    Change{"needs: [x/y.obj], fallback: b.sdf", "needs: [x/y.obj]", 8, "fallback"},
                    Change{"fields: {linear.x: 0.5}", "feilds: {linear.x: 0.5}", 11, "feilds"},
                    Change{"kind: series", "kind: serie", 14, "serie"},
                    Change{"timing: unpaced", "timing: quick", 17, "quick"},
                    Change{"world: flat\n", "world: flatt\n", 20, "did you mean \"flat\""},
                    Change{"manoeuvre: go\n", "manoeuvre: gone\n", 21, "accepted: go, stay"},
                    Change{"[0, 0, 0.2, 0, 0, 0]", "[0, 0]", 22, "6"},
                    Change{"model: husky, pose", "pose", 22, "model"},
                    Change{"metrics: [imu]", "metrics: [imi]", 23, "did you mean \"imu\""},
                    Change{"also: [fast]", "also: [quick]", 24, "quick"},
                    Change{"  one:", "  o/ne:", 19, "o/ne"},
                    Change{"kind: metrics,", "kind: metric,", 32, "accepted: metrics"},
                    Change{"- {kind: path,", "- {kind: pathy,", 34, "pathy"},
                    Change{"cases: [\"many_*\"]", "cases: [\"much_*\"]", 34, "much_*"},
                    Change{"{kind: path, model: husky, cases", "{kind: path, cases", 34, "model"}));

TEST(ExperimentFile, AFileWithoutCasesIsRefused) {
  Problems problems;
  EXPECT_FALSE(Parse("title: x\n", &problems).has_value());
  EXPECT_NE(problems.ErrorText().find("no cases"), std::string::npos);
}

/// Damaged files are refused or read, without other effects.
TEST(ExperimentFile, SurvivesMutations) {
  RandomStream random(1, "mutations");
  const std::string pieces[] = {"{",   "}", "[",  "]",   ":",      "- ",   "\n", "  ", "\t", "*",
                                "&a ", "'", "\"", "nan", "-1e400", "\xff", "\0", "? ", "|",  "#"};
  int read = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string text = kGood;
    for (int k = 0; k <= i % 3; ++k) {
      const std::size_t at = random.NextBits() % text.size();
      switch (random.NextBits() % 4) {
        case 0:
          text.erase(at, random.NextBits() % 20);
          break;
        case 1:
          text.insert(at, pieces[random.NextBits() % std::size(pieces)]);
          break;
        case 2:
          text[at] = static_cast<char>(random.NextBits());
          break;
        default:
          text.insert(at, text.substr(random.NextBits() % text.size(), random.NextBits() % 40));
      }
    }
    Problems problems;
    const bool ok = Parse(text, &problems).has_value();
    EXPECT_EQ(ok, problems.ok());
    read += ok ? 1 : 0;
  }
  // Some mutations only change a text.
  EXPECT_GT(read, 40);
  EXPECT_LT(read, 3000);
}

TEST(FindExperiment, KnowsFilesAndNames) {
  namespace fs = std::filesystem;
  const fs::path data = fs::path(testing::TempDir()) / "data";
  fs::create_directories(data / "experiments");
  ASSERT_TRUE(WriteFileAtOnce((data / "experiments/first_one.yaml").string(), "a: 1").ok());
  const auto found = FindExperiment("first_one", {data.string()});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(fs::path(*found).filename(), "first_one.yaml");
  EXPECT_TRUE(FindExperiment(*found, {}).ok());
  const auto missing = FindExperiment("first_onee", {data.string()});
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().message.find("first_one"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::experiment
