#include "surefoot/evaluation/gap/drive_score.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdio>

#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr SideGeometry kGeometry = {0.1651, 0.5708};
constexpr double kLag = 0.13;
constexpr double kLever = 0.095;
constexpr double kInterval = 0.05;
constexpr int kRows = 40;

/// True wheel speeds at a time: never at rest, with turns in both directions.
WheelSpeeds::Pair TrueSpeeds(double t) {
  return {3.0 + 2.0 * std::sin(1.3 * t), 3.0 + 2.5 * std::cos(0.9 * t)};
}

WheelSpeeds TrueWheels(double to) {
  WheelSpeeds wheels;
  for (int i = -200; i * 0.005 <= to; ++i) {
    wheels.time.push_back(i * 0.005);
    wheels.left.push_back(TrueSpeeds(i * 0.005).left);
    wheels.right.push_back(TrueSpeeds(i * 0.005).right);
  }
  return wheels;
}

std::string Row(int window, int k, double left, double right, const PlanarPose& X_SP, bool fresh) {
  char text[300];
  std::snprintf(text, sizeof text, "%d,%d,%d,1,0,0,%.9f,%.9f,%.9f,%.9f,0,0,0,%.9f,0,0,0,9.8,%d\n",
                window, k, window / 3, left, right, X_SP.x, X_SP.y, X_SP.yaw, fresh ? 1 : 0);
  return text;
}

constexpr const char* kHeader =
    "window,k,calib_step,steady,cmd_left,cmd_right,enc_left,enc_right,icp_x,icp_y,icp_z,icp_roll,"
    "icp_pitch,icp_yaw,imu_wz,ax,ay,az,icp_fresh\n";

/// A robot that drives as ideal kinematics predict, recorded like real ones: localisation follows a
/// point ahead of the centre and reports a new pose every second row, and encoders are delayed.
std::string Recording(int windows) {
  const PoseTrack truth =
      IdealTrack(TrueWheels(2.0 * windows + 1.0), kGeometry, -1.0, 2.0 * windows + 0.5);
  std::string text = kHeader;
  for (int window = 0; window < windows; ++window) {
    const int first = window * kRows;
    // Poses are new in even rows of the whole recording; with an odd shift the first row is old.
    const auto last_new = [&](int row) { return row - (row + window) % 2; };
    const PlanarPose X_WS = Ahead(truth.At(kInterval * last_new(first)), kLever);
    for (int k = 0; k < kRows; ++k) {
      const double logged = kInterval * (first + k);
      const PlanarPose X_WP = Ahead(truth.At(kInterval * last_new(first + k)), kLever);
      const WheelSpeeds::Pair speeds = TrueSpeeds(logged - kLag);
      text += Row(window, k, speeds.left, speeds.right, RelativeTo(X_WS, X_WP),
                  k == 0 || last_new(first + k) == first + k);
    }
  }
  return text;
}

DriveRecording Parsed(const std::string& text) {
  return ReadDrive(CsvFile::Parse(text, "data/husky_series.csv").value()).value();
}

TEST(DriveRecording, ReadsWindows) {
  const DriveRecording recording = Parsed(Recording(3));
  EXPECT_EQ(recording.robot, "husky");
  ASSERT_EQ(recording.windows.size(), 3u);
  EXPECT_EQ(recording.window_length(), 2.0);
  EXPECT_EQ(recording.windows[1].id, 1);
  EXPECT_EQ(recording.windows[1].rows(), 40u);
  // Windows 0 and 2 begin with a new pose, window 1 with one of the row before.
  EXPECT_EQ(recording.windows[0].age, 0.0);
  EXPECT_EQ(recording.windows[1].age, 0.05);
  EXPECT_EQ(recording.windows[0].last_fresh(), 38u);
  EXPECT_EQ(recording.windows[1].last_fresh(), 39u);
  EXPECT_EQ(ReadDrive(CsvFile::Parse(Recording(1), "warthog_series.csv").value())->robot,
            "warthog");
}

