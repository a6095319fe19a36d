#include "surefoot/evaluation/studies/simulators/study_figures.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/evaluation/studies/simulators/published.h"

namespace surefoot::experiment {
namespace {

gap::ImuRecording Recording(double gravity) {
  gap::ImuRecording recording;
  recording.time = {0.0, 1.0, 2.0};
  for (std::size_t axis = 0; axis < 6; ++axis) {
    const double base = axis == 5 ? gravity : static_cast<double>(axis);
    recording.axes[axis] = {base, base + 0.5, base};
  }
  return recording;
}

TEST(StudyFigures, SixPanelsOverTimeZDown) {
  Figure6Input input;
  input.simulated_name = "ours";
  input.simulated = Recording(9.8);
  input.real = Recording(-9.8);
  const std::vector<report::LinePlot> plots = Figure6(input);
  ASSERT_EQ(plots.size(), 6u);
  for (const report::LinePlot& plot : plots) ASSERT_EQ(plot.lines.size(), 2u);
  EXPECT_EQ(plots[5].lines[0].tone, report::Tone::kReal);
  EXPECT_DOUBLE_EQ(plots[5].lines[0].y[0], -9.8);
  EXPECT_DOUBLE_EQ(plots[5].lines[1].y[0], -9.8);
  EXPECT_DOUBLE_EQ(plots[1].lines[1].y[0], -1.0);
  EXPECT_EQ(plots[0].y.label, "rad/s");
  EXPECT_EQ(plots[3].y.label, "m/s^2");
}

TEST(StudyFigures, WithoutARecordingThePrintIsDrawn) {
  Figure6Input input;
  input.simulated = Recording(9.8);
  input.printed = gap::PublishedReal();
  const report::LinePlot plot = Figure6(input)[0];
  ASSERT_EQ(plot.lines.size(), 3u);
  EXPECT_DOUBLE_EQ(plot.lines[1].y[0], 0.110);
  EXPECT_DOUBLE_EQ(plot.lines[1].x[1], 2.0);
  // Two levels with a gap between.
  ASSERT_EQ(plot.lines[2].y.size(), 6u);
  EXPECT_DOUBLE_EQ(plot.lines[2].y[1] - plot.lines[2].y[3], 0.780);
  EXPECT_TRUE(std::isnan(plot.lines[2].y[2]));
}

TEST(StudyFigures, RangesOfOneTest) {
  const std::vector<report::RangePlot> plots =
      Figure7({{"real", report::Tone::kReal, gap::PublishedReal()},
               {"CoppeliaSim", report::Tone::kFaint, gap::PublishedCoppeliaSim()}});
  ASSERT_EQ(plots.size(), 2u);
  ASSERT_EQ(plots[1].groups.size(), 3u);
  EXPECT_EQ(plots[1].groups[2].label, "Z");
  const report::RangeBar& bar = plots[1].groups[2].bars[1];
  EXPECT_DOUBLE_EQ(bar.mean, -10.70);
  EXPECT_DOUBLE_EQ(bar.high - bar.low, 3.30);
}

TEST(StudyFigures, RangesOfAllTests) {
  const std::vector<report::RangePlot> plots =
      Figure8("ours", {{"Straight over gravel", gap::PublishedCoppeliaSim(), gap::PublishedReal()},
                       {"Circle over grass", gap::PublishedCoppeliaSim(), std::nullopt}});
  ASSERT_EQ(plots.size(), 6u);
  ASSERT_EQ(plots[0].groups.size(), 2u);
  EXPECT_EQ(plots[0].groups[0].bars.size(), 2u);
  EXPECT_EQ(plots[0].groups[1].bars.size(), 1u);
  EXPECT_DOUBLE_EQ(plots[0].groups[0].bars[0].mean, -0.120);
}

}  // namespace
}  // namespace surefoot::experiment
