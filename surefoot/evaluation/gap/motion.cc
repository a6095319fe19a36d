#include "surefoot/evaluation/gap/motion.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

constexpr double kWindow = 0.4;
/// Slower than this part of the usual speed the direction of motion is mostly the tracker's jitter.
constexpr double kClearMotion = 0.4;

}  // namespace

Window WindowAt(const std::vector<double>& times, std::size_t count, std::size_t k) {
  const double step = count > 1 ? times[1] - times[0] : kWindow;
  const auto half = static_cast<std::size_t>(std::max(1.0, std::round(0.5 * kWindow / step)));
  return {k > half ? k - half : 0, std::min(k + half, count - 1)};
}

PlaneVelocity VelocityAt(const std::vector<double>& times, const Trace& position, std::size_t k) {
  const Window window = WindowAt(times, position.size(), k);
  const double duration = times[window.high] - times[window.low];
  if (!(duration > 0.0)) return {};
  const double dx = position.values[0][window.high] - position.values[0][window.low];
  const double dy = position.values[1][window.high] - position.values[1][window.low];
  return {std::hypot(dx, dy) / duration, std::atan2(dy, dx)};
}

std::vector<double> DirectionOf(const std::vector<double>& times, const Trace& position,
                                double stop_speed) {
  std::vector<PlaneVelocity> velocities;
  std::vector<double> speeds;
  for (std::size_t k = 0; k < position.size(); ++k) {
    velocities.push_back(VelocityAt(times, position, k));
    if (velocities.back().speed > stop_speed) speeds.push_back(velocities.back().speed);
  }
  std::vector<double> direction(position.size(), 0.0);
  if (speeds.empty()) return direction;
  const double clear = kClearMotion * Median(std::move(speeds));
  std::optional<std::size_t> last;
  for (std::size_t k = 0; k < position.size(); ++k) {
    if (velocities[k].speed < clear) continue;
    direction[k] = NearestTurn(velocities[k].direction, last ? direction[*last] : 0.0);
    for (std::size_t i = last ? *last + 1 : 0; i < k; ++i) {
      const double part = last ? (times[i] - times[*last]) / (times[k] - times[*last]) : 1.0;
      const double from = last ? direction[*last] : direction[k];
      direction[i] = from + part * (direction[k] - from);
    }
    last = k;
  }
  if (last) {
    const auto from = direction.begin() + static_cast<std::ptrdiff_t>(*last);
    std::fill(from, direction.end(), *from);
  }
  return direction;
}

}  // namespace surefoot::gap