TEST(DriveRecording, RefusesWrongRows) {
  const auto error = [](const std::string& rows) {
    const auto recording = ReadDrive(CsvFile::Parse(kHeader + rows, "d.csv").value());
    return recording.ok() ? "" : recording.error().message;
  };
  const PlanarPose origin;
  EXPECT_THAT(error(Row(0, 0, 1, 1, origin, true) + Row(0, 2, 1, 1, origin, true)),
              HasSubstr("d.csv:3: column k: row 2 of window 0 where row 1 is due"));
  EXPECT_THAT(error(Row(0, -1, 1, 1, origin, true)), HasSubstr("d.csv:2: column k"));
  EXPECT_THAT(error(Row(0, 0, 1e6, 1, origin, true)), HasSubstr("d.csv:2: column enc_left"));
  EXPECT_THAT(error(Row(0, 0, 1, 1, {1e7, 0, 0}, true)), HasSubstr("d.csv:2: column icp_x"));
  EXPECT_THAT(error(Row(7, 0, 1, 1, origin, true)), HasSubstr("window 7 has 1 rows"));
  EXPECT_THAT(error(Row(7, 0, 1, 1, origin, true) + Row(7, 1, 1, 1, origin, false)),
              HasSubstr("a fresh pose after the first row"));
  EXPECT_FALSE(IsDrive(CsvFile::Parse("window,k\n0,0\n", "d.csv").value()));
}

TEST(DriveRecording, JoinsConsecutiveWindows) {
  DriveRecording recording = Parsed(Recording(6));
  const auto runs = [&recording] {
    std::vector<std::size_t> counts;
    for (const WindowRun& run : WindowRuns(recording)) counts.push_back(run.count);
    return counts;
  };
  EXPECT_THAT(runs(), ElementsAre(6));
  // A jump of a wheel speed, a jump of the gyroscope, a missing number.
  recording.windows[4].left.front() += 4.0;
  EXPECT_THAT(runs(), ElementsAre(4, 2));
  recording.windows[1].gyro.back() = 1.0;
  EXPECT_THAT(runs(), ElementsAre(2, 2, 2));
  recording.windows[1].id = 77;
  EXPECT_THAT(runs(), ElementsAre(1, 1, 2, 2));
}

TEST(DriveScore, IsZeroForARobotThatDrivesAsTheModelDoes) {
  const DriveRecording recording = Parsed(Recording(6));
  int count = 0;
  for (const WindowRun& run : WindowRuns(recording)) {
    const WheelSpeeds wheels = WheelsOf(recording, run);
    const PoseTrack track = IdealTrack(wheels, kGeometry, -0.1, 2.0 * run.count);
    for (const WindowScore& score : ScoreRun(recording, run, track)) {
      // Wheel speeds are unknown for 0.13 s before the first and after the last encoder sample, so
      // windows at the ends of a run have small errors; without lag and lever arm all have large
      // ones.
      EXPECT_LT(score.translation, 0.01) << score.id;
      EXPECT_LT(score.heading, 0.02) << score.id;
      EXPECT_NEAR(score.yaw_model, score.yaw_real, 0.02);
      EXPECT_NEAR(score.duration, score.id % 2 == 0 ? 1.9 : 2.0, 1e-9);
      if (score.id == 0 || score.id == 5) continue;
      EXPECT_LT(score.translation, 1e-3) << score.id;
      EXPECT_LT(score.heading, 1e-3) << score.id;
      for (double error : score.translations) EXPECT_LT(error, 1e-3);
      ++count;
    }
  }
  EXPECT_EQ(count, 4);
}

TEST(DriveScore, LagLeverAndAgeMatter) {
  DriveRecording recording = Parsed(Recording(3));
  const WindowRun run = WindowRuns(recording)[0];
  const auto error = [&](double lag, double lever, double shift) {
    recording.nuisance = {lag, lever};
    const WheelSpeeds wheels = WheelsOf(recording, run);
    const PoseTrack track = IdealTrack(wheels, kGeometry, -0.2, 6.0);
    return ScoreWindow(recording, recording.windows[1], track, 2.0 + shift).translation;
  };
  EXPECT_LT(error(kLag, kLever, 0.0), 1e-3);
  EXPECT_GT(error(0.0, kLever, 0.0), 0.02);
  EXPECT_GT(error(kLag, 0.0, 0.0), 0.02);
  EXPECT_GT(error(kLag, kLever, 0.05), 0.01);
}

TEST(DriveScore, KnownErrorsComeOut) {
  // A track that does not move: the error is the robot's displacement.
  const DriveRecording recording = Parsed(Recording(3));
  const DriveWindow& window = recording.windows[0];
  const WindowScore score = ScoreWindow(recording, window, {0.0, 1.0, {{5.0, 6.0, 1.0}}}, 0.0);
  const PlanarPose& end = window.X_SP[window.last_fresh()];
  EXPECT_NEAR(score.translation, std::hypot(end.x, end.y), 1e-12);
  EXPECT_NEAR(score.heading, std::abs(end.yaw), 1e-12);
  EXPECT_EQ(score.rows.size(), 19u);
  EXPECT_EQ(score.rows.front(), 2u);
}

