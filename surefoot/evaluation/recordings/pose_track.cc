#include "surefoot/evaluation/recordings/pose_track.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "surefoot/base/check.h"

namespace surefoot::gap {

PlanarPose RelativeTo(const PlanarPose& X_WA, const PlanarPose& X_WB) {
  const double dx = X_WB.x - X_WA.x, dy = X_WB.y - X_WA.y;
  const double c = std::cos(X_WA.yaw), s = std::sin(X_WA.yaw);
  return {c * dx + s * dy, c * dy - s * dx, X_WB.yaw - X_WA.yaw};
}

PlanarPose Ahead(const PlanarPose& X_WC, double lever) {
  return {X_WC.x + lever * std::cos(X_WC.yaw), X_WC.y + lever * std::sin(X_WC.yaw), X_WC.yaw};
}

double NearestTurn(double yaw, double before) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  return yaw + kTurn * std::round((before - yaw) / kTurn);
}

PlanarPose PoseTrack::At(double moment) const {
  SUREFOOT_CHECK(!X_WC.empty(), "a track without poses");
  const double last = static_cast<double>(X_WC.size() - 1);
  const double place = std::clamp((moment - start) / interval, 0.0, last);
  const auto i = static_cast<std::size_t>(place);
  if (i + 1 >= X_WC.size()) return X_WC.back();
  const double part = place - static_cast<double>(i);
  const PlanarPose& a = X_WC[i];
  const PlanarPose& b = X_WC[i + 1];
  return {a.x + part * (b.x - a.x), a.y + part * (b.y - a.y), a.yaw + part * (b.yaw - a.yaw)};
}

PoseTrack IdealTrack(const WheelSpeeds& wheels, const SideGeometry& geometry, double from,
                     double to) {
  PoseTrack track;
  track.start = from;
  const auto count = static_cast<int>(std::ceil((to - from) / track.interval - 1e-9));
  track.X_WC.push_back({});
  for (int i = 0; i < count; ++i) {
    const WheelSpeeds::Pair speeds = wheels.At(from + (i + 0.5) * track.interval);
    const double arc = geometry.radius * track.interval;
    track.X_WC.push_back(Moved(track.X_WC.back(),
                               FromWheels(arc * speeds.left, arc * speeds.right, geometry.track)));
  }
  return track;
}

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
