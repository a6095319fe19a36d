#include "surefoot/evaluation/gap/verdict/state_changes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "surefoot/base/items.h"
#include "surefoot/base/random.h"
#include "surefoot/evaluation/gap/verdict/instant.h"
#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

/// Maximum pause (s) within one turn.
constexpr double kPause = 0.3;
/// Hysteresis: motion begins at this multiple of the stop speed, so that noise does not toggle it.
constexpr double kRestart = 2.0;

/// Whether the robot moves at each time; stops shorter than `min_stop` are ignored.
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
    if (is_inside && times[end] - times[begin] < options.min_stop) {
      std::fill(moving.begin() + static_cast<std::ptrdiff_t>(begin),
                moving.begin() + static_cast<std::ptrdiff_t>(end), true);
    }
    begin = end;
  }
  return moving;
}

/// Continuous heading without jumps by whole turns.
std::vector<double> Unwrapped(const std::vector<double>& heading) {
  std::vector<double> unwrapped;
  for (const double angle : heading) {
    unwrapped.push_back(NearestTurn(angle, unwrapped.empty() ? angle : unwrapped.back()));
  }
  return unwrapped;
}

/// Turn rate at an instant, rad/s.
double RateAt(const std::vector<double>& times, const std::vector<double>& heading, std::size_t k) {
  const Window window = WindowAt(times, heading.size(), k);
  const double duration = times[window.high] - times[window.low];
  return duration > 0.0 ? (heading[window.high] - heading[window.low]) / duration : 0.0;
}

/// Time at which this share of the turn between two samples was done.
double MomentOf(const std::vector<double>& times, const std::vector<double>& heading,
                std::size_t begin, std::size_t end, double share) {
  const double requested = heading[begin] + share * (heading[end] - heading[begin]);
  const bool rises = heading[end] > heading[begin];
  for (std::size_t k = begin + 1; k <= end; ++k) {
    if ((rises && heading[k] < requested) || (!rises && heading[k] > requested)) continue;
    const double step = heading[k] - heading[k - 1];
    const double part = step != 0.0 ? (requested - heading[k - 1]) / step : 1.0;
    return times[k - 1] + std::clamp(part, 0.0, 1.0) * (times[k] - times[k - 1]);
  }
  return times[end];
}

/// Counts each right angle as one turn, so that two turns in quick succession give the same
/// sequence whether or not a pause is detected between them.
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

/// Turns of a run, each right angle one.
std::vector<StateChange> TurnsOf(const std::vector<double>& times,
                                 const std::vector<double>& heading,
                                 const StateChangeOptions& options) {
  std::vector<StateChange> turns;
  const auto turning = [&](std::size_t k) {
    const double rate = RateAt(times, heading, k);
    return std::abs(rate) > options.min_turn_rate ? (rate > 0.0 ? 1 : -1) : 0;
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
    if (std::abs(heading[to] - heading[from]) >= options.min_turn) {
      AddTurns(times, heading, from, to, &turns);
    }
    k = end + 1;
  }
  return turns;
}

constexpr std::size_t kNoMatch = std::numeric_limits<std::size_t>::max();

using Sequence = std::vector<StateChange>;

std::vector<std::string> WhatOf(const Sequence& sequence) {
  return Mapped<std::string>(sequence, &StateChange::what);
}

