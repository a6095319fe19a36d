#include "surefoot/evaluation/gap/verdict/state_changes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "surefoot/evaluation/gap/motion.h"
#include "surefoot/evaluation/recordings/pose_track.h"

namespace surefoot::gap {
namespace {

/// Parts of one turn may be so far apart.
constexpr double kPause = 0.3;
/// What has stopped moves again when it is so much faster than what a stop is.
constexpr double kRestart = 2.0;

/// Whether it moves at each time; short stops are none.
std::vector<bool> MovingOf(const std::vector<double>& times, const Trace& position,
                           const StateChangeOptions& options) {
  std::vector<bool> moving;
  for (std::size_t k = 0; k < position.size(); ++k) {
    const double speed = VelocityAt(times, position, k).speed;
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

std::vector<double> Unwrapped(const std::vector<double>& heading) {
  std::vector<double> unwrapped;
  for (const double angle : heading) {
    unwrapped.push_back(NearestTurn(angle, unwrapped.empty() ? angle : unwrapped.back()));
  }
  return unwrapped;
}

double RateAt(const std::vector<double>& times, const std::vector<double>& heading, std::size_t k) {
  const Window window = WindowAt(times, heading.size(), k);
  const double duration = times[window.high] - times[window.low];
  return duration > 0.0 ? (heading[window.high] - heading[window.low]) / duration : 0.0;
}

/// When that part of what is turned between two samples was turned.
double MomentOf(const std::vector<double>& times, const std::vector<double>& heading,
                std::size_t begin, std::size_t end, double share) {
  const double wanted = heading[begin] + share * (heading[end] - heading[begin]);
  const bool rises = heading[end] > heading[begin];
  for (std::size_t k = begin + 1; k <= end; ++k) {
    if ((rises && heading[k] < wanted) || (!rises && heading[k] > wanted)) continue;
    const double step = heading[k] - heading[k - 1];
    const double part = step != 0.0 ? (wanted - heading[k - 1]) / step : 1.0;
    return times[k - 1] + std::clamp(part, 0.0, 1.0) * (times[k] - times[k - 1]);
  }
  return times[end];
}

/// Each right angle is a turn of its own, so that two that follow each other closely count the same
/// whether or not something is seen between them.
void AddTurns(const std::vector<double>& times, const std::vector<double>& heading,
              std::size_t begin, std::size_t end, std::vector<StateChange>* turns) {
  const double angle = heading[end] - heading[begin];
  const int count =
      std::max(1, static_cast<int>(std::lround(std::abs(angle) * 2.0 / std::numbers::pi)));
  for (int i = 0; i < count; ++i) {
    turns->push_back({MomentOf(times, heading, begin, end, (i + 0.5) / count),
                      angle > 0.0 ? "turn left" : "turn right"});
  }
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
      AddTurns(times, heading, from, to, &turns);
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
