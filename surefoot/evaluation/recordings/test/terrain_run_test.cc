#include "surefoot/evaluation/recordings/terrain_run.h"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/recordings/real_data.h"
#include "surefoot/record/test/record_test_util.h"

namespace surefoot::gap {
namespace {

using testing::HasSubstr;

constexpr double kRadius = 0.1651;
constexpr double kTrack = 0.5708;

double Left(double t) { return 2.0 + std::sin(0.7 * t); }
double Right(double t) { return 2.0 + 1.5 * std::sin(1.1 * t + 1.0); }

/// Turns by `gain` times ideal kinematics; its clock is `offset` ahead of the wheels' clock.
ImuRecording MakeImu(double gain, double offset, double length) {
  ImuRecording imu;
  RandomStream random(1, "imu");
  for (int i = 0; i * 0.01 < length; ++i) {
    const double t = i * 0.01 - offset;
    imu.time.push_back(i * 0.01);
    for (auto& axis : imu.axes) axis.push_back(0.02 * random.Normal());
    imu.axes[2].back() += gain * (Right(t) - Left(t)) * kRadius / kTrack;
    imu.axes[5].back() += 9.81;
  }
  return imu;
}

WheelSpeeds MakeWheels(double length) {
  WheelSpeeds wheels;
  for (int i = 0; i / 6.5 < length; ++i) {
    wheels.time.push_back(i / 6.5);
    wheels.left.push_back(Left(i / 6.5));
    wheels.right.push_back(Right(i / 6.5));
  }
  return wheels;
}

TEST(TerrainRun, FindsTheOffsetOfTheClocks) {
  for (double offset : {-1.2, -0.3, 0.0, 0.57, 1.55}) {
    const Alignment alignment = AlignTurnRate(MakeImu(0.5, offset, 30.0), MakeWheels(30.0));
    EXPECT_TRUE(alignment.known);
    EXPECT_NEAR(alignment.offset, offset, 0.03);
    EXPECT_GT(alignment.correlation, 0.98);
  }
}

TEST(TerrainRun, SaysWhenNothingIsKnown) {
  WheelSpeeds straight = MakeWheels(30.0);
  straight.right = straight.left;
  EXPECT_FALSE(AlignTurnRate(MakeImu(0.5, 1.0, 30.0), straight).known);
  // A robot that turns against its wheels must not be taken for one with a delay of 2 s.
  EXPECT_FALSE(AlignTurnRate(MakeImu(0.0, 1.0, 30.0), MakeWheels(30.0)).known);
  EXPECT_EQ(AlignTurnRate(MakeImu(0.0, 1.0, 30.0), MakeWheels(30.0)).offset, 0.0);
}

TEST(TerrainRun, YawRateGainIsTheSlope) {
  const WheelSpeeds wheels = MakeWheels(30.0);
  EXPECT_NEAR(YawRateGain(MakeImu(0.5, 0.0, 29.0), wheels, kRadius, kTrack), 0.5, 0.005);
  EXPECT_NEAR(YawRateGain(MakeImu(1.0, 0.0, 29.0), wheels, kRadius, 2.0 * kTrack), 2.0, 0.02);
  WheelSpeeds straight = wheels;
  straight.right = straight.left;
  EXPECT_TRUE(std::isnan(YawRateGain(MakeImu(0.5, 0.0, 29.0), straight, kRadius, kTrack)));
}

TEST(TerrainRun, CutsAndResamples) {
  ImuRecording imu;
  imu.time = {0.0, 0.1, 0.3, 0.4, 0.5};
  for (auto& axis : imu.axes) axis = {0.0, 1.0, 3.0, 4.0, 5.0};
  EXPECT_NEAR(RateOf(imu), 10.0, 1e-9);
  const ImuRecording even = Resampled(imu, 10.0);
  ASSERT_EQ(even.time.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(even.axes[3][i], static_cast<double>(i), 1e-9);
  }
  const ImuRecording part = Cut(imu, 0.1, 0.4);
  EXPECT_EQ(part.time, (std::vector<double>{0.1, 0.3, 0.4}));
  EXPECT_EQ(part.axes[0], (std::vector<double>{1.0, 3.0, 4.0}));
  EXPECT_EQ(RateOf(Cut(imu, 0.0, 0.05)), 0.0);
  EXPECT_TRUE(Resampled(ImuRecording(), 10.0).time.empty());
}

class RealDataTest : public testing::Test {
 protected:
  std::string Write(const std::string& name, const std::string& text) {
    const std::string path = dir_.File(name);
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path) << text;
    return path;
  }
  /// Rim speeds as in the project's logs, with a radius of 0.13 m.
  std::string WheelText(double length) {
    std::string text = "time,curL,curR,velL,velR\n";
    const WheelSpeeds wheels = MakeWheels(length);
    for (std::size_t i = 0; i < wheels.time.size(); ++i) {
      text += std::to_string(wheels.time[i]) + ",1,1," + std::to_string(0.13 * wheels.left[i]) +
              "," + std::to_string(0.13 * wheels.right[i]) + "\n";
    }
    return text;
  }
  std::string ImuText(double offset, double length) {
    std::string text = "time,wx,wy,wz,ax,ay,az\n";
    const ImuRecording imu = MakeImu(0.5, offset, length);
    for (std::size_t i = 0; i < imu.time.size(); ++i) {
      text += std::to_string(imu.time[i]);
      for (const auto& axis : imu.axes) text += "," + std::to_string(axis[i]);
      text += "\n";
    }
    return text;
  }
  static Result<RealData> Load(const std::vector<std::string>& paths) {
    return LoadRealData(paths, "husky", {{"left"}, {"right"}, "", ""});
  }
  std::string ErrorOf(const std::vector<std::string>& paths) {
    const Result<RealData> data = Load(paths);
    return data.ok() ? "" : data.error().message;
  }

