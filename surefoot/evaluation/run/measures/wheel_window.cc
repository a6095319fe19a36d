#include "surefoot/evaluation/run/measures/wheel_window.h"

#include <algorithm>
#include <cmath>
#include <limits>

// Means over a window of some seconds, because forces on soft soil oscillate with the grousers.
// The two halves of the window are compared to detect a steady state.

namespace surefoot::experiment {

WheelWindow::WheelWindow(std::size_t samples, std::size_t wheels, std::size_t fields)
    : samples_(samples),
      wheels_(wheels),
      fields_(fields),
      values_(samples * wheels * (fields + 1), 0.0),
      lead_(samples, 0.0) {}

void WheelWindow::Begin() {
  const std::size_t row = Row(next_, 0);
  std::fill_n(values_.begin() + static_cast<std::ptrdiff_t>(row), wheels_ * (fields_ + 1), 0.0);
}

void WheelWindow::SetTouching(std::size_t wheel, bool touching) {
  values_[Row(next_, wheel)] = touching ? 1.0 : 0.0;
}

void WheelWindow::Set(std::size_t wheel, std::size_t field, double value) {
  values_[Row(next_, wheel) + 1 + field] = value;
}

void WheelWindow::End(std::size_t lead) {
  lead_[next_] = Across(next_, lead, false);
  next_ = (next_ + 1) % samples_;
  size_ = std::min(size_ + 1, samples_);
}

double WheelWindow::Across(std::size_t sample, std::size_t field, bool in_the_air) const {
  double sum = 0.0;
  double count = 0.0;
  for (std::size_t wheel = 0; wheel < wheels_; ++wheel) {
    const double* row = &values_[Row(sample, wheel)];
    if (row[0] == 0.0 && !in_the_air) continue;
    sum += row[1 + field];
    count += 1.0;
  }
  return count > 0.0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

WheelWindow::Course WheelWindow::CourseOf(std::size_t field, bool in_the_air) const {
  Course course;
  std::size_t in_half[2] = {0, 0};
  double half[2] = {0.0, 0.0};
  for (std::size_t i = 0; i < size_; ++i) {
    const double value = Across(Place(i), field, in_the_air);
    if (!std::isfinite(value)) continue;
    course.low = course.count == 0 ? value : std::min(course.low, value);
    course.high = course.count == 0 ? value : std::max(course.high, value);
    ++course.count;
    const std::size_t which = 2 * i < size_ ? 0 : 1;
    half[which] += value;
    ++in_half[which];
  }
  if (course.count == 0) return course;
  course.mean = (half[0] + half[1]) / static_cast<double>(course.count);
  // When one half has no samples, no change is known.
  course.earlier = in_half[0] > 0 ? half[0] / static_cast<double>(in_half[0]) : course.mean;
  course.later = in_half[1] > 0 ? half[1] / static_cast<double>(in_half[1]) : course.mean;
  return course;
}

double WheelWindow::LeadSpread() const {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (std::size_t i = 0; i < size_; ++i) {
    if (!std::isfinite(lead_[Place(i)])) return std::numeric_limits<double>::infinity();
    low = std::min(low, lead_[Place(i)]);
    high = std::max(high, lead_[Place(i)]);
  }
  return high - low;
}

double WheelWindow::MeanOf(std::size_t wheel, std::size_t field, bool in_the_air) const {
  double sum = 0.0;
  double count = 0.0;
  for (std::size_t i = 0; i < size_; ++i) {
    const double* row = &values_[Row(Place(i), wheel)];
    if (row[0] == 0.0 && !in_the_air) continue;
    sum += row[1 + field];
    count += 1.0;
  }
  return count > 0.0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

std::vector<double> WheelWindow::MeansOfAll(
    std::size_t fields, const std::function<bool(std::size_t)>& in_the_air) const {
  std::vector<double> means;
  for (std::size_t f = 0; f < fields; ++f) means.push_back(CourseOf(f, in_the_air(f)).mean);
  return means;
}

double WheelWindow::Touching() const {
  double sum = 0.0;
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t wheel = 0; wheel < wheels_; ++wheel) sum += values_[Row(Place(i), wheel)];
  }
  return size_ > 0 ? sum / static_cast<double>(size_ * wheels_) : 0.0;
}

}  // namespace surefoot::experiment
