// Users' programs as manoeuvres: real child processes, including misbehaving ones.

#include "surefoot/evaluation/run/manoeuvres/controller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "surefoot/record/test/record_test_util.h"
#include "tests/experiment/small_trial.h"
#include "tests/source_dir.h"

namespace surefoot::experiment {
namespace {

using testing::HasSubstr;

const std::string kSource = SUREFOOT_SOURCE_DIR;

class ControllerTest : public testing::Test {
 protected:
  /// A manoeuvre whose program is a shell script.
  SmallTrial Scripted(const std::string& script, const std::string& more = "") {
    std::ofstream(dir_.File("go.sh")) << script << "\n";
    SmallTrial trial;
    trial.world = "husky";
    trial.manoeuvre = "program: [/bin/sh, go.sh]\nperiod: 0.05\n" + more;
    trial.metrics = "way: {kind: path, model: husky}";
    trial.folder = dir_.File("");
    trial.run_folder = dir_.File("");
    trial.settle = 0.2;
    trial.duration = 0.5;
    return trial;
  }
  std::string ErrorOf(const std::string& script, const std::string& more = "") {
    return RunSmall(Scripted(script, more)).error;
  }
  std::string FileText(const std::string& name) const {
    std::ifstream file(dir_.File(name));
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

  record::TempDir dir_;
};

/// Answers the hello, then does what is requested.
std::string Then(const std::string& script) { return "read -r x; echo '{}'; read -r x; " + script; }

TEST_F(ControllerTest, SpeaksTheProtocol) {
  const TrialResult result =
      RunSmall(Scripted("while read -r line; do echo \"$line\" >>heard; echo '{}'; done",
                        "topics: [husky/husky_velocity_controller/odom]\nparameters: {goal: [5, "
                        "0.5], name: a b, fast: true, none: }"));
  EXPECT_EQ(result.error, "");
  std::ifstream heard(dir_.File("heard"));
  std::vector<std::string> lines;
  for (std::string line; std::getline(heard, line);) lines.push_back(line);
  // The hello, ten lines and the end.
  ASSERT_EQ(lines.size(), 12u);
  EXPECT_EQ(
      lines[0],
      "{\"hello\":{\"protocol\":1,\"experiment\":\"small\",\"case\":\"case\",\"trial\":\"small\","
      "\"engine\":\"mujoco\",\"repeat\":0,\"seed\":1,\"step\":0.001,\"period\":0.05,"
      "\"duration\":0.5,\"topics\":{\"/husky/husky_velocity_controller/odom\":\"nav_msgs/msg/"
      "Odometry\"},"
      "\"parameters\":{\"goal\":[5,0.5],\"name\":\"a b\",\"fast\":true,\"none\":null}}}");
  EXPECT_EQ(lines[1], "{\"time\":0,\"messages\":{\"/husky/husky_velocity_controller/odom\":null}}");
  EXPECT_THAT(
      lines[2],
      HasSubstr(
          "{\"time\":0.05,\"messages\":{\"/husky/husky_velocity_controller/odom\":{\"header\":"));
  EXPECT_THAT(lines[10], HasSubstr("{\"time\":0.45,"));
  EXPECT_EQ(lines[11], "{\"end\":{\"reason\":\"over\",\"time\":0.499}}");
}

TEST_F(ControllerTest, DrivesAndEndsTheTrial) {
  SmallTrial trial = Scripted("");
  trial.manoeuvre = "program: [" + kSource +
                    "/examples/03_controller/stop_after.sh]\n"
                    "period: 0.1\nparameters: {seconds: 2}";
  trial.duration = 10.0;
  const TrialResult result = RunSmall(trial);
  EXPECT_EQ(result.error, "");
  EXPECT_NEAR(result.simulated, 2.0, 1e-9);
  EXPECT_NEAR(MetricOf(result, "way.length"), 1.0, 0.1);
}

TEST_F(ControllerTest, PythonGoesToAGoal) {
  SmallTrial trial = Scripted("");
  trial.world = kSource + "/examples/03_controller/yard.sdf";
  trial.manoeuvre = "program: [python3, " + kSource +
                    "/examples/03_controller/go_to_goal.py]\nperiod: 0.05\n"
                    "topics: [/husky/ground_truth]\nparameters: {goal_x: 2, goal_y: 3, "
                    "pose: /husky/ground_truth, command: /husky/cmd_vel}";
  trial.duration = 30.0;
  const TrialResult result = RunSmall(trial);
  EXPECT_EQ(result.error, "");
  EXPECT_LT(result.simulated, 20.0);
  EXPECT_NEAR(std::hypot(MetricOf(result, "way.x") - 2.0, MetricOf(result, "way.y") - 3.0), 0.1,
              0.03);
  EXPECT_THAT(FileText("controller.log"), HasSubstr("done after"));
  // Nothing depends on wall time.
  const TrialResult again = RunSmall(trial);
  EXPECT_EQ(again.metrics, result.metrics);
  EXPECT_EQ(again.simulated, result.simulated);
}

TEST_F(ControllerTest, PythonMayPrintAndFail) {
  SmallTrial trial = Scripted("");
  std::ofstream(dir_.File("go.py")) << "from surefoot.controller import Controller\n"
                                       "class C(Controller):\n"
                                       "    def step(self, time, messages):\n"
                                       "        print('at', time)\n"
                                       "        if time >= 0.1: self.fail('no way')\n"
                                       "C().run()\n";
  trial.manoeuvre = "program: [python3, go.py]\nperiod: 0.05";
  EXPECT_THAT(
      RunSmall(trial).error,
      HasSubstr("manoeuvre.yaml:1: program, at 0.1 s: the program reported a failure: no way"));
  EXPECT_THAT(FileText("controller.log"), HasSubstr("at 0.05\n"));
  std::ofstream(dir_.File("go.py")) << "import nothing_like_this\n";
  EXPECT_THAT(RunSmall(trial).error, HasSubstr("ModuleNotFoundError"));
}

TEST_F(ControllerTest, WrongAnswers) {
  EXPECT_THAT(ErrorOf("read -r x; echo rubbish"),
              HasSubstr("after the hello: not valid JSON at character 1: "
                        "a '{' was expected; the answer was: rubbish"));
  EXPECT_THAT(ErrorOf(Then("echo '{\"publish\":'")), HasSubstr("the answer was: {\"publish\":"));
  EXPECT_THAT(ErrorOf(Then("echo '{\"publsh\":{}}'")),
              HasSubstr("the key \"publsh\" is not known (publish, done, fail)"));
  EXPECT_THAT(ErrorOf(Then("echo '{\"publish\":{\"/husky/cmd_val\":{}}}'")),
              HasSubstr("publish: there is no topic '/husky/cmd_val'; did you mean "
                        "\"/husky/cmd_vel\"?"));
  EXPECT_THAT(
      ErrorOf(Then("echo '{\"publish\":{\"/husky/cmd_vel\":{\"linear\":{\"y\":\"fast\"}}}}'")),
      HasSubstr("publish /husky/cmd_vel (geometry_msgs/msg/Twist): linear.y: expected a "
                "number, got \"fast\""));
  EXPECT_THAT(ErrorOf(Then("echo '{\"publish\":[]}'")), HasSubstr("publish: expected an object"));
  EXPECT_THAT(ErrorOf(Then("echo '{\"done\":1}'")), HasSubstr("true or false was expected"));
  EXPECT_THAT(ErrorOf(Then("echo '{\"fail\":\"stuck\"}'")),
              HasSubstr("at 0 s: the program reported a failure: "
                        "stuck"));
  EXPECT_THAT(ErrorOf(Then("echo ''")), HasSubstr("a '{' was expected"));
}

TEST_F(ControllerTest, ProgramsThatMisbehave) {
  EXPECT_THAT(
      ErrorOf(Then("echo oops >&2; exit 3")),
      HasSubstr("ended (exit status 3) without an answer; the end of its standard error ("));
  EXPECT_THAT(ErrorOf(Then("exit 0")), HasSubstr("exit status 0"));
  EXPECT_THAT(ErrorOf(Then("sleep 600"), "answer_timeout: 0.3"),
              HasSubstr("at 0 s: the program gave no answer within 0.3 s"));
  EXPECT_THAT(ErrorOf("while :; do echo '{}'; done"), HasSubstr("without being asked: {}"));
  EXPECT_THAT(ErrorOf(Then("yes | tr -d '\\n'")), HasSubstr("without an end of line"));
  EXPECT_THAT(ErrorOf(Then("exec 1>&-; sleep 600")), HasSubstr("closed its standard output"));
  EXPECT_THAT(ErrorOf("read -r x; exec 0<&-; echo '{}'; sleep 600", "answer_timeout: 0.3"),
              HasSubstr("no answer"));
  EXPECT_THAT(ErrorOf("while read -r x; do echo '{}'; done; exit 9"),
              HasSubstr("ended with exit status 9"));
}

TEST_F(ControllerTest, WhatCannotBeStarted) {
  SmallTrial trial = Scripted("");
  const auto error = [&](const std::string& manoeuvre) {
    trial.manoeuvre = manoeuvre;
    return RunSmall(trial).error;
  };
  EXPECT_THAT(error("program: [no_such_thing]"), HasSubstr("as ./no_such_thing"));
  EXPECT_THAT(error("program: [./no_such_thing]"),
              HasSubstr("check that it exists and is executable"));
  EXPECT_THAT(error("program: python3 go.py"), HasSubstr("write a list: [python3, go.py]"));
  EXPECT_THAT(error("program: []"), HasSubstr("program: is missing"));
  EXPECT_THAT(error("program: [a]\nperiod: 0"),
              HasSubstr("manoeuvre.yaml:2: error: period: period"));
  EXPECT_THAT(error("program: [a]\nanswer_timeout: 1e9"), HasSubstr("answer_timeout"));
  EXPECT_THAT(error("program: [a]\nparametrs: {}"), HasSubstr("did you mean \"parameters\"?"));
  EXPECT_THAT(error("program: [/bin/cat]\ntopics: [/husky/husky_velocity_controller/odm]"),
              HasSubstr("did you mean \"/husky/husky_velocity_controller/odom\"?"));
}

}  // namespace
}  // namespace surefoot::experiment
