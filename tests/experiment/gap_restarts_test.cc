// Restarts: the simulator against recordings of itself, and against itself on another ground.

#include "surefoot/evaluation/gap/restarts/gap_restarts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "surefoot/builtin/builtin.h"
#include "surefoot/evaluation/gap/restarts/gap_close.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/record/test/record_test_util.h"
#include "surefoot/session/session.h"

namespace surefoot::experiment {
namespace {

using gap::VerdictKind;
using msgs::geometry_msgs::Twist;

/// A Husky on a floor with that friction, computed by the tyre.
std::string WorldText(double mu) {
  return R"(<sdf version="1.9" xmlns:surefoot="https://surefoot.org/sdf"><world name="yard">
    <gravity>0 0 -9.81</gravity>
    <model name="floor"><static>true</static><link name="link"><collision name="plane">
      <geometry><plane><normal>0 0 1</normal><size>80 80</size></plane></geometry>
      <surface><friction><ode><mu>)" +
         std::to_string(mu) + "</mu><mu2>" + std::to_string(mu) +
         R"(</mu2></ode></friction></surface></collision></link></model>
    <include><uri>model://husky</uri><pose>0 0 0.13228 0 0 0</pose></include>
    </world></sdf>)";
}

class GapRestartsTest : public testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.File(name); }

  std::string WriteWorld(double mu) const {
    const std::string path = Path("yard_" + std::to_string(mu) + ".sdf");
    std::ofstream(path) << WorldText(mu);
    return path;
  }

  /// Drives back and forth in curves with speed steps: friction determines how fast it follows.
  std::string RecordDrive(const std::string& world, double seconds) const {
    const std::string path = Path("drive.mcap");
    auto session = Session::Open(parts_, world);
    EXPECT_TRUE(session.ok()) << session.error().message;
    EXPECT_TRUE((*session)->Record(path).ok());
    for (int i = 0; i < 10 * seconds; ++i) {
      Twist twist;
      twist.linear.x = std::fmod(0.1 * i, 2.6) < 1.3 ? 0.9 : -0.5;
      twist.angular.z = std::fmod(0.1 * i, 3.4) < 1.7 ? 0.7 : -0.6;
      EXPECT_TRUE((*session)->Publish("/husky/cmd_vel", twist).ok());
      EXPECT_TRUE((*session)->RunFor(0.1).ok());
    }
    EXPECT_TRUE((*session)->StopRecording().ok());
    return path;
  }

  RestartWorld Load(const std::string& file) const {
    Problems problems;
    Result<RestartWorld> world = MakeRestartWorld(parts_, "mujoco", file, "", "", &problems);
    EXPECT_TRUE(world.ok()) << world.error().message;
    return std::move(world).value();
  }
  static gap::MotionLog Read(const RestartWorld& world, const std::string& path) {
    Result<gap::MotionLog> log = gap::LoadMotionLog(path, world.Names());
    EXPECT_TRUE(log.ok()) << log.error().message;
    return std::move(log).value();
  }
  static RestartOptions Options(double horizon) {
    RestartOptions options;
    options.engine = "mujoco";
    options.horizon = horizon;
    return options;
  }
  RestartStudy Study(const RestartWorld& world, const gap::MotionLog& log,
                     const RestartOptions& options) const {
    Result<RestartStudy> study = RestartStudy::Make(parts_, world, log, options);
    EXPECT_TRUE(study.ok()) << study.error().message;
    return std::move(study).value();
  }

  Parts parts_ = BuiltinParts();
  record::TempDir folder_;
};

TEST_F(GapRestartsTest, FindsNoGapAgainstItself) {
  const std::string file = WriteWorld(0.8);
  const RestartWorld world = Load(file);
  EXPECT_EQ(world.robot, "husky");
  EXPECT_EQ(world.wheels.size(), 4u);
  EXPECT_EQ(world.command_topics.front(), "/husky/cmd_vel");
  const gap::MotionLog log = Read(world, RecordDrive(file, 26.0));
  EXPECT_EQ(log.pose_topic, "/surefoot/state");
  EXPECT_EQ(log.command_topic, "/husky/cmd_vel");
  EXPECT_TRUE(log.in_world_frame);
  const RestartStudy study = Study(world, log, Options(2.0));
  EXPECT_EQ(study.count(), 12u);
  const Result<RestartRuns> runs = study.RunAll();
  ASSERT_TRUE(runs.ok()) << runs.error().message;
  const RestartGap result = study.Judge(*runs);
  ASSERT_GE(result.verdict.quantities.size(), 9u);
  for (const gap::QuantityVerdict& quantity : result.verdict.quantities) {
    SCOPED_TRACE(quantity.quantity.name);
    EXPECT_EQ(quantity.kind, VerdictKind::kWhole) << quantity.sentence;
    EXPECT_EQ(quantity.confidence.n, 12);
  }
  // Far less than the tolerances of 5 cm and 2 degrees.
  EXPECT_LT(result.verdict.quantities[0].error.high.back(), 0.01);
  EXPECT_LT(result.verdict.quantities[1].error.high.back(), 0.01);
}

TEST_F(GapRestartsTest, FindsTheFrictionThatIsWrong) {
  const RestartWorld real = Load(WriteWorld(0.25));
  const gap::MotionLog log = Read(real, RecordDrive(WriteWorld(0.25), 13.2));
  const RestartWorld world = Load(WriteWorld(0.8));
  const RestartStudy study = Study(world, log, Options(1.0));
  const Result<RestartRuns> runs = study.RunAll();
  ASSERT_TRUE(runs.ok()) << runs.error().message;
  const gap::GapVerdict verdict = study.Judge(*runs).verdict;
  EXPECT_NE(verdict.quantities[0].kind, VerdictKind::kWhole) << verdict.quantities[0].sentence;
  // All parameters take some time; the program varies them by default.
  const auto close = WhatCloses(
      study, nullptr, {"ground.mu", "drive.wheel_separation", "ground.rolling_resistance"});
  ASSERT_TRUE(close.ok()) << close.error().message;
  ASSERT_FALSE(close->empty());
  EXPECT_EQ(close->front().parameter, "ground.mu");
  EXPECT_NEAR(close->front().was, 0.8, 1e-9);
  EXPECT_NEAR(close->front().fitted, 0.25, 0.02);
  EXPECT_GT(close->front().closes, 0.8);
  // Setting it closes the gap.
  const auto set = WithParameters(world, false, {{"ground.mu", close->front().fitted}});
  ASSERT_TRUE(set.ok()) << set.error().message;
  const RestartStudy again = Study(set->world, log, Options(1.0));
  const Result<RestartRuns> closed = again.RunAll();
  ASSERT_TRUE(closed.ok());
  EXPECT_EQ(again.Judge(*closed).verdict.quantities[0].kind, VerdictKind::kWhole);
}

}  // namespace
}  // namespace surefoot::experiment