  record::TempDir dir_;
};

TEST_F(RealDataTest, PairsFilesOfRuns) {
  Write("SNOW/imu_02.csv", ImuText(0.5, 20.0));
  Write("SNOW/pro_02.csv", WheelText(20.0));
  Write("ICE/imu_11.csv", ImuText(-0.5, 20.0));
  Write("ICE/pro_11.csv", WheelText(20.0));
  Write("ICE/imu_12.csv", ImuText(0.0, 20.0));
  Write("other.csv", "x,y\n1,2\n");
  const RealData data = Load({dir_.File("")}).value();
  ASSERT_EQ(data.runs.size(), 2u);
  EXPECT_EQ(data.runs[0].name(), "ICE_11");
  EXPECT_EQ(data.runs[1].name(), "SNOW_02");
  EXPECT_NEAR(data.runs[1].alignment.offset, 0.5, 0.03);
  EXPECT_NEAR(data.runs[1].begin(), 0.5, 0.03);
  EXPECT_NEAR(data.runs[1].wheels.left[0], Left(0.0), 1e-4);
  EXPECT_EQ(data.files.size(), 4u);
  ASSERT_EQ(data.notes.size(), 2u);
  EXPECT_THAT(data.notes[0], HasSubstr("imu_12.csv: its other half is missing"));
  EXPECT_THAT(data.notes[1], HasSubstr("1 other file"));
  // A run is named by either file or by both.
  EXPECT_EQ(Load({dir_.File("SNOW/pro_02.csv")})->runs.size(), 1u);
  EXPECT_EQ(Load({dir_.File("SNOW/pro_02.csv"), dir_.File("SNOW/imu_02.csv")})->runs.size(), 1u);
}

TEST_F(RealDataTest, SaysWhatIsWrong) {
  EXPECT_THAT(ErrorOf({dir_.File("none")}), HasSubstr("none: no such file"));
  EXPECT_THAT(ErrorOf({dir_.File("")}), HasSubstr("no recordings in"));
  EXPECT_THAT(ErrorOf({Write("a.csv", "x,y\n1,2\n")}), HasSubstr("a.csv: not a known recording"));
  EXPECT_THAT(ErrorOf({Write("imu_03.csv", ImuText(0.0, 5.0))}), HasSubstr("its other half"));
  Write("pro_03.csv", WheelText(1.0));
  EXPECT_THAT(ErrorOf({dir_.File("imu_03.csv")}), HasSubstr("overlap by less than 2 s"));
  Write("pro_03.csv", "time,velL,velR\n0,1,1\n1,x,1\n");
  EXPECT_THAT(ErrorOf({dir_.File("imu_03.csv")}), HasSubstr("pro_03.csv:3: column velL: 'x'"));
  Write("pro_03.csv", "time,velL,velR\n0,1,1\n1,1,500\n");
  EXPECT_THAT(ErrorOf({dir_.File("imu_03.csv")}), HasSubstr("pro_03.csv:3: a wheel speed of 3846"));
}

TEST_F(RealDataTest, PassesOverDamagedFilesInFolders) {
  Write("SNOW/imu_02.csv", ImuText(0.5, 20.0));
  Write("SNOW/pro_02.csv", WheelText(20.0));
  Write("SNOW/broken.csv.gz", "\x1f\x8b nothing");
  const RealData data = Load({dir_.File("SNOW")}).value();
  EXPECT_EQ(data.runs.size(), 1u);
  ASSERT_EQ(data.notes.size(), 1u);
  EXPECT_THAT(data.notes[0], HasSubstr("skipped: "));
}

}  // namespace
}  // namespace surefoot::gap
