// Motions defined by tables.

#include <cmath>

#include "surefoot/drives/legs/motion_player.h"
#include "surefoot/drives/test/bench.h"
#include "surefoot/drives/test/dog.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::drives::test {
namespace {

msgs::std_msgs::String Name(const std::string& name) {
  msgs::std_msgs::String message;
  message.data = name;
  return message;
}

TEST(MotionTable, ReadsRowsOfNumbers) {
  const auto table = ParseMotionTable("# up\ntime, a, b\n0.5, 1, -2\n1 1.5 0  # blanks do, too\n");
  ASSERT_TRUE(table.ok()) << table.error().message;
  EXPECT_EQ(table->joints, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(table->times, (std::vector<double>{0.5, 1.0}));
  EXPECT_EQ(table->angle(1, 0), 1.5);
  // Between 0, 1 and 1.5 the slope is the harmonic mean of both segments; at the end it is zero.
  EXPECT_NEAR(table->Speed(0, 0, 0.0), 2.0 * 2.0 * 1.0 / 3.0, 1e-12);
  EXPECT_EQ(table->Speed(1, 0, 0.0), 0.0);
  // The direction reverses, so the slope is zero.
  EXPECT_EQ(table->Speed(0, 1, 0.0), 0.0);
}

TEST(MotionTable, ReportsWhereItIsWrong) {
  const auto error = [](const std::string& text) {
    const auto table = ParseMotionTable(text);
    return table.ok() ? std::string("fine") : table.error().message;
  };
  EXPECT_NE(error("").find("needs"), std::string::npos);
  EXPECT_NE(error("a, b\n1, 2").find("line 1"), std::string::npos);
  EXPECT_NE(error("time, a, a\n1, 2, 3").find("twice"), std::string::npos);
  EXPECT_NE(error("time, a\n1").find("line 2"), std::string::npos);
  EXPECT_NE(error("time, a\n1, x").find("'x'"), std::string::npos);
  EXPECT_NE(error("time, a\n1, inf").find("line 2"), std::string::npos);
  EXPECT_NE(error("time, a\n1, 2\n1, 3").find("increase"), std::string::npos);
  const auto table = ParseMotionTable("time, a\n\n1, x", "wave.csv:", 4);
  ASSERT_FALSE(table.ok());
  EXPECT_EQ(table.error().message, "wave.csv:6: 'x' is not a number up to 1e9");
}

constexpr const char* kWave =
    "<motion name=\"wave\">time, lf1, lf2\n0.2, 1.0, -1.8\n0.4, 0.7, -1.4\n</motion>";

TEST(Motion, IsPlayedFromWhereTheJointsAre) {
  Bench bench(MakeDog(), {DogDrive(kWave)});
  ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
  bench.Send("/dog/motion", Name("wave"));
  bench.Step(200);
  EXPECT_NEAR(bench.q("lf1"), 1.0, 5e-3);
  EXPECT_NEAR(bench.q("lf2"), -1.8, 5e-3);
  EXPECT_NEAR(bench.q("rf1"), 0.7, 1e-6);
  bench.Step(400);
  EXPECT_NEAR(bench.q("lf1"), 0.7, 1e-6);
}

TEST(Motion, ATableThatCameOfAFileIsPlayedAsOneInTheElement) {
  Bench inside(MakeDog(), {DogDrive(kWave)});
  Bench from_file(MakeDog(), {DogDrive("<motion name=\"wave\" file=\"wave.csv\"><table>"
                                       "time, lf1, lf2\n0.2, 1.0, -1.8\n0.4, 0.7, -1.4\n"
                                       "</table></motion>")});
  ASSERT_TRUE(from_file.problems.ok()) << from_file.problems.ErrorText();
  for (Bench* bench : {&inside, &from_file}) bench->Send("/dog/motion", Name("wave"));
  for (int i = 0; i < 500; ++i) {
    inside.Step();
    from_file.Step();
    ASSERT_EQ(inside.state.q, from_file.state.q) << i;
  }
}

TEST(Motion, GivesWayToLaterCommands) {
  Bench bench(MakeDog(), {DogDrive(kWave)});
  bench.Send("/dog/motion", Name("wave"));
  bench.Step(50);
  msgs::std_msgs::Float64 angle;
  angle.data = 0.2;
  bench.Send("/dog/lf1/cmd_pos", angle);
  bench.Step(150);
  EXPECT_NEAR(bench.q("lf1"), 0.2, 1e-3);
  EXPECT_NEAR(bench.q("lf2"), -1.8, 5e-3);
  bench.Send("/dog/motion", Name("no such"));
  bench.Step();
  EXPECT_EQ(bench.refused().count, 1u);
  EXPECT_NE(bench.refused().last.find("wave"), std::string::npos);
}

TEST(Motion, OfAWalkAndAMotionThatComeTogetherTheLastCounts) {
  Bench alone(MakeDog(), {DogDrive(kWave)});
  alone.Send("/dog/motion", Name("wave"));
  Bench motion_last(MakeDog(), {DogDrive(kWave)});
  motion_last.SendTwist(0.1, 0.0, 0.0, "/dog/cmd_vel");
  motion_last.Send("/dog/motion", Name("wave"));
  Bench walk_last(MakeDog(), {DogDrive(kWave)});
  walk_last.Send("/dog/motion", Name("wave"));
  walk_last.SendTwist(0.1, 0.0, 0.0, "/dog/cmd_vel");
  for (Bench* bench : {&alone, &motion_last, &walk_last}) bench->Step(200);
  // The motion moves two joints of a leg; the walk, if active, keeps the others.
  for (const char* joint : {"lf1", "lf2"}) {
    EXPECT_NEAR(motion_last.q(joint), alone.q(joint), 5e-3) << joint;
    EXPECT_GT(std::abs(walk_last.q(joint) - alone.q(joint)), 0.1) << joint;
  }
  EXPECT_NEAR(motion_last.q("rh1"), walk_last.q("rh1"), 0.05);
  EXPECT_GT(std::abs(motion_last.q("rh1") - alone.q("rh1")), 0.01);
}

TEST(Motion, ContinuesFromASavedState) {
  Bench a(MakeDog(), {DogDrive(kWave)});
  a.Send("/dog/motion", Name("wave"));
  a.Step(77);
  Bench b(MakeDog(), {DogDrive(kWave)});
  b.ContinueFrom(a);
  a.Step(200);
  b.Step(200);
  EXPECT_EQ(a.state.q, b.state.q);
}

TEST(Motion, UnknownJointsAndFilesAreErrors) {
  Bench joint(MakeDog(), {DogDrive("<motion name=\"m\">time, nose\n1, 2</motion>")});
  EXPECT_NE(joint.problems.ErrorText().find("nose"), std::string::npos);
  // Files are read by the reader of the model (formats/model_files.h), which is not used here.
  Bench file(MakeDog(), {DogDrive("<motion name=\"m\" file=\"none.csv\"/>")});
  EXPECT_NE(file.problems.ErrorText().find("none.csv"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::drives::test
