#include "surefoot/evaluation/gap/run_file.h"

#include <gmock/gmock.h>

#include <cmath>

#include "surefoot/record/test/record_test_util.h"

namespace surefoot::gap {
namespace {

using record::SaveBytes;
using record::TempDir;
using testing::ElementsAre;
using testing::HasSubstr;

class RunFile : public testing::Test {
 protected:
  std::string Save(const std::string& name, const std::string& text) {
    const std::string path = folder_.File(name);
    SaveBytes(path, Bytes(text.begin(), text.end()));
    return path;
  }
  std::string ErrorOf(const std::string& text, const RunFileOptions& options) {
    const Result<TaskRun> run = LoadRun(Save("run.csv", text), options, &notes_);
    return run.ok() ? "" : run.error().message;
  }
  TempDir folder_;
  std::vector<std::string> notes_;
};

TEST_F(RunFile, TakesUnitsAndRowsByTheMap) {
  const std::string path =
      Save("a.csv", "t_s,x_cm,y_cm\n5,999,999\n10,36,40\n10.1,37,41\n10.2,38,42\n10.3,39,43\n");
  RunFileOptions options;
  options.columns = "t=t_s,x=x_cm*0.01,y=0.91-y_cm*0.01,skip=1";
  const Result<TaskRun> run = LoadRun(path, options, &notes_);
  ASSERT_TRUE(run.ok()) << run.error().message;
  ASSERT_EQ(run->position().t.size(), 4u);
  EXPECT_NEAR(run->position().t[1], 0.1, 1e-12);
  EXPECT_NEAR(run->position().values[0][0], 0.36, 1e-12);
  EXPECT_NEAR(run->position().values[1][3], 0.48, 1e-12);
}

TEST_F(RunFile, KnowsUsualNames) {
  const std::string path = Save("b.csv",
                                "time_ms,x,y,yaw_deg,speed\n0,0,0,0,1\n100,1,0,90,1\n100,7,7,7,7\n"
                                "200,2,0,180,1\n300,3,0,270,2\n");
  const Result<TaskRun> run = LoadRun(path, {}, &notes_);
  ASSERT_TRUE(run.ok()) << run.error().message;
  // The row whose time does not increase is left out.
  EXPECT_THAT(run->position().values[0], ElementsAre(0.0, 1.0, 2.0, 3.0));
  EXPECT_NEAR(run->position().t[3], 0.3, 1e-12);
  ASSERT_NE(run->Find("heading"), nullptr);
  EXPECT_NEAR(run->Find("heading")->values[0][1], 0.5 * 3.14159265358979, 1e-9);
  EXPECT_NE(run->Find("speed"), nullptr);
  EXPECT_EQ(run->Find("position")->quantity.components, 2);
}

TEST_F(RunFile, TurnsOrientationsIntoHeadings) {
  const std::string path =
      Save("c.csv",
           "time,pose.position.x,pose.position.y,pose.orientation.x,pose.orientation."
           "y,pose.orientation.z,pose.orientation.w\n0,0,0,0,0,0,1\n1,0,0,0,0,0.5,"
           "0.8660254\n2,0,0,0,0,0,1\n3,0,0,0,0,0,1\n");
  const Result<TaskRun> run = LoadRun(path, {}, &notes_);
  ASSERT_TRUE(run.ok()) << run.error().message;
  EXPECT_NEAR(run->Find("heading")->values[0][1], 3.14159265 / 3.0, 1e-6);
}

TEST_F(RunFile, RefusesWhatItCannotUse) {
  EXPECT_THAT(ErrorOf("a,b\n1,2\n", {}), HasSubstr("--columns t=COLUMN"));
  EXPECT_THAT(ErrorOf("t,x,y\n0,0,0\n", {}), HasSubstr("1 rows, at least 4"));
  EXPECT_THAT(ErrorOf("t,x,y\n0,0,0\n1,0,oops\n", {}), HasSubstr("run.csv:3: column y"));
  EXPECT_THAT(ErrorOf("t,x,y\n0,0,0\n0,0,0\n0,0,0\n0,0,0\n", {}), HasSubstr("do not increase"));
  RunFileOptions options;
  options.columns = "t=t,x=x_cm,y=y";
  EXPECT_THAT(ErrorOf("t,x,y\n0,0,0\n", options),
              HasSubstr("no column for x (x_cm); it has t, x, y"));
  options.columns = "t=t,x=x,y=1/0";
  EXPECT_THAT(ErrorOf("t,x,y\n0,0,0\n", options), HasSubstr("divides by 0"));
  EXPECT_THAT(LoadRun(folder_.File("none.csv"), {}, &notes_).error().message,
              HasSubstr("none.csv"));
}

TEST_F(RunFile, WheelOdometryIsNoReference) {
  const std::string text = "t,odom_x,odom_y\n0,0,0\n1,0,0\n2,0,0\n3,0,0\n";
  RunFileOptions options;
  options.columns = "t=t,x=odom_x,y=odom_y";
  EXPECT_EQ(ErrorOf(text, options), "");
  options.is_reference = true;
  EXPECT_THAT(ErrorOf(text, options), HasSubstr("odom_x is wheel odometry"));
}

TEST_F(RunFile, FoldersAreReadInOrder) {
  const std::string text = "t,x,y\n0,0,0\n1,0,0\n2,0,0\n3,0,0\n";
  Save("b.csv", text);
  Save("a.csv", text);
  Save("notes.txt", "x");
  const Result<std::vector<TaskRun>> runs = LoadRuns({folder_.File("")}, {}, &notes_);
  ASSERT_TRUE(runs.ok());
  ASSERT_EQ(runs->size(), 2u);
  EXPECT_THAT((*runs)[0].name, HasSubstr("a.csv"));
  const TempDir empty;
  EXPECT_THAT(LoadRuns({empty.File("")}, {}, &notes_).error().message,
              HasSubstr("no tables (.csv"));
}

TEST(RunSignal, GoesTheShortWayBetweenAngles) {
  const RunSignal signal{HeadingQuantity(), {0.0, 1.0}, {{3.1, -3.1}}};
  EXPECT_NEAR(std::remainder(signal.At(0.5)[0] - 3.14159265, 6.2831853), 0.0, 1e-6);
  EXPECT_NEAR(signal.At(-1.0)[0], 3.1, 1e-12);
  EXPECT_NEAR(signal.At(9.0)[0], -3.1, 1e-12);
}

}  // namespace
}  // namespace surefoot::gap
