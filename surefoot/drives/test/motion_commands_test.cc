#include "surefoot/drives/wheels/motion_commands.h"

#include <cmath>
#include <vector>

#include "surefoot/drives/test/bench.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::drives::test {
namespace {

using msgs::std_msgs::String;

std::string Drive(const std::string& motion, const std::string& more = "") {
  return "<drive name=\"base\" type=\"commanded_motion\"><left_joint>w0</left_joint>"
         "<right_joint>w1</right_joint><motion>" +
         motion + "</motion>" + more + "</drive>";
}

constexpr const char* kExact =
    "<forward><rate>0.2</rate><offset>0.013</offset></forward>"
    "<drift><rate>-0.1</rate><offset>0.03</offset></drift>"
    "<turn><rate>4</rate><offset>0.3</offset></turn><coast>0.06</coast>";

void SendMotion(Bench* bench, const std::string& text) {
  String message;
  message.data = text;
  bench->Send("/car/motion", message);
}

/// Motion computed from the wheels, with a radius of 0.1 m and 0.5 m apart.
double Distance(Bench& bench) { return 0.05 * (bench.q("w0") + bench.q("w1")); }
double Turn(Bench& bench) { return 0.1 / 0.5 * (bench.q("w1") - bench.q("w0")); }

TEST(CommandedMotion, WholeCommandsGiveTheLineAndStop) {
  for (const double seconds : {0.25, 1.0, 2.5}) {
    Bench bench(MakeTwoWheels(), {Drive(kExact)});
    ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
    SendMotion(&bench, "forward " + std::to_string(seconds));
    bench.Step(4000);
    EXPECT_NEAR(Distance(bench), 0.2 * seconds + 0.013, 1e-9) << seconds;
    EXPECT_NEAR(Turn(bench), -0.1 * seconds + 0.03, 1e-9) << seconds;
    EXPECT_NEAR(bench.v("w0"), 0.0, 1e-12);
  }
}

TEST(CommandedMotion, TurnsRightAndLeftOnTheSpot) {
  for (const double side : {1.0, -1.0}) {
    Bench bench(MakeTwoWheels(), {Drive(kExact)});
    SendMotion(&bench, side > 0.0 ? "turn left 0.3" : "right 0.3");
    bench.Step(300);
    EXPECT_NEAR(Turn(bench), side * 4.0 * 0.3, 1e-9);
    bench.Step(1000);
    EXPECT_NEAR(Turn(bench), side * (4.0 * 0.3 + 0.3), 1e-9);
    EXPECT_NEAR(Distance(bench), 0.0, 1e-12);
  }
}

TEST(CommandedMotion, WithoutCoastTheOffsetIsPartOfTheWay) {
  Bench bench(MakeTwoWheels(), {Drive("<forward><rate>0.2</rate><offset>0.1</offset></forward>"
                                      "<turn><rate>1</rate></turn>")});
  SendMotion(&bench, "backward 0.5");
  bench.Step(250);
  EXPECT_NEAR(Distance(bench), -0.1, 1e-9);
  bench.Step(1000);
  EXPECT_NEAR(Distance(bench), -0.2, 1e-9);
}

TEST(CommandedMotion, AnotherCommandEndsTheOneThatRuns) {
  Bench bench(MakeTwoWheels(), {Drive(kExact)});
  const auto states = bench.Collect<String>("/car/motion_state");
  SendMotion(&bench, "forward");
  bench.Step(500);
  EXPECT_NEAR(Distance(bench), 0.1, 1e-9);
  SendMotion(&bench, "stop");
  bench.Step(500);
  EXPECT_NEAR(Distance(bench), 0.1, 1e-9);
  SendMotion(&bench, "forward 9");
  bench.Step(500);
  bench.SendTwist(-0.1, 0.0);
  bench.Step(500);
  EXPECT_NEAR(Distance(bench), 0.2 - 0.05, 1e-9);
  std::vector<std::string> names;
  for (const String& state : *states) names.push_back(state.data);
  EXPECT_EQ(names, (std::vector<std::string>{"forward", "idle", "forward", "idle"}));
}

/// One random draw per command, with the requested deviations: over n commands the mean is within 4
/// sigma / sqrt(n), and the variance within four of its own standard deviations, sqrt(2 / n).
TEST(CommandedMotion, DrawsOncePerCommand) {
  Bench bench(MakeTwoWheels(),
              {Drive("<forward><rate>0.2</rate><stddev>0.003</stddev><rate_stddev>0.004"
                     "</rate_stddev></forward><drift><stddev>0.05</stddev></drift>"
                     "<turn><rate>4</rate></turn>")});
  const int n = 1500;
  double sum = 0.0;
  double squares = 0.0;
  double turns = 0.0;
  for (int i = 0; i < n; ++i) {
    const double way = Distance(bench);
    const double heading = Turn(bench);
    SendMotion(&bench, "forward 0.5");
    bench.Step(200);
    const double first = Distance(bench) - way;
    bench.Step(200);
    // No random number is drawn during a command.
    EXPECT_NEAR(Distance(bench) - way, 2.0 * first, 1e-9);
    bench.Step(101);
    const double error = Distance(bench) - way - 0.1;
    sum += error;
    squares += error * error;
    turns += std::pow(Turn(bench) - heading, 2);
  }
  const double variance = 0.003 * 0.003 + 0.002 * 0.002;
  EXPECT_NEAR(sum / n, 0.0, 4.0 * std::sqrt(variance / n));
  EXPECT_NEAR(squares / n / variance, 1.0, 4.0 * std::sqrt(2.0 / n));
  EXPECT_NEAR(turns / n / (0.05 * 0.05), 1.0, 4.0 * std::sqrt(2.0 / n));
}

TEST(CommandedMotion, RefusesInvalidMotions) {
  Bench bench(MakeTwoWheels(), {Drive(kExact)});
  int count = 0;
  for (const char* text : {"", "jump 2", "forward fast", "forward -1", "forward nan", "forward 1 m",
                           "turn 3", "left inf", "forward 1e9"}) {
    SendMotion(&bench, text);
    bench.Step();
    EXPECT_EQ(bench.refused().count, static_cast<std::uint64_t>(++count)) << text;
    EXPECT_NE(bench.refused().last.find("accepted: 'forward'"), std::string::npos) << text;
    EXPECT_EQ(Distance(bench), 0.0) << text;
  }
}

TEST(CommandedMotion, ContinuesFromASavedState) {
  const std::string motion = "<preset>centurion_published</preset>";
  Bench first(MakeTwoWheels(), {Drive(motion)});
  Bench second(MakeTwoWheels(), {Drive(motion)});
  SendMotion(&first, "forward 1");
  first.Step(600);
  second.ContinueFrom(first);
  for (Bench* bench : {&first, &second}) {
    bench->Step(600);
    SendMotion(bench, "right 0.3");
    bench->Step(600);
  }
  EXPECT_EQ(first.q("w0"), second.q("w0"));
  EXPECT_EQ(first.q("w1"), second.q("w1"));
}

TEST(CommandedMotion, SaysWhatIsWrong) {
  Bench missing(MakeTwoWheels(), {Drive("")});
  EXPECT_NE(missing.problems.ErrorText().find("needs a preset, or the rates"), std::string::npos);
  Bench wrong(MakeTwoWheels(), {Drive("<preset>robot</preset>")});
  EXPECT_NE(wrong.problems.ErrorText().find("centurion_published"), std::string::npos);
  Bench negative(MakeTwoWheels(), {Drive("<preset>centurion_published</preset><coast>-1</coast>")});
  EXPECT_FALSE(negative.problems.ok());
}

}  // namespace
}  // namespace surefoot::drives::test
