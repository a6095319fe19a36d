#include "surefoot/evaluation/recordings/wheel_speeds.h"

#include <algorithm>

#include "surefoot/base/check.h"

namespace surefoot::gap {

WheelSpeeds::Pair WheelSpeeds::At(double moment) const {
  SUREFOOT_CHECK(!time.empty(), "no wheel speeds");
  const auto after = std::upper_bound(time.begin(), time.end(), moment);
  if (after == time.begin()) return {left.front(), right.front()};
  if (after == time.end()) return {left.back(), right.back()};
  const auto i = static_cast<std::size_t>(after - time.begin());
  const double part = (moment - time[i - 1]) / (time[i] - time[i - 1]);
  return {left[i - 1] + part * (left[i] - left[i - 1]),
          right[i - 1] + part * (right[i] - right[i - 1])};
}

}  // namespace surefoot::gap