std::vector<WindowScore> Scores(const std::vector<double>& errors) {
  std::vector<WindowScore> scores;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    WindowScore score;
    score.step = static_cast<int>(i / 3);
    score.translation = errors[i];
    score.heading = 2.0 * errors[i];
    score.rows = {1, 5};
    score.translations = {0.5 * errors[i], errors[i]};
    score.headings = {errors[i], 2.0 * errors[i]};
    scores.push_back(score);
  }
  return scores;
}

TEST(DriveScore, SummaryHasQuantiles) {
  std::vector<double> errors;
  for (int i = 0; i <= 100; ++i) errors.push_back(0.01 * i);
  const DriveSummary summary = Summarise(Scores(errors));
  EXPECT_EQ(summary.windows, 101);
  EXPECT_NEAR(summary.translation_median.value, 0.5, 1e-12);
  EXPECT_NEAR(summary.translation_p90.value, 0.9, 1e-12);
  EXPECT_NEAR(summary.heading_p90.value, 1.8, 1e-12);
  EXPECT_LT(summary.translation_median.interval.low, 0.5);
  EXPECT_GT(summary.translation_median.interval.high, 0.5);
  const ErrorGrowth growth = GrowthOf(Scores(errors), 0.05);
  ASSERT_EQ(growth.time.size(), 5u);
  EXPECT_NEAR(growth.time[4], 0.25, 1e-12);
  EXPECT_NEAR(growth.translation_median[0], 0.25, 1e-12);
  // Half way from row 1 to row 5.
  EXPECT_NEAR(growth.translation_median[2], 0.375, 1e-12);
  EXPECT_NEAR(growth.heading_p90[4], 1.8, 1e-12);
  // Too few windows for quantiles over time.
  EXPECT_TRUE(GrowthOf(Scores({1.0, 2.0}), 0.05).time.empty());
}

TEST(DriveScore, ReportsHowFarModelsAreApart) {
  DriveSummary a, b;
  a.translation_median.value = 0.10;
  b.translation_median.value = 0.12;
  a.heading_p90.value = 0.30;
  b.heading_p90.value = 0.30;
  EXPECT_NEAR(SpreadOf({a, b}), 0.02 / 0.11, 1e-12);
  EXPECT_EQ(SpreadOf({a}), 0.0);
  EXPECT_EQ(SpreadOf({}), 0.0);
}

TEST(DriveScore, FindsDigIns) {
  // Usually 0.4 of the ideal turn. The third turns 0.1 of it; the last should hardly turn at all.
  const std::vector<double> ideal = {1.0, -2.0, 2.0, 1.5, -1.0, 0.2};
  const std::vector<double> real = {0.4, -0.8, 0.2, 0.6, -0.42, 0.0};
  EXPECT_NEAR(YawGain(real, ideal), 0.4, 1e-12);
  EXPECT_THAT(FindDigIns(real, ideal), ElementsAre(false, false, true, false, false, false));
  EXPECT_TRUE(std::isnan(YawGain({0.1}, {0.2})));
}

TEST(Bootstrap, AgreesWithTheSpreadOfTheMedian) {
  // The median of n uniform numbers on [0, 1] has a standard deviation of about 1 / (2 sqrt(n)).
  std::vector<double> values;
  std::vector<int> alone, together;
  for (int i = 0; i < 400; ++i) {
    values.push_back(std::fmod(0.6180339887 * i, 1.0));
    alone.push_back(i);
    together.push_back(i % 400 / 4);
  }
  const Interval interval = BootstrapQuantile(values, alone, 0.5);
  EXPECT_NEAR(interval.high - interval.low, 2 * 1.96 * 0.5 / 20.0, 0.03);
  EXPECT_LT(interval.low, 0.5);
  EXPECT_GT(interval.high, 0.5);
  // The result is repeatable.
  EXPECT_EQ(BootstrapQuantile(values, alone, 0.5).low, interval.low);
  // Each value four times in one group: the interval of a quarter of the values.
  std::vector<double> copies;
  for (int i = 0; i < 400; ++i) copies.push_back(values[static_cast<std::size_t>(i / 4 * 4)]);
  const Interval wide = BootstrapQuantile(copies, together, 0.5);
  EXPECT_NEAR((wide.high - wide.low) / (interval.high - interval.low), 2.0, 0.5);
}

}  // namespace
}  // namespace surefoot::gap
