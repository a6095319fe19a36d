#include "surefoot/cli/progress.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace surefoot::cli {
namespace {

ProgressState HalfWay() {
  ProgressState state;
  state.time = 5.0;
  state.duration = 10.0;
  state.real_time_factor = 38.52;
  state.steps_per_second = 38520.0;
  state.contacts = 12;
  return state;
}

TEST(ProgressBarText, ShowsTimeBarAndRates) {
  const std::string text = ProgressBarText(HalfWay(), 100);
  EXPECT_NE(text.find("5.0 / 10.0 s"), std::string::npos) << text;
  EXPECT_NE(text.find("38.5 x real time"), std::string::npos) << text;
  EXPECT_NE(text.find("12 contacts"), std::string::npos) << text;
  EXPECT_NE(text.find("38520 steps/s"), std::string::npos) << text;
  // Half of the bar is filled; the arrow takes one column of the other half.
  const auto done = std::count(text.begin(), text.end(), '=');
  ASSERT_NE(text.find('['), std::string::npos) << text;
  const auto bar = text.find(']') - text.find('[') - 1;
  EXPECT_EQ(done, static_cast<long>(bar / 2)) << text;
}

TEST(ProgressBarText, TheBarFitsIntoEightyColumns) {
  EXPECT_NE(ProgressBarText(HalfWay(), 80).find('['), std::string::npos);
}

TEST(ProgressBarText, NeverReachesTheLastColumn) {
  for (int width = 1; width < 200; ++width) {
    const std::string text = ProgressBarText(HalfWay(), width);
    EXPECT_LT(text.size(), static_cast<std::size_t>(std::max(width, 2))) << width;
  }
}

TEST(ProgressBarText, EndlessRunHasNoBar) {
  ProgressState state = HalfWay();
  state.duration = std::numeric_limits<double>::infinity();
  const std::string text = ProgressBarText(state, 100);
  EXPECT_EQ(text.find('['), std::string::npos) << text;
  EXPECT_EQ(text.find("inf"), std::string::npos) << text;
}

TEST(ProgressLogText, IsASentence) {
  EXPECT_EQ(ProgressLogText(HalfWay()),
            "5.0 of 10.0 s simulated, 38.5 x real time, 12 contacts, 38520 steps/s");
}

}  // namespace
}  // namespace surefoot::cli
