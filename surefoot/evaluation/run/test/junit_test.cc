#include "surefoot/evaluation/run/output/junit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace surefoot::experiment {
namespace {

using testing::HasSubstr;
using testing::Not;

void AddTrial(const std::string& engine, const TrialResult& result, Results* results) {
  Trial trial;
  trial.id = result.id;
  trial.experiment = "lab";
  trial.case_name = "drive";
  trial.engine = engine;
  results->plan.trials.push_back(trial);
  results->results.push_back(result);
}

/// A trial that passed, one that failed two of three conditions, and one with an error full of
/// special characters, on two engines.
Results Sample() {
  Results results;
  results.experiment.name = "lab";
  results.plan.engines = {"mujoco", "bullet", "ode"};
  TrialResult good;
  good.id = "drive-mujoco-000";
  good.timing.wall = 1.25;
  good.metrics = {{"way.length", 2.5}};
  good.verdicts = {{"goal", true, "husky reached (5, 0) within 0.3 m after 12.4 s"}};
  AddTrial("mujoco", good, &results);
  TrialResult bad = good;
  bad.id = "drive-mujoco-001";
  bad.verdicts.push_back({"no_collision", false, "husky::base touched wall::\"A\" <1 & 2>"});
  bad.verdicts.push_back({"time", false, "it was not over after 20 s"});
  AddTrial("mujoco", bad, &results);
  TrialResult broken;
  broken.id = "drive-bullet-000";
  broken.error = "the program ended\nTraceback: \x1b[31m ]]> \xff\xc3\xa4 \xef\xbf\xbe end";
  AddTrial("bullet", broken, &results);
  return results;
}

TEST(Junit, CountsAndNamesTrials) {
  const std::string xml = ToJunit(Sample());
  EXPECT_THAT(xml, HasSubstr("<testsuites name=\"lab\" tests=\"3\" failures=\"1\" errors=\"1\" "
                             "skipped=\"0\" time=\"2.500\">"));
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"lab.mujoco\" tests=\"2\" failures=\"1\""));
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"lab.bullet\" tests=\"1\" failures=\"0\" "
                             "errors=\"1\""));
  EXPECT_THAT(xml, Not(HasSubstr("lab.ode")));
  EXPECT_THAT(xml, HasSubstr("<testcase name=\"drive-mujoco-000\" classname=\"lab.drive\" "
                             "time=\"1.250\">"));
  EXPECT_THAT(xml, HasSubstr("passed goal: husky reached (5, 0) within 0.3 m after 12.4 s\n"
                             "way.length = 2.5"));
}

TEST(Junit, EscapesWhatItQuotes) {
  const std::string xml = ToJunit(Sample());
  EXPECT_THAT(xml, HasSubstr("message=\"no_collision: husky::base touched "
                             "wall::&quot;A&quot; &lt;1 &amp; 2&gt;\""));
  EXPECT_THAT(xml, HasSubstr("&gt;\ntime: it was not over after 20 s\n</failure>"));
  EXPECT_THAT(xml, HasSubstr("<error message=\"the program ended Traceback: "));
  EXPECT_THAT(xml, HasSubstr("]]&gt;"));
}

// For tests/integration/junit.sh, in which other programs read it.
TEST(Junit, WriteSample) {
  const char* path = std::getenv("SUREFOOT_JUNIT_SAMPLE");
  if (path == nullptr) GTEST_SKIP() << "skipped: run by integration/junit";
  std::ofstream(path) << ToJunit(Sample());
}

}  // namespace
}  // namespace surefoot::experiment
