#include "surefoot/evaluation/run/measures/wheel_window.h"

#include <gtest/gtest.h>

#include <cmath>

namespace surefoot::experiment {
namespace {

/// Two wheels with two values: the step's number, and this plus ten times the wheel's index.
void Add(WheelWindow* window, double first, bool second_touches) {
  window->Begin();
  for (std::size_t wheel = 0; wheel < 2; ++wheel) {
    window->SetTouching(wheel, wheel == 0 || second_touches);
    window->Set(wheel, 0, first);
    window->Set(wheel, 1, first + 10.0 * static_cast<double>(wheel));
  }
  window->End(1);
}

TEST(WheelWindow, KeepsTheLastSamples) {
  WheelWindow window(4, 2, 2);
  EXPECT_EQ(window.size(), 0u);
  EXPECT_FALSE(window.full());
  for (int i = 0; i < 6; ++i) Add(&window, i, true);
  EXPECT_TRUE(window.full());
  const WheelWindow::Course course = window.CourseOf(0, false);
  EXPECT_EQ(course.count, 4u);
  EXPECT_EQ(course.mean, 3.5);
  EXPECT_EQ(course.low, 2.0);
  EXPECT_EQ(course.high, 5.0);
  EXPECT_EQ(course.earlier, 2.5);
  EXPECT_EQ(course.later, 4.5);
  EXPECT_EQ(window.CourseOf(1, false).mean, 8.5);
  EXPECT_EQ(window.MeanOf(1, 1, false), 13.5);
  EXPECT_EQ(window.LeadSpread(), 3.0);
  EXPECT_EQ(window.Touching(), 1.0);
}

TEST(WheelWindow, WheelsInTheAirCountWhenAsked) {
  WheelWindow window(2, 2, 2);
  Add(&window, 1.0, false);
  Add(&window, 1.0, true);
  EXPECT_EQ(window.CourseOf(1, false).mean, (1.0 + 6.0) / 2.0);
  EXPECT_EQ(window.CourseOf(1, true).mean, 6.0);
  EXPECT_EQ(window.MeanOf(1, 1, false), 11.0);
  EXPECT_EQ(window.Touching(), 0.75);
}

TEST(WheelWindow, WithoutContactThereIsNoSlipAndNothingIsSteady) {
  WheelWindow window(2, 1, 1);
  for (int i = 0; i < 2; ++i) {
    window.Begin();
    window.SetTouching(0, false);
    window.Set(0, 0, 0.0);
    window.End(0);
  }
  EXPECT_EQ(window.CourseOf(0, false).count, 0u);
  EXPECT_TRUE(std::isnan(window.MeanOf(0, 0, false)));
  EXPECT_TRUE(std::isinf(window.LeadSpread()));
}

}  // namespace
}  // namespace surefoot::experiment
