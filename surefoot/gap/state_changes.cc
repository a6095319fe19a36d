#include "surefoot/gap/state_changes.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "surefoot/gap/intervals.h"
#include "surefoot/gap/pose_track.h"

namespace surefoot::gap {
namespace {

/// Velocities and rates are differences over so many seconds: trackers jitter.
constexpr double kWindow = 0.4;
/// Parts of one turn may be so far apart.
constexpr double kPause = 0.3;
/// What has stopped moves again when it is so much faster than what a stop is.
constexpr double kRestart = 2.0;

/// Both ends of the window around each sample.
struct Ends {
  std::size_t low = 0;
  std::size_t high = 0;
};

Ends EndsAt(const std::vector<double>& times, std::size_t count, std::size_t k) {
  const double step = count > 1 ? times[1] - times[0] : kWindow;
  const auto half = static_cast<std::size_t>(std::max(1.0, std::round(0.5 * kWindow / step)));
  return {k > half ? k - half : 0, std::min(k + half, count - 1)};
}

/// Velocity as (speed, direction).
std::pair<double, double> VelocityAt(const std::vector<double>& times, const Trace& position,
                                     std::size_t k) {
  const Ends ends = EndsAt(times, position.size(), k);
  const double duration = times[ends.high] - times[ends.low];
  if (!(duration > 0.0)) return {0.0, 0.0};
  const double dx = position.values[0][ends.high] - position.values[0][ends.low];
  const double dy = position.values[1][ends.high] - position.values[1][ends.low];
  return {std::hypot(dx, dy) / duration, std::atan2(dy, dx)};
}

/// Whether it moves at each time; short stops are none.
std::vector<bool> MovingOf(const std::vector<double>& times, const Trace& position,
                           const StateChangeOptions& options) {
  std::vector<bool> moving;
  for (std::size_t k = 0; k < position.size(); ++k) {
    const double speed = VelocityAt(times, position, k).first;
    const bool was = !moving.empty() && moving.back();
    moving.push_back(speed > options.stop_speed * (was ? 1.0 : kRestart));
  }
  for (std::size_t begin = 0; begin < moving.size(); ++begin) {
    if (moving[begin]) continue;
    std::size_t end = begin;
    while (end < moving.size() && !moving[end]) ++end;
    const bool is_inside = begin > 0 && end < moving.size();
    if (is_inside && times[end] - times[begin] < options.least_stop) {
      std::fill(moving.begin() + static_cast<std::ptrdiff_t>(begin),
                moving.begin() + static_cast<std::ptrdiff_t>(end), true);
    }
    begin = end;
  }
  return moving;
}

/// Slower than this part of the usual speed the direction of motion is mostly the tracker's jitter.
constexpr double kClearMotion = 0.4;

/// The direction of motion where it is clear, and straight in time between such moments, because a
/// robot that stands may turn. Whole turns are counted.
std::vector<double> DirectionOf(const std::vector<double>& times, const Trace& position,
                                double stop_speed) {
  std::vector<std::pair<double, double>> velocities;
  std::vector<double> speeds;
  for (std::size_t k = 0; k < position.size(); ++k) {
    velocities.push_back(VelocityAt(times, position, k));
    if (velocities.back().first > stop_speed) speeds.push_back(velocities.back().first);
  }
  std::vector<double> direction(position.size(), 0.0);
  if (speeds.empty()) return direction;
  const double clear = kClearMotion * Median(std::move(speeds));
  std::optional<std::size_t> last;
  for (std::size_t k = 0; k < position.size(); ++k) {
    if (velocities[k].first < clear) continue;
    direction[k] = NearestTurn(velocities[k].second, last ? direction[*last] : 0.0);
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

std::vector<double> Unwrapped(const std::vector<double>& heading) {
  std::vector<double> unwrapped;
  for (const double angle : heading) {
    unwrapped.push_back(NearestTurn(angle, unwrapped.empty() ? angle : unwrapped.back()));
  }
  return unwrapped;
}

double RateAt(const std::vector<double>& times, const std::vector<double>& heading, std::size_t k) {
  const Ends ends = EndsAt(times, heading.size(), k);
  const double duration = times[ends.high] - times[ends.low];
  return duration > 0.0 ? (heading[ends.high] - heading[ends.low]) / duration : 0.0;
}

/// When half of what is turned between two samples was turned.
double MiddleOf(const std::vector<double>& times, const std::vector<double>& heading,
                std::size_t begin, std::size_t end) {
  const double half = 0.5 * (heading[begin] + heading[end]);
  const bool rises = heading[end] > heading[begin];
  for (std::size_t k = begin + 1; k <= end; ++k) {
    if ((rises && heading[k] < half) || (!rises && heading[k] > half)) continue;
    const double step = heading[k] - heading[k - 1];
    const double part = step != 0.0 ? (half - heading[k - 1]) / step : 1.0;
    return times[k - 1] + std::clamp(part, 0.0, 1.0) * (times[k] - times[k - 1]);
  }
  return times[end];
}

std::vector<StateChange> TurnsOf(const std::vector<double>& times,
                                 const std::vector<double>& heading,
                                 const StateChangeOptions& options) {
  std::vector<StateChange> turns;
  const auto turning = [&](std::size_t k) {
    const double rate = RateAt(times, heading, k);
    return std::abs(rate) > options.least_turn_rate ? (rate > 0.0 ? 1 : -1) : 0;
  };
  std::size_t k = 0;
  while (k < heading.size()) {
    const int side = turning(k);
    if (side == 0) {
      ++k;
      continue;
    }
    std::size_t end = k;
    for (std::size_t i = k; i < heading.size() && times[i] - times[end] <= kPause; ++i) {
      const int now = turning(i);
      if (now == -side) break;
      if (now == side) end = i;
    }
    const std::size_t from = k > 0 ? k - 1 : k;
    const std::size_t to = std::min(end + 1, heading.size() - 1);
    if (std::abs(heading[to] - heading[from]) >= options.least_turn) {
      turns.push_back({MiddleOf(times, heading, from, to), side > 0 ? "turn left" : "turn right"});
    }
    k = end + 1;
  }
  return turns;
}

}  // namespace

std::vector<StateChange> ChangesOf(const std::vector<double>& times, const Trace& position,
                                   const std::vector<double>& heading,
                                   const StateChangeOptions& options) {
  if (position.size() < 3 || position.values.size() < 2) return {};
  const std::vector<bool> moving = MovingOf(times, position, options);
  std::vector<StateChange> changes = TurnsOf(
      times,
      heading.empty() ? DirectionOf(times, position, options.stop_speed) : Unwrapped(heading),
      options);
  for (std::size_t k = 1; k < moving.size(); ++k) {
    if (moving[k] != moving[k - 1]) changes.push_back({times[k], moving[k] ? "start" : "stop"});
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const StateChange& a, const StateChange& b) { return a.t < b.t; });
  return changes;
}

std::vector<StateChange> DetectionsOf(const std::vector<double>& times,
                                      const std::vector<double>& signal, double threshold) {
  std::vector<StateChange> changes;
  bool near = false;
  double last_near = -1e300;
  for (std::size_t k = 0; k < signal.size(); ++k) {
    const bool now = signal[k] < threshold;
    // A reading that is lost for a moment is no new detection.
    if (now && !near && times[k] - last_near > kPause) changes.push_back({times[k], "detection"});
    if (now) last_near = times[k];
    near = now;
  }
  return changes;
}

}  // namespace surefoot::gap