/// The most common sequence, with median times.
Sequence CommonOf(const std::vector<Sequence>& runs) {
  std::map<std::vector<std::string>, std::vector<const Sequence*>> by_what;
  for (const Sequence& run : runs) by_what[WhatOf(run)].push_back(&run);
  const auto max = std::max_element(
      by_what.begin(), by_what.end(),
      [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  Sequence common;
  if (max == by_what.end()) return common;
  for (std::size_t i = 0; i < max->first.size(); ++i) {
    auto times = Mapped<double>(max->second, [&](const Sequence* run) { return (*run)[i].t; });
    common.push_back({Median(std::move(times)), max->first[i]});
  }
  return common;
}

/// Aligns a run to the common sequence by dynamic programming: the longest common subsequence (edit
/// distance without substitution; Wagner and Fischer, 1974), with the time difference as
/// tie-breaker. Returns for each change of the run its index in the common sequence, or kNoMatch.
/// O(n m).
std::vector<std::size_t> Align(const Sequence& common, const Sequence& run) {
  const std::size_t n = common.size(), m = run.size();
  constexpr double kTimeWeight = 1e-4;
  // cost[i][j]: cost of aligning the first i of one with the first j of the other.
  std::vector<std::vector<double>> cost(n + 1, std::vector<double>(m + 1, 0.0));
  const auto match = [&](std::size_t i, std::size_t j) {
    if (common[i].what != run[j].what) return std::numeric_limits<double>::infinity();
    return std::min(0.5, kTimeWeight * std::abs(common[i].t - run[j].t));
  };
  for (std::size_t i = 0; i <= n; ++i) {
    for (std::size_t j = 0; j <= m; ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = static_cast<double>(i + j);
        continue;
      }
      cost[i][j] = std::min(
          {cost[i - 1][j] + 1.0, cost[i][j - 1] + 1.0, cost[i - 1][j - 1] + match(i - 1, j - 1)});
    }
  }
  std::vector<std::size_t> matched(m, kNoMatch);
  std::size_t i = n, j = m;
  while (i > 0 && j > 0) {
    if (cost[i][j] == cost[i - 1][j - 1] + match(i - 1, j - 1)) {
      matched[--j] = --i;
    } else if (cost[i][j] == cost[i][j - 1] + 1.0) {
      --j;
    } else {
      --i;
    }
  }
  return matched;
}

/// Over all runs: times of each common change, and number of additional changes before it.
struct Matched {
  std::vector<std::vector<double>> times;
  std::vector<double> extra;
};

Matched MatchAll(const Sequence& common, const std::vector<Sequence>& runs) {
  Matched all{std::vector<std::vector<double>>(common.size()),
              std::vector<double>(common.size() + 1, 0.0)};
  for (const Sequence& run : runs) {
    const std::vector<std::size_t> matched = Align(common, run);
    std::size_t next = common.size();
    for (std::size_t j = run.size(); j-- > 0;) {
      if (matched[j] == kNoMatch) {
        all.extra[next] += 1.0;
      } else {
        next = matched[j];
        all.times[next].push_back(run[j].t);
      }
    }
  }
  return all;
}

/// 95 % bootstrap interval of the difference of medians, resampling runs of both kinds.
Interval DifferenceInterval(const std::vector<double>& real, const std::vector<double>& simulated) {
  RandomStream random(0, "state changes");
  const auto draw = [&](const std::vector<double>& values) {
    std::vector<double> drawn;
    for (std::size_t i = 0; i < values.size(); ++i) {
      drawn.push_back(
          values[static_cast<std::size_t>(random.Uniform() * static_cast<double>(values.size()))]);
    }
    return Median(std::move(drawn));
  };
  std::vector<double> differences;
  for (int i = 0; i < 400; ++i) differences.push_back(draw(simulated) - draw(real));
  return {Quantile(differences, 0.025), Quantile(differences, 0.975)};
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
    // A reading lost for a moment does not begin a new detection.
    if (now && !near && times[k] - last_near > kPause) changes.push_back({times[k], "detection"});
    if (now) last_near = times[k];
    near = now;
  }
  return changes;
}

std::vector<StateChangeReport> CompareStateChanges(const std::vector<Sequence>& real,
                                                   const std::vector<Sequence>& simulated) {
  std::vector<StateChangeReport> reports;
  if (real.empty() || simulated.empty()) return reports;
  const Sequence common = CommonOf(real);
  const Matched of_real = MatchAll(common, real);
  const Matched of_simulated = MatchAll(common, simulated);
  const auto share = [](double count, std::size_t runs) {
    return count / static_cast<double>(runs);
  };
  for (std::size_t i = 0; i < common.size(); ++i) {
    StateChangeReport report;
    report.what = common[i].what;
    report.order = static_cast<int>(i) + 1;
    report.real_share = share(static_cast<double>(of_real.times[i].size()), real.size());
    report.simulated_share =
        share(static_cast<double>(of_simulated.times[i].size()), simulated.size());
    report.real_t = Median(of_real.times[i]);
    report.simulated_t = Median(of_simulated.times[i]);
    report.difference = report.simulated_t - report.real_t;
    const Interval interval = of_simulated.times[i].empty()
                                  ? Interval{NAN, NAN}
                                  : DifferenceInterval(of_real.times[i], of_simulated.times[i]);
    report.difference_low = interval.low;
    report.difference_high = interval.high;
    report.extra = share(of_simulated.extra[i], simulated.size());
    reports.push_back(report);
  }
  if (of_simulated.extra.back() > 0.0) {
    StateChangeReport rest;
    rest.order = static_cast<int>(common.size()) + 1;
    rest.real_t = rest.simulated_t = rest.difference = NAN;
    rest.difference_low = rest.difference_high = NAN;
    rest.extra = share(of_simulated.extra.back(), simulated.size());
    reports.push_back(rest);
  }
  return reports;
}

}  // namespace surefoot::gap
